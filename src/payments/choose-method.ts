import { cardMethodOf, METHODS, methodsOf, type MethodChoice, type PaymentMethod } from '../banking/payment-method.ts';
import { conflict, invalidFields } from '../base/errors/errors.ts';
import { amountsOf, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { instantsOf, storeToday } from '../invoices/due-dates.ts';
import { cancelPendingAttempts } from '../invoices/end-attempt.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { OWED_STATUSES } from '../invoices/state-machine.ts';
import { MAX_ATTEMPTS } from '../invoices/new-attempt.ts';
import { chargeHasLapsed, giveUpLapsedCharge } from './lapsed-charge.ts';

/**
 * The method by which a payer pays: as asked for, or the one that takes the card that is given, or the one by which the
 * invoice is charged now.
 *
 * @throws ApiError 422 for a method that the invoice does not offer
 */
export function chosenMethod(
  invoice: MethodChoice,
  { asked, withCard }: { asked: PaymentMethod | null; withCard: boolean },
): PaymentMethod {
  if (asked === null) return (withCard && cardMethodOf(invoice)) || invoice.paymentMethod;
  const methods = methodsOf(invoice);
  if (methods.includes(asked)) return asked;
  const message = `payment_method must be one that the invoice offers: ${methods.join(', ')}.`;
  throw invalidFields([{ field: 'payment_method', code: 'not_offered', message }]);
}

/**
 * Takes the charges of an invoice back, because the payer chose another method. The terms stay as they were agreed, the
 * due date, fine and interest among them: an invoice that is late asks for what is due today by every method.
 *
 * @throws ApiError 409 `attempt_pending` while a card is charged, `too_many_attempts` or `invoice_not_payable`
 */
export function changeMethod(change: InvoiceChange, method: PaymentMethod): void {
  const { invoice, company, attempts, at, apply, emit } = change;
  if (!OWED_STATUSES.includes(invoice.status)) throw notPayable(invoice);
  const isCharged = attempts.some(({ state, method: its }) => state === 'pending' && METHODS[its].takesCardToken);
  if (isCharged) throw attemptPending(invoice);
  if (attempts.length >= MAX_ATTEMPTS) throw tooManyAttempts(invoice);
  if (chargeHasLapsed(change)) giveUpLapsedCharge(change);
  else {
    cancelPendingAttempts(attempts, at);
    apply('terms_changed');
    if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
  }
  invoice.paymentMethod = method;
  Object.assign(invoice, instantsOf(invoice, company), { pixExpiresAt: null });
  emit('invoice.updated', { changed: ['payment_method'] });
}

/** The refusals of a new attempt, also of the method that is charged already. */
export function notPayable({ id, status }: Pick<Invoice, 'id' | 'status'>): Error {
  return conflict('invoice_not_payable', `Invoice ${id} is ${status}: it takes no new payment.`);
}

export function attemptPending({ id }: Pick<Invoice, 'id'>): Error {
  return conflict('attempt_pending', `Invoice ${id} already has a payment under way: wait for its outcome.`);
}

export function tooManyAttempts({ id }: Pick<Invoice, 'id'>): Error {
  return conflict('too_many_attempts', `Invoice ${id} was tried ${MAX_ATTEMPTS} times: create a new one.`);
}
