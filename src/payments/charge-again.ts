import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { amountsOf, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import { chooseDueDate } from '../invoices/check-terms.ts';
import { instantsOf, storeToday } from '../invoices/due-dates.ts';
import { MAX_ATTEMPTS, newAttempt } from './new-attempt.ts';

/**
 * Asks for an unpaid invoice once more: a fresh Pix code or boleto, or the card that is at hand. An invoice that had run
 * out begins anew, an expired boleto with a new due date. Nothing is asked for twice: a charge under way, an overdue
 * boleto, which can still be paid, and an invoice that is paid or given up stay as they are.
 *
 * @param sealedCardToken the card to charge, sealed for this invoice; null: the payer submits one at the checkout
 * @returns whether it is asked for anew
 */
export function chargeAgain(
  change: InvoiceChange,
  { gateway, sealedCardToken }: { gateway: string; sealedCardToken: string | null },
): boolean {
  const { tx, invoice, company, attempts, at, apply, emit, touch } = change;
  const hasRunOut = invoice.status === 'abandoned' || invoice.status === 'expired';
  const isUnpaid = hasRunOut || invoice.status === 'refused' || invoice.status === 'open';
  if (!isUnpaid || attempts.some(({ state }) => state === 'pending') || attempts.length >= MAX_ATTEMPTS) return false;
  if (hasRunOut) {
    apply('terms_changed');
    if (invoice.paymentMethod === 'boleto') {
      invoice.dueDate = chooseDueDate({ paymentMethod: 'boleto', dueDate: null }, company, at);
    }
    Object.assign(invoice, instantsOf(invoice, company), { pixExpiresAt: null });
    if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
    emit('invoice.updated', { changed: invoice.paymentMethod === 'boleto' ? ['due_date', 'payments'] : ['payments'] });
  }
  invoice.abandonmentAt = new Date(at.getTime() + company.abandonmentSeconds * 1000);
  if (invoice.paymentMethod !== 'card' || sealedCardToken) {
    const attempt = newAttempt(tx, { invoice, company, number: attempts.length + 1, gateway, at });
    attempt.cardToken = sealedCardToken;
  }
  touch();
  return true;
}
