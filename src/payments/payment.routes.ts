import type { HttpDeps } from '../base/http/http-deps.ts';
import { operationsWith } from '../base/http/operation.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { toCents } from '../base/money/money.ts';
import { listAttempts } from './list-attempts.ts';
import { attemptListSchema, attemptSchema, submitPaymentSchema } from '../invoices/payment.schema.ts';
import { presentAttempt } from '../invoices/present-attempt.ts';
import { submitPayment, type CardsOfSubscriptions } from './submit-payment.ts';

/** The parts that the calls of payments need. */
export interface PaymentDeps extends HttpDeps {
  gateways: GatewayRegistry;
  cards: CardsOfSubscriptions;
}

const operation = operationsWith<PaymentDeps>();

const tag = 'Payments';
const resource = 'invoice';

export const paymentOperations = [
  operation({
    id: 'submitPayment',
    method: 'POST',
    path: '/invoices/{id}/payments',
    scope: 'payments:write',
    tag,
    resource,
    summary: 'Submit a payment',
    description:
      "A card's token, a saved card, or a fresh Pix code or boleto after a refusal. Never a card number. For an overdue invoice, a fresh " +
      'code or boleto in place of one that can no longer be paid, for what is due today, late fees included; while an ' +
      'overdue one can still be paid, there is no other. For an invoice with several `payment_methods`, the one that the ' +
      'payer chose: a charge by another one is taken back. An abandoned invoice can be paid where the settings of the ' +
      'store allow it.',
    body: submitPaymentSchema,
    bodyIsOptional: true,
    examples: {
      card: { summary: 'A card', value: { card_token: 'tok_approved', installments: 1 } },
      saved: { summary: 'A saved card of the customer', value: { saved_card_id: 1 } },
      again: { summary: 'A fresh Pix code or boleto', value: {} },
      other: { summary: 'Another method that the invoice offers', value: { payment_method: 'pix' } },
    },
    answer: { status: 201, schema: attemptSchema, description: 'The attempt, on its way to the gateway.' },
    problems: {
      409: ['amount_changed', 'attempt_pending', 'invoice_not_payable', 'too_many_attempts'],
      422: ['gateway_not_configured'],
    },
    handle: async ({ deps, store, id: invoiceId, body }) => {
      const { payment_method: method, card_token: cardToken, saved_card_id: savedCardId } = body;
      const { save_card: savesCard, installments, amount } = body;
      const agreedCents = amount === undefined ? undefined : toCents(amount);
      const card = { method, cardToken, savedCardId, savesCard, installments };
      return presentAttempt(await submitPayment(deps, { store, invoiceId, ...card, agreedCents }));
    },
  }),
  operation({
    id: 'listPayments',
    method: 'GET',
    path: '/invoices/{id}/payments',
    scope: 'read',
    tag,
    resource,
    summary: 'List the payment attempts of an invoice',
    description: 'All of them, the first one first: an invoice has at most 50.',
    answer: {
      status: 200,
      schema: attemptListSchema,
      description: 'The attempts, with the money that arrived by each.',
    },
    handle: ({ deps, store, id: invoiceId }) => listAttempts(deps.em, { store, invoiceId }),
  }),
];
