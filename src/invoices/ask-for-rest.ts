import { METHODS } from '../banking/payment-method.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { abandonmentAfter, storeToday } from '../invoices/due-dates.ts';
import { cancelPendingAttempts, endAttempt } from './end-attempt.ts';
import { MAX_ATTEMPTS, newAttempt } from './new-attempt.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';

/**
 * Makes a new charge for the amount that is missing now, after money came or went back in part, or after a charge ran
 * out before the due date. A payer submits a card again at the checkout. A charge past its due date stays as it is,
 * because its bank adds the late fees. An erased customer is asked for nothing.
 *
 * @param partlyPaid the charge by which money came; it counts as paid
 */
export function askForRest(
  change: InvoiceChange,
  { gateway, partlyPaid }: { gateway: string; partlyPaid?: PaymentAttempt },
): void {
  const { invoice, company, customer, at, apply } = change;
  if (customer.erasedAt) return;
  if (invoice.overdueAt && invoice.dueDate! < storeToday(at, company)) return;
  if (invoice.status !== 'open' && !apply('charge_replaced')) return;
  if (partlyPaid?.state === 'pending') endAttempt(partlyPaid, 'paid', at);
  replaceCharge(change, gateway);
}

/**
 * Gives up the charges of an open invoice, and makes a new one for the amount that is missing now. A payer submits a
 * card again at the checkout.
 */
export function replaceCharge({ tx, invoice, company, attempts, at }: InvoiceChange, gateway: string): void {
  cancelPendingAttempts(attempts, at);
  invoice.pixExpiresAt = null;
  invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
  if (METHODS[invoice.paymentMethod].takesCardToken || attempts.length >= MAX_ATTEMPTS) return;
  tx.create(PaymentAttempt, newAttempt({ invoice, company, number: attempts.length + 1, gateway, at }));
}
