import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { abandonmentAfter, storeToday } from '../invoices/due-dates.ts';
import { cancelPendingAttempts, endAttempt } from './end-attempt.ts';
import { MAX_ATTEMPTS, newAttempt } from './new-attempt.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';

/**
 * A new charge asks for what is missing now, where money came or went back in part, or the charge has run out before its time. Of a
 * card the payer submits it. A boleto that is past its due date stays as it is, because late fees are its bank's to add. Of a customer who
 * was erased nothing is asked.
 *
 * @param partlyPaid the charge by which money came: it asks for nothing more
 */
export function askForRest(
  { tx, invoice, company, customer, attempts, at, apply }: InvoiceChange,
  { gateway, partlyPaid }: { gateway: string; partlyPaid?: PaymentAttempt },
): void {
  if (customer.erasedAt) return;
  if (invoice.paymentMethod === 'boleto' && invoice.dueDate! < storeToday(at, company)) return;
  if (invoice.status !== 'open' && !apply('charge_replaced')) return;
  if (partlyPaid?.state === 'pending') endAttempt(partlyPaid, 'paid', at);
  cancelPendingAttempts(attempts, at);
  invoice.pixExpiresAt = null;
  invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
  if (invoice.paymentMethod === 'card' || attempts.length >= MAX_ATTEMPTS) return;
  newAttempt(tx, { invoice, company, number: attempts.length + 1, gateway, at });
}
