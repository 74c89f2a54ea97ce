import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from './invoice.entity.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES, type DisputeKind, type DisputeStatus } from '../gateways/payment-gateway.ts';
import { Payment } from './payment.entity.ts';

export const ANSWER_STATES = ['awaited', 'sending', 'sent', 'refused', 'lapsed'] as const;
/**
 * The state of the store's answer: `awaited`; `sending`: on its way to the gateway; `sent`; `refused`: the gateway did
 * not take it, and the store can answer again; `lapsed`: the time for it is over.
 */
export type AnswerState = (typeof ANSWER_STATES)[number];

/** A payment that the payer's bank wants back, as its gateway told of it last. */
export const DisputeSchema = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  uniques: [{ name: 'disputes_gateway', properties: ['companyId', 'environment', 'paymentId', 'gatewayDisputeId'] }],
  indexes: [
    { name: 'disputes_invoice', properties: ['invoiceId', 'id'] },
    { name: 'disputes_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'disputes_created', properties: ['companyId', 'environment', 'createdAt'] },
    {
      name: 'disputes_alert',
      expression: 'create index disputes_alert on disputes (id) where alert_due is not null',
    },
    { name: 'disputes_status', properties: ['companyId', 'environment', 'status', 'id'] },
  ],
  checks: [{ name: 'disputes_amount', expression: 'amount_cents >= 0' }],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    paymentId: () => p.manyToOne(Payment).mapToPk().fieldName('payment_id'),
    gatewayDisputeId: p.text(),
    kind: p.enum(DISPUTE_KINDS).$type<DisputeKind>().default('chargeback'),
    status: p.enum(DISPUTE_STATUSES).$type<DisputeStatus>(),
    amountCents: p.bigint('number'),
    /** In the gateway's word. */
    reason: p.text(),
    /** Until when the store can answer. */
    answerUntil: p.datetime(3).strictNullable(),
    answerState: p.enum(ANSWER_STATES).$type<AnswerState>().default('awaited'),
    /** The words of the answer, sealed; null before one was given. */
    explanation: p.text().lazy().strictNullable().default(null),
    answeredAt: p.datetime(3).strictNullable().default(null),
    /** Why the gateway did not take the answer, in its word. */
    answerRefusal: p.text().strictNullable().default(null),
    /** The last of the moments before the end of that time that has been passed. */
    passedUntil: p.datetime(3).strictNullable().default(null),
    /** The store is to be mailed that so many days are left to answer, 0 for none; null: it was, or needs no mail. */
    alertDue: p.integer().strictNullable().default(null),
    /** When the gateway said what is here: real time. */
    saidAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);
