import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from './invoice.entity.ts';

export const CONCESSION_KINDS = ['credit_note', 'write_off'] as const;
export type ConcessionKind = (typeof CONCESSION_KINDS)[number];

/** A part of a claim that the store gave up: a credit note lowers what is owed, a write-off ends the claim. */
export const ConcessionSchema = defineEntity({
  name: 'Concession',
  tableName: 'concessions',
  indexes: [{ name: 'concessions_invoice', properties: ['invoiceId', 'id'] }],
  checks: [{ name: 'concessions_amount', expression: 'amount_cents > 0' }],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    kind: p.enum(CONCESSION_KINDS).$type<ConcessionKind>(),
    amountCents: p.bigint('number'),
    /** The store's words; null once the customer was erased. */
    reason: p.text().strictNullable(),
    createdAt: p.datetime(3),
  },
});

export class Concession extends ConcessionSchema.class {}
ConcessionSchema.setClass(Concession);
