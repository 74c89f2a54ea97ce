import type Stripe from 'stripe';
import { copy, type Mode } from './account.ts';
import { failIntent, settleIntent } from './charges.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { failPayout, payOut } from './payouts.ts';
import { createRefund, settleRefund } from './refunds.ts';

/** The acts of payers, banks and the merchant at the dashboard; each appends its events, and answers with a copy. */
export interface StripeWorld {
  /** The payer pays what is shown, or authenticates the card, which then is charged. */
  succeed(intentId: string): Stripe.PaymentIntent;
  /** The charge is in another currency, as a program of somebody else's in the same account could make it. */
  denominate(intentId: string, currency: string): Stripe.PaymentIntent;
  /** The attempt that waits for the payer fails. */
  fail(intentId: string, failure: { code: string; declineCode?: string; message?: string }): Stripe.PaymentIntent;
  /** Nobody paid the Pix or boleto in time. */
  expire(intentId: string): Stripe.PaymentIntent;
  /** The holder of the card answers the bank's question, well or not. */
  authenticate(intentId: string, ok: boolean): Stripe.PaymentIntent;
  settleRefund(refundId: string, outcome: 'succeeded' | 'failed', failureReason?: string): Stripe.Refund;
  refundFromDashboard(intentId: string, amount: number): Stripe.Refund;
  openDispute(intentId: string, dispute: { reason: string; amount?: number }): Stripe.Dispute;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Stripe.Dispute;
  /** All that is available goes to the bank account of live mode, but for `missing`. */
  payOut(options?: { missing?: number }): Stripe.Payout;
  failPayout(payoutId: string): Stripe.Payout;
}

export function createWorld(modes: readonly Mode[]): StripeWorld {
  function find<K extends 'intents' | 'refunds' | 'disputes'>(kind: K, id: string): Mode {
    const mode = modes.find((candidate) => candidate[kind].has(id));
    if (!mode) throw new Error(`The server has no ${id}`);
    mode.cause = null;
    return mode;
  }
  function waiting(id: string): { mode: Mode; intent: Stripe.PaymentIntent } {
    const mode = find('intents', id);
    const intent = mode.intents.get(id)!;
    if (intent.status !== 'requires_action') throw new Error(`${id} is ${intent.status}: nobody can act on it`);
    return { mode, intent };
  }
  function failAuthentication(id: string): Stripe.PaymentIntent {
    const { mode, intent } = waiting(id);
    const message =
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      'PaymentMethod to attempt to fulfill this PaymentIntent again.';
    failIntent(mode, intent, { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message });
    return copy(intent);
  }
  function succeed(id: string): Stripe.PaymentIntent {
    const { mode, intent } = waiting(id);
    settleIntent(mode, intent);
    return copy(intent);
  }

  return {
    succeed,
    denominate(id, currency) {
      const intent = find('intents', id).intents.get(id)!;
      intent.currency = currency;
      return copy(intent);
    },
    fail(id, { code, declineCode, message = 'The payment failed.' }) {
      const { mode, intent } = waiting(id);
      const type = declineCode === undefined ? 'invalid_request_error' : 'card_error';
      const declined = declineCode === undefined ? {} : { decline_code: declineCode };
      failIntent(mode, intent, { type, code, message, ...declined });
      return copy(intent);
    },
    expire(id) {
      const { mode, intent } = waiting(id);
      const message = 'The payment attempt for this PaymentIntent has expired. You can confirm it again.';
      const code = 'payment_intent_payment_attempt_expired';
      failIntent(mode, intent, { type: 'invalid_request_error', code, message });
      return copy(intent);
    },
    authenticate: (id, ok) => (ok ? succeed(id) : failAuthentication(id)),
    settleRefund(id, outcome, failureReason) {
      const mode = find('refunds', id);
      const refund = mode.refunds.get(id)!;
      settleRefund(mode, refund, outcome, failureReason);
      return copy(refund);
    },
    refundFromDashboard: (id, amount) => copy(createRefund(find('intents', id), { payment_intent: id, amount })),
    openDispute(id, dispute) {
      const mode = find('intents', id);
      return copy(openDispute(mode, mode.intents.get(id)!, dispute));
    },
    closeDispute(id, outcome) {
      const mode = find('disputes', id);
      const dispute = mode.disputes.get(id)!;
      closeDispute(mode, dispute, outcome);
      return copy(dispute);
    },
    payOut: (options) =>
      copy(
        payOut(
          modes.find(({ live }) => live)!,
          options,
        ),
      ),
    failPayout(id) {
      const mode = modes.find(({ payouts }) => payouts.has(id))!;
      const payout = mode.payouts.get(id)!;
      failPayout(mode, payout);
      return copy(payout);
    },
  };
}
