import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { RECEIVED_BY, type ReceivedBy } from '../banking/payment-method.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payout } from './payout.entity.ts';

/** In the place of a gateway's name, for money that came past every gateway. */
export const EXTERNAL = 'external';

/** Money that arrived. The gateway's payment id makes it unique: the same money is never counted twice. */
export const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  uniques: [
    // The key is unique within a store: the words of another store's gateway, true or made up, can take nobody's money
    // away.
    { name: 'payments_gateway_payment', properties: ['companyId', 'environment', 'gateway', 'gatewayPaymentId'] },
  ],
  indexes: [
    { name: 'payments_invoice', properties: ['invoiceId'] },
    {
      name: 'payments_end_to_end',
      expression: `create index payments_end_to_end on payments (company_id, environment, end_to_end_id) where end_to_end_id is not null`,
    },
    { name: 'payments_paid', properties: ['companyId', 'environment', 'paidAt'] },
    { name: 'payments_created', properties: ['companyId', 'environment', 'createdAt'] },
    { name: 'payments_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'payments_method', properties: ['companyId', 'environment', 'method', 'id'] },
    { name: 'payments_amount_of', properties: ['companyId', 'environment', 'amountCents', 'id'] },
    { name: 'payments_of_gateway', properties: ['companyId', 'environment', 'gateway', 'id'] },
    {
      name: 'payments_payout',
      expression: 'create index payments_payout on payments (payout_id, id) where payout_id is not null',
    },
  ],
  checks: [
    { name: 'payments_amount', expression: 'amount_cents > 0' },
    { name: 'payments_fee', expression: 'fee_cents >= 0 and fee_cents <= amount_cents' },
    { name: 'payments_refunded', expression: 'amount_refunded_cents >= 0 and amount_refunded_cents <= amount_cents' },
  ],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    /** Null for money that came past every gateway. */
    attemptId: () =>
      p.manyToOne(PaymentAttempt).mapToPk().fieldName('attempt_id').deleteRule('no action').strictNullable(),
    /** How it came. PostgreSQL fills it in for the version before, which does not know the column. */
    method: p.enum(RECEIVED_BY).$type<ReceivedBy>(),
    /** The gateway's name, or `EXTERNAL`. */
    gateway: p.text(),
    gatewayPaymentId: p.text(),
    /** The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself. */
    endToEndId: p.text().strictNullable(),
    amountCents: p.bigint('number'),
    /** The part of it that was given back, by the gateway's word. */
    amountRefundedCents: p.bigint('number').default(0),
    /** The gateway's price for it; null until the gateway has said so. */
    feeCents: p.bigint('number').strictNullable(),
    /** The day on which the gateway lets the store have it; null until the gateway has said so. */
    availableOn: p.date().strictNullable(),
    payoutId: () => p.manyToOne(Payout).mapToPk().fieldName('payout_id').strictNullable(),
    /** The person who took money that came past every gateway, and the store's words about it. */
    receivedBy: p.text().strictNullable(),
    note: p.text().strictNullable(),
    /** When the store took back that this money came, and why. */
    reversedAt: p.datetime(3).strictNullable(),
    reversalReason: p.text().strictNullable(),
    /** When the payer paid, by the gateway's word. */
    paidAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
});

export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);
