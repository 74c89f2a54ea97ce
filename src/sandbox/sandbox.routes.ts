import type { HttpDeps } from '../base/http/http-deps.ts';
import { operationsWith } from '../base/http/operation.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import type { CardsOfSubscriptions } from '../payments/submit-payment.ts';
import { invoiceSchema } from '../invoices/invoice.schema.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { readShownInvoice } from '../invoices/read-shown-invoice.ts';
import { isWireAmount, toCents } from '../base/money/money.ts';
import { sandboxPaymentSchema } from '../invoices/payment.schema.ts';
import { reader } from '../base/db/transaction.ts';
import { joi } from '../base/http/joi.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { presentSubscription } from '../subscriptions/present-subscription.ts';
import { subscriptionSchema } from '../subscriptions/subscription.schema.ts';
import { AUTHORIZATION_OUTCOMES, type AuthorizationOutcome } from '../gateways/sandbox/sandbox-mandates.ts';
import { simulatePayment } from '../payments/simulation/simulate-payment.ts';
import { simulatePayout } from '../payments/simulation/simulate-payout.ts';
import { simulateAuthorization } from './simulate-authorization.ts';
import { presentPayout } from '../payments/payouts/present-payout.ts';
import { payoutSchema } from '../payments/payouts/payout.schema.ts';

/** The parts that the calls of the sandbox need. */
export interface SandboxDeps extends HttpDeps {
  gateways: GatewayRegistry;
  sandbox: SandboxGateway;
  cards: CardsOfSubscriptions;
  /** A change may have been committed that a workflow must hear of. Returns at once. */
  wakeDispatcher(): void;
}

const operation = operationsWith<SandboxDeps>();

const sandboxAuthorizationSchema = joi
  .object<{ outcome: AuthorizationOutcome }>({
    outcome: joi
      .string()
      .valid(...AUTHORIZATION_OUTCOMES)
      .required(),
  })
  .component('SandboxAuthorization');

const sandboxPayoutSchema = joi
  .object<{ outcome: 'paid' | 'failed'; difference: number }>({
    outcome: joi
      .string()
      .valid('paid', 'failed')
      .default('paid')
      .description('`failed`: the bank sends the newest payout back.'),
    difference: joi
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .default(0)
      .custom((value: number, helpers) => (isWireAmount(Math.abs(value)) ? value : helpers.error('amount.invalid')))
      .messages({ 'amount.invalid': '{#label} must be an amount with at most two decimals; it may be negative' })
      .description('BRL. The gateway sends so much more, or less, than it accounts for: a discrepancy.'),
  })
  .component('SandboxPayout');

export const sandboxOperations = [
  operation({
    id: 'simulatePayment',
    method: 'POST',
    path: '/sandbox/invoices/{id}/payment',
    scope: 'payments:write',
    tag: 'Sandbox',
    resource: 'invoice',
    summary: 'Play the payer',
    description:
      "The sandbox gateway tells the outcome by the same signed callback that a real one would send. `confirmed` and `refused` are of the charge; a card invoice without a payment under way is given a test card first. `disputed`, `dispute_won` and `dispute_lost` are of the newest payment: its bank wants it back, and decides. `refund_refused` is of the newest refund, also of one that had succeeded: the payer's bank sends the money back.",
    body: sandboxPaymentSchema,
    examples: {
      confirmed: { summary: 'It is paid', value: { outcome: 'confirmed' } },
      tooLittle: { summary: 'Too little is paid', value: { outcome: 'confirmed', amount: 1 } },
      refused: { summary: 'It is refused', value: { outcome: 'refused', reason: 'insufficient_funds' } },
      disputed: { summary: "The payer's bank wants it back", value: { outcome: 'disputed' } },
    },
    answer: { status: 200, schema: invoiceSchema, description: 'The invoice after the callback.' },
    problems: {
      403: ['sandbox_only'],
      409: [
        'gateway_not_simulated',
        'charge_not_registered',
        'invoice_changed',
        'too_many_payments',
        'attempt_pending',
        'invoice_not_payable',
        'too_many_attempts',
        'nothing_to_dispute',
        'dispute_over',
        'nothing_refunded',
      ],
      422: ['gateway_not_configured'],
    },
    // The callback comes to this very API, and what it says must be committed before we answer.
    withoutTransaction: true,
    handle: async ({ deps, store, id: invoiceId, body, idempotencyKey }) => {
      const { outcome, reason = null, amount, by: paidBy = null } = body;
      const amountCents = amount === undefined ? null : toCents(amount);
      await simulatePayment(deps, { store, invoiceId, outcome, reason, amountCents, paidBy, idempotencyKey });
      return presentInvoice(deps, await readShownInvoice(deps.em, { store, invoiceId }));
    },
  }),
  operation({
    id: 'simulatePayout',
    method: 'POST',
    path: '/sandbox/payouts',
    scope: 'payments:write',
    tag: 'Sandbox',
    summary: 'Play the gateway that pays out',
    description:
      'It sends the money that is available by the clock of the store to its bank account: payments after their fees, less refunds. A Pix is available on its day, a boleto on the next business day, a card after 30 days. Up to 1,000 payments at once.',
    body: sandboxPayoutSchema,
    bodyIsOptional: true,
    examples: {
      all: { summary: 'All that is available', value: {} },
      wrong: { summary: 'One real too little', value: { difference: -1 } },
      failed: { summary: 'The bank sends it back', value: { outcome: 'failed' } },
    },
    answer: { status: 201, schema: payoutSchema, description: 'The payout after the callback.' },
    problems: { 403: ['sandbox_only'], 409: ['nothing_to_pay_out'] },
    // The callback comes to this very API, and what it says must be committed before we answer.
    withoutTransaction: true,
    handle: async ({ deps, store, body: { outcome, difference } }) => {
      const differenceCents = Math.sign(difference) * toCents(Math.abs(difference));
      return presentPayout(await simulatePayout(deps, { store, outcome, differenceCents }));
    },
  }),
  operation({
    id: 'simulateAuthorization',
    method: 'POST',
    path: '/sandbox/subscriptions/{id}/authorization',
    scope: 'payments:write',
    tag: 'Sandbox',
    resource: 'subscription',
    summary: 'Play a payer who agrees to debits, or does not',
    description:
      'Of a subscription by `pix_automatic`. `authorized`, `rejected` and `expired` answer a request; `canceled` ends an agreement, as from the app of the payer’s bank. Each debit is then made on its day, by the store’s clock, unless `POST /sandbox/invoices/{id}/payment` says before what becomes of it.',
    body: sandboxAuthorizationSchema,
    examples: {
      authorized: { summary: 'The payer agrees', value: { outcome: 'authorized' } },
      canceled: { summary: 'The payer cancels in the bank’s app', value: { outcome: 'canceled' } },
    },
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription after the callback.' },
    problems: {
      403: ['sandbox_only'],
      409: ['gateway_not_simulated', 'nothing_to_authorize', 'not_authorized'],
    },
    // The callback comes to this very API, and what it says must be committed before we answer.
    withoutTransaction: true,
    handle: async ({ deps, store, id: subscriptionId, body }) => {
      await simulateAuthorization(deps, { store, subscriptionId, outcome: body.outcome });
      return presentSubscription(deps, await findSubscription(reader(deps.em), { store, subscriptionId }));
    },
  }),
];
