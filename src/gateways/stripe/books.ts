import type { Stripe } from 'stripe';
import type {
  BookedCharge,
  BookedPrice,
  BookedRefund,
  DisputeNews,
  GatewayBooks,
  PayoutItem,
  TimeSpan,
} from '../payment-gateway.ts';
import { callStripe, isMissing, listAll } from './call-stripe.ts';
import { readMark, type OurMark } from './ids.ts';
import { currencyOf, isoOf, moneyOf } from './read-charge.ts';
import { dayOf, disputeNews, hasRunOut, idOf, payoutNews } from './read-event.ts';
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

    async *prices(made, after): AsyncGenerator<BookedPrice> {
      const expand = ['data.source'];
      for await (const entry of listAll(stripe.balanceTransactions.list({ ...pageOf(made, after), expand }))) {
        const paymentId = entry.reporting_category === 'charge' ? paymentOf(entry) : null;
        if (paymentId === null) continue;
        yield { entryId: entry.id, paymentId, feeCents: entry.fee, availableOn: dayOf(entry.available_on) };
      }
    },

    async *payouts(made, after) {
      for await (const payout of listAll(stripe.payouts.list(pageOf(made, after)))) {
        const items: PayoutItem[] = [];
        const query = { payout: payout.id, limit, expand: ['data.source'] };
        for await (const entry of listAll(stripe.balanceTransactions.list(query))) {
          const item = payoutItem(entry);
          if (item) items.push(item);
        }
        yield { ...payoutNews(payout), items };
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

/** The payment of an entry about a charge: a payment has the id of its PaymentIntent. */
function paymentOf({ source }: Stripe.BalanceTransaction): string | null {
  return typeof source === 'object' && source?.object === 'charge' ? idOf(source.payment_intent) : null;
}

/** A part of a payout; null for the entry that is the payout itself. */
function payoutItem(entry: Stripe.BalanceTransaction): PayoutItem | null {
  const { source, net: netCents } = entry;
  if (entry.reporting_category === 'payout') return null;
  const paymentId = paymentOf(entry);
  if (entry.reporting_category === 'charge' && paymentId !== null) return { kind: 'payment', id: paymentId, netCents };
  const id = idOf(source) ?? entry.id;
  return { kind: entry.reporting_category === 'refund' ? 'refund' : 'other', id, netCents };
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
