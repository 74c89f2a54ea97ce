import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../base/calendar/calendar-date.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { invalidFields } from '../base/errors/errors.ts';
import { fromCents } from '../base/money/money.ts';
import type { Clock } from '../base/time/clock.ts';
import { installmentPlans, presentInstallmentPlan, type InstallmentPlan } from '../banking/installments.ts';
import { METHODS, methodsOf } from '../banking/payment-method.ts';
import { amountDueCents, amountsOf, quoteOf } from './amount-due.ts';
import { MAX_DUE_DAYS } from './check-terms.ts';
import { storeToday } from './due-dates.ts';
import { findInvoice } from './find-invoice.ts';
import type { Invoice } from './invoice.entity.ts';

/**
 * Quotes the amount due of an invoice on a calendar day of the store, today unless given. For a paid invoice, gives the
 * settled amounts: days change them no more.
 *
 * @throws ApiError 404; 422 naming `at` for a day before the invoice was made, or more than five years ahead
 */
export async function quoteInvoice(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, invoiceId, at }: { store: Store; invoiceId: number; at: string | undefined },
): Promise<Record<string, unknown>> {
  const tx = reader(em);
  const invoice = await findInvoice(tx, { store, invoiceId });
  const company = await tx.findOneOrFail(Company, invoice.companyId);
  const today = storeToday(await clock.now(store), company);
  const day = at ?? today;
  assertWithin(day, { from: storeToday(invoice.createdAt, company), to: addDays(today, MAX_DUE_DAYS) });
  return present(invoice, { day, paidOn: invoice.paidAt && storeToday(invoice.paidAt, company) });
}

function assertWithin(at: string, { from, to }: { from: string; to: string }): void {
  const refuse = (code: string, message: string) => invalidFields([{ field: 'at', code, message }]);
  if (at < from) throw refuse('too_early', `at ${at} is before the invoice was created: give ${from} or later.`);
  if (at > to) throw refuse('too_far', `at ${at} is too far away: give ${to} or earlier.`);
}

function present(invoice: Invoice, { day, paidOn }: { day: string; paidOn: string | null }): Record<string, unknown> {
  const quote = quoteOf(invoice, paidOn ?? day);
  // A Pix code asks for what was due when it was made: what was settled need not be the quote of the day it was paid.
  const amounts = paidOn === null ? amountsOf(quote) : invoice;
  const dueCents = amountDueCents(invoice, day);
  return {
    invoice_id: invoice.id,
    at: day,
    due_date: invoice.dueDate,
    days_late: quote.daysLate,
    subtotal: fromCents(amounts.subtotalCents),
    discount_amount: fromCents(amounts.discountCents),
    fine_amount: fromCents(amounts.fineCents),
    interest_amount: fromCents(amounts.interestCents),
    installment_interest_amount: fromCents(amounts.installmentInterestCents),
    total: fromCents(amounts.totalCents),
    amount_paid: fromCents(invoice.amountPaidCents),
    amount_credited: fromCents(invoice.amountCreditedCents),
    amount_due: fromCents(dueCents),
    installment_plans: plansOf(invoice, dueCents).map(presentInstallmentPlan),
  };
}

function plansOf(invoice: Invoice, dueCents: number): InstallmentPlan[] {
  const takesCard = methodsOf(invoice).some((method) => METHODS[method].allowsInstallments);
  if (!takesCard || dueCents === 0) return [];
  return installmentPlans(dueCents, { most: invoice.installments, terms: invoice.installmentInterest });
}
