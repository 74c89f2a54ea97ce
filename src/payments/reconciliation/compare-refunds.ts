import { Refund } from '../../invoices/refund.entity.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { isBookable, type BookedRefund, type DisputeNews, type TimeSpan } from '../../gateways/payment-gateway.ts';
import { noteForeign, type Comparison } from './comparison.ts';
import { takeInRefund } from './take-in.ts';

const DAY_MS = 86_400_000;
/** A bank may give a refund back a month later. */
const REFUND_DAYS = 35;
/** A dispute may go on for a quarter of a year. */
const DISPUTE_DAYS = 120;

/** Holds the refunds that the gateway has made against ours, those that were made there included. */
export async function compareRefunds(comparison: Comparison, { until }: TimeSpan, after?: string): Promise<void> {
  for await (const refund of comparison.books.refunds(lately(until, REFUND_DAYS), after)) {
    await comparison.oneByOne({ part: 'refunds', id: refund.gatewayRefundId }, () => compareRefund(comparison, refund));
  }
}

/** Holds the disputes that the gateway knows of against ours. */
export async function compareDisputes(comparison: Comparison, { until }: TimeSpan, after?: string): Promise<void> {
  for await (const news of comparison.books.disputes(lately(until, DISPUTE_DAYS), after)) {
    await comparison.oneByOne({ part: 'disputes', id: news.gatewayDisputeId }, () => compareDispute(comparison, news));
  }
}

async function compareRefund(comparison: Comparison, refund: BookedRefund): Promise<void> {
  const { em, store } = comparison;
  const { refundId, gatewayRefundId, paymentId, state, amountCents, reason } = refund;
  comparison.noteIds({ refunds: refundId });
  const isLost = comparison.mode !== 'compare' && (await takeInRefund(comparison, refund));
  // The entry is not on record now, and this mode writes nothing.
  if (isLost && comparison.mode === 'tell') return;
  if (state === 'pending') return;
  const event = `${gatewayRefundId}-${state}`;
  const failure = reason ?? 'refund_refused_by_issuer';
  if (refundId === null) {
    if (!(await comparison.findPayment(paymentId))) return;
    if (!isBookable(refund)) return noteForeign(comparison, refund, { gateway_refund_id: gatewayRefundId });
    const known = await em.fork().findOne(Refund, { ...store, gatewayRefundId });
    if (known?.state === state || (!known && state === 'failed')) return;
    const why = { failureReason: state === 'failed' ? failure : null };
    const news = { paymentId, gatewayRefundId, amountCents, ...why };
    return comparison.makeUp(event, { type: 'refund_made_elsewhere', ...news });
  }
  const known = await em.fork().findOne(Refund, { id: refundId, ...store });
  if (!known) return comparison.note('refund_missing', { refund_id: refundId, gateway_refund_id: gatewayRefundId });
  // As with a charge whose number was given away twice: that one of the two is done says nothing of the other.
  if ((await comparison.findPayment(paymentId))?.id !== known.paymentId) {
    const ids = { refund_id: refundId, gateway_refund_id: gatewayRefundId, gateway_payment_id: paymentId };
    return comparison.note('payment_differs', { ...ids, amount_cents: amountCents });
  }
  if (known.state === state) return;
  return comparison.makeUp(
    event,
    state === 'succeeded'
      ? { type: 'refund_confirmed', refundId, gatewayRefundId }
      : { type: 'refund_refused', refundId, reason: failure },
  );
}

async function compareDispute(comparison: Comparison, news: DisputeNews): Promise<void> {
  const { paymentId, gatewayDisputeId, status } = news;
  const payment = await comparison.findPayment(paymentId);
  if (!payment) return;
  const known = await comparison.em.fork().findOne(Dispute, { paymentId: payment.id, gatewayDisputeId });
  if (known?.status === status) return;
  if (!isBookable(news)) return noteForeign(comparison, news, { gateway_dispute_id: gatewayDisputeId });
  // The books tell how it stands now, and not since when.
  const saidAt = new Date().toISOString();
  await comparison.makeUp(`${gatewayDisputeId}-${status}`, { type: 'dispute', ...news, saidAt });
}

function lately(until: Date, days: number): TimeSpan {
  return { since: new Date(until.getTime() - days * DAY_MS), until };
}
