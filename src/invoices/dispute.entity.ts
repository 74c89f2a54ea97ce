import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from './invoice.entity.ts';
import { DISPUTE_STATUSES, type DisputeStatus } from '../gateways/payment-gateway.ts';
import { Payment } from './payment.entity.ts';

/** A payment that the payer's bank wants back, as its gateway told of it last. */
export const DisputeSchema = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  uniques: [{ name: 'disputes_gateway', properties: ['companyId', 'environment', 'paymentId', 'gatewayDisputeId'] }],
  indexes: [
    { name: 'disputes_invoice', properties: ['invoiceId', 'id'] },
    { name: 'disputes_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'disputes_created', properties: ['companyId', 'environment', 'createdAt'] },
    { name: 'disputes_status', properties: ['companyId', 'environment', 'status', 'id'] },
  ],
  checks: [{ name: 'disputes_amount', expression: 'amount_cents >= 0' }],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    paymentId: () => p.manyToOne(Payment).mapToPk().fieldName('payment_id'),
    gatewayDisputeId: p.text(),
    status: p.enum(DISPUTE_STATUSES).$type<DisputeStatus>(),
    amountCents: p.bigint('number'),
    /** In the gateway's word. */
    reason: p.text(),
    /** Until when the store can answer, at its gateway. */
    answerUntil: p.datetime(3).strictNullable(),
    /** When the gateway said what is here: real time. */
    saidAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);
