import type { Stripe } from 'stripe';
import type { BookedCharge, BookedRefund, DisputeNews, GatewayBooks, TimeSpan } from '../payment-gateway.ts';
import { callStripe, isMissing, listAll } from './call-stripe.ts';
import { readMark, type OurMark } from './ids.ts';
import { currencyOf, isoOf, moneyOf } from './read-charge.ts';
import { disputeNews, hasRunOut, idOf } from './read-event.ts';
import { reasonOf, refundReasonOf } from './reasons.ts';

const limit = 100;

/** Reads the charges and refunds that Stripe has on record of a store's account. */
export function createBooks(stripe: Stripe, mark: OurMark): GatewayBooks {
  return {
    async *charges(made, after) {
      const expand = ['data.latest_charge'];
      const intents = listAll(stripe.paymentIntents.list({ ...pageOf(made, after), expand }));
      for await (const intent of intents) yield bookedCharge(intent, mark);
    },

    async charge(chargeId) {
      try {
        const intent = await callStripe(() => stripe.paymentIntents.retrieve(chargeId, { expand: ['latest_charge'] }));
        return bookedCharge(intent, mark);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async *refunds(made, after) {
      for await (const refund of listAll(stripe.refunds.list(pageOf(made, after)))) {
        const booked = bookedRefund(refund, mark);
        if (booked) yield booked;
      }
    },

    async *disputes(opened, after): AsyncGenerator<DisputeNews> {
      for await (const dispute of listAll(stripe.disputes.list(pageOf(opened, after)))) {
        // When it last changed is not said: what an event said of it since is newer.
        const news = disputeNews(dispute, isoOf(dispute.created));
        if (news) yield news;
      }
    },
  };
}

function pageOf({ since, until }: TimeSpan, after?: string) {
  const created: Stripe.RangeQueryParam = {
    gte: Math.floor(since.getTime() / 1000),
    lte: Math.ceil(until.getTime() / 1000),
  };
  return { created, limit, ...(after !== undefined && { starting_after: after }) };
}

const STATES: Readonly<Record<string, BookedCharge['state']>> = {
  succeeded: 'paid',
  canceled: 'canceled',
  requires_payment_method: 'failed',
  requires_confirmation: 'expired',
  requires_action: 'payable',
  processing: 'payable',
  requires_capture: 'payable',
};

function bookedCharge(intent: Stripe.PaymentIntent, mark: OurMark): BookedCharge {
  const { id: chargeId, amount: amountCents, status, metadata } = intent;
  // A status of a later API is looked at again another day.
  const ranOut = status === 'requires_payment_method' && hasRunOut(intent);
  const state = ranOut ? 'expired' : (STATES[status] ?? 'payable');
  return {
    chargeId,
    attemptId: readMark(metadata, 'attemptId', mark),
    invoiceId: readMark(metadata, 'invoiceId', mark),
    state,
    amountCents,
    currency: currencyOf(intent),
    isToldLate: intent.payment_method_types.includes('boleto'),
    paid: moneyOf(intent),
    reason: state === 'failed' ? reasonOf(intent.last_payment_error) : null,
  };
}

function bookedRefund(refund: Stripe.Refund, mark: OurMark): BookedRefund | null {
  const paymentId = idOf(refund.payment_intent);
  if (paymentId === null) return null;
  const { id: gatewayRefundId, status, amount: amountCents, metadata } = refund;
  const hasFailed = status === 'failed' || status === 'canceled';
  return {
    gatewayRefundId,
    refundId: readMark(metadata, 'refundId', mark),
    paymentId,
    state: hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    amountCents,
    currency: currencyOf(refund),
    reason: hasFailed ? refundReasonOf(refund.failure_reason) : null,
  };
}
