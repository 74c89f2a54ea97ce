import { amountsOf, coveredCents, quoteOf } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { cancelPendingAttempts } from '../invoices/end-attempt.ts';

/**
 * Settles an invoice that is covered although no money comes now: a credit note took the rest off, or a refund failed
 * and its money is here again.
 *
 * @returns false where something is missing still
 */
export function settleCovered({ invoice, company, attempts, at, apply, emit }: InvoiceChange): boolean {
  const quote = quoteOf(invoice, storeToday(at, company));
  if (invoice.paidAt || coveredCents(invoice) < quote.totalCents || !apply('paid_in_full')) return false;
  Object.assign(invoice, amountsOf(quote), { paidAt: at });
  cancelPendingAttempts(attempts, at);
  emit('invoice.payment_confirmed', { amount: 0 });
  return true;
}
