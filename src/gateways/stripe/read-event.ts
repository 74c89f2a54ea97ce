import type { Stripe } from 'stripe';
import type { GatewayEvent, DisputeStatus, PayoutNews, PayoutStatus } from '../payment-gateway.ts';
import { readMark, type OurMark } from './ids.ts';
import { currencyOf, isoOf, moneyOf } from './read-charge.ts';
import { reasonOf, refundReasonOf } from './reasons.ts';

/** The events about which a store has Stripe call back. Other events are acknowledged, and say nothing here. */
export const CALLBACK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'payout.created',
  'payout.paid',
  'payout.failed',
] as const;

/** A code or boleto whose time ran out: our own clock says so, and the invoice goes on as it is agreed. */
const RAN_OUT = 'payment_intent_payment_attempt_expired';

/** An event in the words of the port, or null where it says nothing of ours. */
export function readEvent(event: Stripe.Event, mark: OurMark): GatewayEvent | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
      return readSuccess(event, mark);
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return readFailure(event, mark);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return readRefund(event, mark);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return readDispute(event);
    case 'payout.created':
    case 'payout.paid':
    case 'payout.failed':
      return { id: event.id, type: 'payout' as const, ...payoutNews(event.data.object) };
    default:
      return null;
  }
}

function readSuccess({ id, created, data: { object: intent } }: Stripe.PaymentIntentSucceededEvent, mark: OurMark) {
  const money = moneyOf(intent);
  const attemptId = readMark(intent.metadata, 'attemptId', mark);
  if (!money || attemptId === null) return null;
  return { id, type: 'payment_confirmed' as const, attemptId, ...money, paidAt: isoOf(created) };
}

function readFailure(
  { id, type, data: { object: intent } }: Stripe.PaymentIntentPaymentFailedEvent | Stripe.PaymentIntentCanceledEvent,
  mark: OurMark,
) {
  const attemptId = readMark(intent.metadata, 'attemptId', mark);
  if (attemptId === null || (type === 'payment_intent.payment_failed' && hasRunOut(intent))) return null;
  const reason = type === 'payment_intent.canceled' ? 'canceled_at_gateway' : reasonOf(intent.last_payment_error);
  return { id, type: 'payment_refused' as const, attemptId, chargeId: intent.id, reason };
}

/** Without a failure it waits for a card that nobody gave it. */
export function hasRunOut({ last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return !error || error.code === RAN_OUT;
}

function readRefund({ id, data: { object: refund } }: { id: string; data: { object: Stripe.Refund } }, mark: OurMark) {
  const refundId = readMark(refund.metadata, 'refundId', mark);
  const gatewayRefundId = refund.id;
  const paymentId = idOf(refund.payment_intent);
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
  if (!hasFailed && refund.status !== 'succeeded') return null;
  const reason = refundReasonOf(refund.failure_reason);
  if (refundId !== null) {
    return hasFailed
      ? { id, type: 'refund_refused' as const, refundId, reason }
      : { id, type: 'refund_confirmed' as const, refundId, gatewayRefundId, unlessFailed: true as const };
  }
  if (paymentId === null) return null;
  const { amount: amountCents } = refund;
  const currency = currencyOf(refund);
  const elsewhere = { paymentId, gatewayRefundId, amountCents, currency, failureReason: hasFailed ? reason : null };
  return { id, type: 'refund_made_elsewhere' as const, ...elsewhere, unlessFailed: true as const };
}

function readDispute({
  id,
  created,
  data: { object },
}: {
  id: string;
  created: number;
  data: { object: Stripe.Dispute };
}) {
  const news = disputeNews(object, isoOf(created));
  return news && { id, type: 'dispute' as const, ...news };
}

const PAYOUT_STATUSES: Readonly<Record<string, PayoutStatus>> = { paid: 'paid', failed: 'failed', canceled: 'failed' };

/** A payout in the words of the port. The books tell what is in it. */
export function payoutNews(payout: Stripe.Payout): PayoutNews {
  return {
    gatewayPayoutId: payout.id,
    status: PAYOUT_STATUSES[payout.status] ?? 'pending',
    amountCents: payout.amount,
    currency: currencyOf(payout),
    arrivesOn: dayOf(payout.arrival_date),
    failureReason: payout.failure_code ?? (payout.status === 'canceled' ? 'canceled' : null),
  };
}

/** Stripe's days begin by UTC. `YYYY-MM-DD`. */
export function dayOf(seconds: number): string {
  return isoOf(seconds).slice(0, 10);
}

const DISPUTE_STATUSES: Readonly<Record<string, DisputeStatus>> = {
  needs_response: 'open',
  warning_needs_response: 'open',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  warning_closed: 'won',
  // Settled before it began: the payer was given the money back.
  prevented: 'lost',
  lost: 'lost',
};

/** @param saidAt when Stripe said so, ISO 8601 */
export function disputeNews(dispute: Stripe.Dispute, saidAt: string) {
  const paymentId = idOf(dispute.payment_intent);
  const status = DISPUTE_STATUSES[dispute.status];
  if (paymentId === null || !status) return null;
  const dueBy = dispute.evidence_details.due_by;
  return {
    paymentId,
    gatewayDisputeId: dispute.id,
    status,
    amountCents: dispute.amount,
    currency: currencyOf(dispute),
    reason: dispute.reason,
    answerUntil: dueBy ? isoOf(dueBy) : null,
    saidAt,
  };
}

export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}
