import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Person } from '../accounts/people/person.entity.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { Payment } from './payment.entity.ts';
import { Payout } from './payout.entity.ts';

export const REFUND_STATES = ['pending', 'succeeded', 'failed', 'awaiting_approval', 'rejected'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The money of these is bound to go back, or may be. */
export const OPEN_REFUND_STATES: readonly RefundState[] = ['pending', 'awaiting_approval'];
/** Refunds that count towards what a store gives back on a day. */
export const COUNTED_REFUND_STATES: readonly RefundState[] = [...OPEN_REFUND_STATES, 'succeeded'];

/**
 * Money on its way back from one payment. The row exists before the gateway is asked: its id is the idempotency key.
 */
export const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  indexes: [
    { name: 'refunds_invoice', properties: ['invoiceId', 'id'] },
    {
      name: 'refunds_awaiting',
      expression: `create index refunds_awaiting on refunds (company_id, environment, id) where state = 'awaiting_approval'`,
    },
    { name: 'refunds_payment', properties: ['paymentId', 'id'] },
    {
      name: 'refunds_of_gateway',
      expression:
        'create index refunds_of_gateway on refunds (company_id, environment, gateway_refund_id) where gateway_refund_id is not null',
    },
    { name: 'refunds_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'refunds_state', properties: ['companyId', 'environment', 'state', 'id'] },
    {
      name: 'refunds_payout',
      expression: 'create index refunds_payout on refunds (payout_id, id) where payout_id is not null',
    },
    { name: 'refunds_of_day', properties: ['companyId', 'environment', 'createdAt'] },
    {
      name: 'refunds_unrequested',
      expression: `create index refunds_unrequested on refunds (created_at) where state = 'pending' and requested_at is null`,
    },
  ],
  checks: [{ name: 'refunds_amount', expression: 'amount_cents > 0' }],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    paymentId: () => p.manyToOne(Payment).mapToPk().fieldName('payment_id'),
    state: p.enum(REFUND_STATES).$type<RefundState>(),
    amountCents: p.bigint('number'),
    /** The payout that it was taken from. */
    payoutId: () => p.manyToOne(Payout).mapToPk().fieldName('payout_id').strictNullable(),
    /** The store's words. */
    reason: p.text().strictNullable(),
    /** The person who asked for it in the panel; null for the API. */
    requestedById: () => p.manyToOne(Person).mapToPk().fieldName('requested_by_id').strictNullable(),
    /** The gateway's word for a refund that failed. */
    failureReason: p.text().strictNullable(),
    gatewayRefundId: p.text().strictNullable(),
    /** As an attempt's. */
    keyNumber: p.integer().default(0),
    /** When the gateway took the request; the workflow asks until it has. */
    requestedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
