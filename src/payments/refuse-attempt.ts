import { METHODS } from '../banking/payment-method.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { abandonmentAfter } from '../invoices/due-dates.ts';
import { cancelPendingAttempts, endAttempt } from '../invoices/end-attempt.ts';
import { newAttempt } from '../invoices/new-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/**
 * The number of new charges that a refused Pix or boleto gets by itself. Past this the invoice rests as `refused`: a
 * gateway that refuses everything must not be asked for ever.
 */
export const MAX_AUTOMATIC_ATTEMPTS = 5;

/**
 * The gateway refuses an attempt, in its answer to the registration or later. Only a payment that is awaited can be
 * refused: an overdue boleto stays payable, and what is paid stays paid.
 *
 * @param isFinal asking again would be refused as well: a fresh charge is not made by itself
 * @returns false when it changes nothing
 */
export function refuseAttempt(
  { tx, invoice, company, attempts, at, apply, emit, touch }: InvoiceChange,
  attempt: PaymentAttempt,
  reason: string,
  { isFinal = false }: { isFinal?: boolean } = {},
): boolean {
  if (attempt.state !== 'pending') return false;
  if (attempt.isCompanion) {
    // The boleto that it stands beside is paid as before.
    endAttempt(attempt, 'refused', at);
    attempt.refusalReason = reason;
    touch();
    return true;
  }
  const isDebit = attempt.mandateId !== null;
  const isRefused = apply('payment_refused');
  // A bank may tell of a debit after its day: the charge has ended, and its invoice stays overdue.
  if (!isRefused && !(isDebit && invoice.status === 'overdue')) return false;
  endAttempt(attempt, 'refused', at);
  attempt.refusalReason = reason;
  // A charge that stands beside it ends with it.
  cancelPendingAttempts(attempts, at);
  // The payer has acted: the abandonment period begins anew.
  invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
  const { takesCardToken } = METHODS[invoice.paymentMethod];
  // The subscription decides what follows a debit.
  if (
    !takesCardToken &&
    !isDebit &&
    !isFinal &&
    refusalsInARow(attempts.filter(({ isCompanion }) => !isCompanion)) < MAX_AUTOMATIC_ATTEMPTS
  ) {
    const { gateway } = attempt;
    tx.create(PaymentAttempt, newAttempt({ invoice, company, number: attempts.length + 1, gateway, at }));
  }
  if (isRefused) emit('invoice.refused', { attempt_id: attempt.id, reason });
  else emit('invoice.updated', { changed: ['payments'] });
  return true;
}

/** Refusals since the terms last changed: what the store gave up by itself is no word of the gateway's. */
function refusalsInARow(attempts: PaymentAttempt[]): number {
  const before = attempts.findLastIndex(({ state }) => state === 'canceled');
  return attempts.slice(before + 1).filter(({ state }) => state === 'refused').length;
}
