import { defineEntity, p } from '@mikro-orm/postgresql';
import { Invoice } from '../invoices/invoice.entity.ts';

/**
 * "Tell this invoice's workflow that the record has changed." Written in the transaction of the change, deleted once
 * Temporal has taken the signal. Times are real time: they are leases, not business.
 */
export const OutboxEntrySchema = defineEntity({
  name: 'OutboxEntry',
  tableName: 'outbox',
  indexes: [{ name: 'outbox_claimable', properties: ['claimableAt', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    /** A dispatcher that takes the entry moves this on; if it dies, another takes it then. */
    claimableAt: p.datetime(3),
  },
});

export class OutboxEntry extends OutboxEntrySchema.class {}
OutboxEntrySchema.setClass(OutboxEntry);
