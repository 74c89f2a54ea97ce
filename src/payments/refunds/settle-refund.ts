import { METHODS } from '../../banking/payment-method.ts';
import { balanceTrigger, isOwed } from '../../invoices/amount-due.ts';
import { findOwnAttempt } from '../../invoices/live-attempt.ts';
import type { InvoiceChange } from '../../invoices/change-invoice.ts';
import { fromCents } from '../../base/money/money.ts';
import { askForRest } from '../../invoices/ask-for-rest.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { refundDraft } from '../../invoices/ledger/drafts.ts';
import { MAX_ATTEMPTS } from '../../invoices/new-attempt.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { settleCovered } from '../settle-covered.ts';
import type { Refund } from '../../invoices/refund.entity.ts';

/** The reason of failure of a refund whose money went back although another refund had taken its place. */
const GIVEN_BACK_TWICE = 'given_back_twice';

export type RefundOutcome =
  | {
      succeeded: true;
      /** The gateway may have said so before the refund failed, which this gateway never takes back. */
      unlessFailed: boolean;
      /** Further values of the event. */
      details?: Record<string, unknown>;
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
  if (outcome.succeeded) giveBack(change, refund, payment, outcome.details);
  else fail(change, refund, payment, outcome.reason);
  refund.updatedAt = change.at;
  return true;
}

function giveBack(
  change: InvoiceChange,
  refund: Refund,
  payment: Payment,
  details: Record<string, unknown> | undefined,
): void {
  const { invoice, company, at, emit, post } = change;
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
  post(refundDraft('refund', refund, { payment, today: storeToday(at, company) }));
  followBalance(change);
  emit('invoice.refunded', { ...detailsOf(refund), ...details });
}

/**
 * The money that a settled invoice holds says its status. An invoice that is still owed misses the money that went
 * back: a fresh code or boleto asks for it. A payer with a card is asked at the checkout. A card that is with its
 * gateway goes on, because its payer has agreed to the amount. The money of a refund that failed may be all that was
 * missing.
 */
function followBalance(change: InvoiceChange): void {
  const { invoice, attempts, apply } = change;
  if (invoice.paidAt) {
    apply(balanceTrigger(invoice));
    return;
  }
  if (settleCovered(change)) return;
  const last = findOwnAttempt(attempts);
  const isAsked = !METHODS[invoice.paymentMethod].takesCardToken && attempts.length < MAX_ATTEMPTS;
  if (last && isAsked && isOwed(invoice)) askForRest(change, { gateway: last.gateway });
}

function fail(change: InvoiceChange, refund: Refund, payment: Payment, reason: string): void {
  const { invoice, company, at, emit, post } = change;
  if (refund.state === 'succeeded') {
    payment.amountRefundedCents -= refund.amountCents;
    invoice.amountRefundedCents -= refund.amountCents;
    post(refundDraft('refund_reversed', refund, { payment, today: storeToday(at, company) }));
    followBalance(change);
  }
  refund.state = 'failed';
  refund.failureReason = reason;
  emit('invoice.updated', { ...detailsOf(refund), refund_status: 'failed', reason });
}

function detailsOf({ id, paymentId, amountCents }: Refund): Record<string, unknown> {
  return { refund_id: id, payment_id: paymentId, amount: fromCents(amountCents) };
}
