import { netPaidCents } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { fromCents } from '../money/money.ts';
import { Payment } from '../payments/payment.entity.ts';
import type { Refund } from './refund.entity.ts';

/** What a refund is said to have failed of whose money went back although another one had taken its place. */
const GIVEN_BACK_TWICE = 'given_back_twice';

export type RefundOutcome =
  | {
      succeeded: true;
      /** It may have been said before the refund failed, which this gateway never takes back. */
      unlessFailed: boolean;
    }
  | { succeeded: false; reason: string };

/**
 * The gateway has decided about a refund, perhaps for the second time: its last word counts, because it is the one that
 * moves the money. Giving back what came too much leaves the invoice paid.
 *
 * @returns false when it says what is known
 */
export async function settleRefund(change: InvoiceChange, refund: Refund, outcome: RefundOutcome): Promise<boolean> {
  const state = outcome.succeeded ? 'succeeded' : 'failed';
  if (refund.state === state) return false;
  if (outcome.succeeded && outcome.unlessFailed && refund.state === 'failed') return false;
  const payment = await change.tx.findOneOrFail(Payment, refund.paymentId);
  if (outcome.succeeded) giveBack(change, refund, payment);
  else fail(change, refund, payment, outcome.reason);
  refund.updatedAt = change.at;
  return true;
}

function giveBack({ invoice, apply, emit }: InvoiceChange, refund: Refund, payment: Payment): void {
  // A refund that was said to have failed, whose money was then given back by another one: the store must know.
  if (payment.amountRefundedCents + refund.amountCents > payment.amountCents) {
    if (refund.failureReason === GIVEN_BACK_TWICE) return;
    refund.state = 'failed';
    refund.failureReason = GIVEN_BACK_TWICE;
    emit('invoice.updated', { ...detailsOf(refund), refund_status: GIVEN_BACK_TWICE });
    return;
  }
  refund.state = 'succeeded';
  refund.failureReason = null;
  payment.amountRefundedCents += refund.amountCents;
  invoice.amountRefundedCents += refund.amountCents;
  if (netPaidCents(invoice) === 0) apply('refunded_in_full');
  else if (netPaidCents(invoice) < invoice.totalCents) apply('refunded_in_part');
  emit('invoice.refunded', detailsOf(refund));
}

function fail({ invoice, apply, emit }: InvoiceChange, refund: Refund, payment: Payment, reason: string): void {
  if (refund.state === 'succeeded') {
    payment.amountRefundedCents -= refund.amountCents;
    invoice.amountRefundedCents -= refund.amountCents;
    if (netPaidCents(invoice) >= invoice.totalCents) apply('refund_reversed');
    else apply('refund_reversed_in_part');
  }
  refund.state = 'failed';
  refund.failureReason = reason;
  emit('invoice.updated', { ...detailsOf(refund), refund_status: 'failed', reason });
}

function detailsOf({ id, paymentId, amountCents }: Refund): Record<string, unknown> {
  return { refund_id: id, payment_id: paymentId, amount: fromCents(amountCents) };
}
