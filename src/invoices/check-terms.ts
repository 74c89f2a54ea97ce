import { isDeepStrictEqual } from 'node:util';
import { addDays } from '../base/calendar/business-day.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { invalidFields } from '../base/errors/errors.ts';
import {
  hasCodeTime,
  mayFallDue,
  METHODS,
  methodsOf,
  type MethodChoice,
  type PaymentTerms,
} from '../banking/payment-method.ts';
import { amountOff, type Adjustment, type Discount } from '../banking/amounts.ts';
import { storeToday } from './due-dates.ts';

/** Five years: well within the cycle in which a boleto's due factor means one date (FEBRABAN, 9,000 days). */
export const MAX_DUE_DAYS = 1_826;

/**
 * The due date that is meant: as given, or the store's own choice where the payer may pay by boleto.
 *
 * @throws ApiError 422 for one that is in the past or too far away
 */
export function chooseDueDate(
  { dueDate, ...choice }: MethodChoice & { dueDate: string | null },
  company: Company,
  now: Date,
): string | null {
  const today = storeToday(now, company);
  if (dueDate && dueDate < today) {
    const message = `due_date ${dueDate} is in the past: give ${today} or later.`;
    throw invalidFields([{ field: 'due_date', code: 'in_the_past', message }]);
  }
  const latest = addDays(today, MAX_DUE_DAYS);
  if (dueDate && dueDate > latest) {
    const message = `due_date ${dueDate} is too far away: give ${latest} or earlier.`;
    throw invalidFields([{ field: 'due_date', code: 'too_far', message }]);
  }
  if (dueDate || methodsOf(choice).every((method) => METHODS[method].dueDate !== 'always')) return dueDate;
  return defaultDueDate(company, now);
}

/** The day until which a payer of the store has time, counted from now. */
export function defaultDueDate(company: Company, now: Date): string {
  return addDays(storeToday(now, company), company.boletoDueDays);
}

/** The fine and interest that are meant: as given, or for an invoice that falls due the store's own. */
export function chooseLateFees(
  input: Partial<LateFees> & ChosenTerms,
  company: Pick<Company, 'defaultFine' | 'defaultInterest'>,
): LateFees {
  const { defaultFine, defaultInterest } = company;
  const defaults = mayFallDue(input) ? { fine: defaultFine, interest: defaultInterest } : null;
  const { fine = defaults?.fine ?? null, interest = defaults?.interest ?? null } = input;
  return { fine, interest };
}

/**
 * The fine and interest of an invoice that is changed: as given, or as they are. The store's own come when the invoice
 * becomes one that falls due and has none, and go when it falls due no more; whoever agreed on others keeps them. An
 * invoice that fell due already never gets what the store has set since.
 */
export function changeLateFees(
  invoice: LateFees & ChosenTerms,
  changes: Partial<LateFees> & ChosenTerms,
  company: Pick<Company, 'defaultFine' | 'defaultInterest'>,
): LateFees {
  const [fellDue, isToFallDue] = [mayFallDue(invoice), mayFallDue(changes)];
  const choose = (given: Adjustment | null | undefined, own: Adjustment | null, standard: Adjustment | null) => {
    if (given !== undefined) return given;
    if (fellDue === isToFallDue) return own;
    if (isToFallDue) return own ?? standard;
    return isDeepStrictEqual(own, standard) ? null : own;
  };
  return {
    fine: choose(changes.fine, invoice.fine, company.defaultFine),
    interest: choose(changes.interest, invoice.interest, company.defaultInterest),
  };
}

type ChosenTerms = MethodChoice & PaymentTerms;

interface LateFees {
  fine: Adjustment | null;
  interest: Adjustment | null;
}

export interface TermsInput extends ChosenTerms {
  subtotalCents: number;
  installments: number;
  pixExpirySeconds?: number | null;
  discount: Discount | null;
  fine: Adjustment | null;
  interest: Adjustment | null;
}

/** @throws ApiError 422 where the method that is charged first is none of those among which the payer chooses */
export function checkMethods(choice: MethodChoice): void {
  const methods = methodsOf(choice);
  if (methods.includes(choice.paymentMethod)) return;
  const message = `payment_method must be one of payment_methods: ${methods.join(', ')}.`;
  throw invalidFields([{ field: 'payment_method', code: 'not_allowed', message }]);
}

/** @throws ApiError 422 for terms that do not fit each other, naming the field that is to change */
export function checkTerms(terms: TermsInput): void {
  const { subtotalCents, dueDate, installments, pixExpirySeconds = null, discount } = terms;
  const methods = methodsOf(terms);
  const refuse = (field: string, code: string, message: string) => invalidFields([{ field, code, message }]);
  if (discount && amountOff(subtotalCents, discount) >= subtotalCents) {
    throw refuse('discount.value', 'discount_too_large', 'discount.value leaves nothing to pay: give a smaller one.');
  }
  for (const field of ['fine', 'interest'] as const) {
    if (!terms[field] || dueDate) continue;
    throw refuse('due_date', 'required', `due_date is required: the ${field} counts from it.`);
  }
  if (installments > 1 && !methods.some((method) => METHODS[method].allowsInstallments)) {
    throw refuse('installments', 'not_allowed', 'installments is only for invoices that are paid by card.');
  }
  if (pixExpirySeconds !== null && !methods.some((paymentMethod) => hasCodeTime({ paymentMethod, dueDate }))) {
    const message =
      'pix_expires_in is only for Pix invoices without due_date: with one, the code is payable until then.';
    throw refuse('pix_expires_in', 'not_allowed', message);
  }
}

/** @throws ApiError 422 for a discount that would end before it begins */
export function checkDiscountEnd(discount: Discount | null, today: string): void {
  if (!discount?.until || discount.until >= today) return;
  const message = `discount.until ${discount.until} is in the past: give ${today} or later.`;
  throw invalidFields([{ field: 'discount.until', code: 'in_the_past', message }]);
}
