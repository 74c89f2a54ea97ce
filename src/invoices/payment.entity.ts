import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';

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
  ],
  checks: [
    { name: 'payments_amount', expression: 'amount_cents > 0' },
    { name: 'payments_refunded', expression: 'amount_refunded_cents >= 0 and amount_refunded_cents <= amount_cents' },
  ],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    attemptId: () => p.manyToOne(PaymentAttempt).mapToPk().fieldName('attempt_id'),
    gateway: p.text(),
    gatewayPaymentId: p.text(),
    /** The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself. */
    endToEndId: p.text().strictNullable(),
    amountCents: p.bigint('number'),
    /** The part of it that was given back, by the gateway's word. */
    amountRefundedCents: p.bigint('number').default(0),
    /** When the payer paid, by the gateway's word. */
    paidAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
});

export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);
