import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { ChargeArtefacts } from '../gateways/payment-gateway.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';

export const ATTEMPT_STATES = ['pending', 'authorized', 'paid', 'refused', 'canceled'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * An attempt to collect an invoice. The row exists before the gateway is called: its id is the gateway's idempotency
 * key, and callbacks are matched by it.
 */
export const PaymentAttemptSchema = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempts',
  uniques: [{ name: 'payment_attempts_number', properties: ['invoiceId', 'number'] }],
  indexes: [
    {
      name: 'payment_attempts_cards',
      expression: `create index payment_attempts_cards on payment_attempts (company_id, environment, created_at) where method = 'card'`,
    },
    {
      name: 'payment_attempts_refused',
      expression: `create index payment_attempts_refused on payment_attempts (company_id, environment, updated_at) where state = 'refused'`,
    },
    {
      name: 'payment_attempts_awaiting',
      expression: `create index payment_attempts_awaiting on payment_attempts (updated_at) where (state = 'pending' and registered_at is null) or (state = 'canceled' and gateway_canceled_at is null and (registered_at is not null or gateway_account_id is not null))`,
    },
  ],
  checks: [{ name: 'payment_attempts_amount', expression: 'amount_cents > 0' }],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    /** 1 for the first attempt of its invoice. */
    number: p.integer(),
    method: p.enum(PAYMENT_METHODS).$type<PaymentMethod>(),
    state: p.enum(ATTEMPT_STATES).$type<AttemptState>(),
    amountCents: p.bigint('number'),
    /** The part of `amountCents` that paying in several parts costs. */
    installmentInterestCents: p.bigint('number').default(0),
    gateway: p.text(),
    gatewayChargeId: p.text().strictNullable(),
    /** The account there that it was made with, where the store has one of its own. */
    gatewayAccountId: p.text().strictNullable(),
    /** Raised when the gateway has stored a failure under the key before. */
    keyNumber: p.integer().default(0),
    registeredAt: p.datetime(3).strictNullable(),
    /** When the gateway confirmed that a canceled attempt's charge can no longer be paid. */
    gatewayCanceledAt: p.datetime(3).strictNullable(),
    /** The means of payment: the Pix code, the boleto's line, or which card was charged. */
    artefacts: p.json<ChargeArtefacts>().strictNullable(),
    installments: p.integer().default(1),
    /** Whether the payer was there, or a card on file is charged as was agreed. */
    isOffSession: p.boolean().default(false),
    /** The gateway's card token, encrypted, and only until the charge is registered. Never a card number. */
    cardToken: p.text().strictNullable(),
    /** The saved card that is charged, or as which the payer's card is saved once it has paid. */
    savedCardId: p.bigint('number').strictNullable(),
    refusalReason: p.text().strictNullable(),
    /** A Pix code for the debt of the boleto that it stands beside: the boleto is the invoice's own charge. */
    isCompanion: p.boolean().default(false),
    /** The mandate by which the payer's bank debits it; null for an attempt that a payer pays. */
    mandateId: p.bigint('number').strictNullable(),
    /** When the bank does: a business day, `YYYY-MM-DD`. */
    settlesOn: p.date().strictNullable(),
    /** The attempt whose debit failed, and is tried again by this one. */
    retriesAttemptId: p.bigint('number').strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class PaymentAttempt extends PaymentAttemptSchema.class {}
PaymentAttemptSchema.setClass(PaymentAttempt);
