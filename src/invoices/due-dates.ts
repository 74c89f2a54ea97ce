import { DateTime } from 'luxon';
import { addDays, nextBusinessDay } from '../base/calendar/business-day.ts';
import { dayInZone } from '../base/time/day-in-zone.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { fallsDue, type PaymentTerms } from '../banking/payment-method.ts';

/** The calendar day it is for a store. */
export function storeToday(now: Date, company: Pick<Company, 'timeZone'>): string {
  return dayInZone(now, company.timeZone);
}

/** When an invoice with this due date becomes overdue, and when it can no longer be paid: instants in UTC. */
export function dueInstants(
  dueDate: string,
  company: Pick<Company, 'timeZone' | 'boletoMaxDaysAfterDue'>,
): { payableUntil: string; overdueAt: Date; expiresAt: Date } {
  // An invoice due on a day without banks is paid on the next business day without fine.
  const payableUntil = nextBusinessDay(dueDate);
  return {
    payableUntil,
    overdueAt: startOfDay(addDays(payableUntil, 1), company.timeZone),
    expiresAt: startOfDay(addDays(payableUntil, 1 + company.boletoMaxDaysAfterDue), company.timeZone),
  };
}

/** The instants that an invoice waits for because of its due date; null for one that does not fall due. */
export function instantsOf(
  invoice: PaymentTerms,
  company: Pick<Company, 'timeZone' | 'boletoMaxDaysAfterDue'>,
): { overdueAt: Date | null; expiresAt: Date | null } {
  if (!invoice.dueDate || !fallsDue(invoice)) return { overdueAt: null, expiresAt: null };
  const { overdueAt, expiresAt } = dueInstants(invoice.dueDate, company);
  return { overdueAt, expiresAt };
}

/**
 * The moment from which an unpaid invoice counts as abandoned, where its payer last acted, or could act, at `at`. The
 * store's period passes first. The due date is over by then too, because the payer was promised time until its end.
 */
export function abandonmentAfter(
  at: Date,
  invoice: { dueDate: string | null },
  company: Pick<Company, 'abandonmentSeconds' | 'timeZone'>,
): Date {
  return orEndOfDueDate(new Date(at.getTime() + company.abandonmentSeconds * 1000), invoice, company);
}

/** The later of `moment` and the end of the due date. */
export function orEndOfDueDate(
  moment: Date,
  { dueDate }: { dueDate: string | null },
  { timeZone }: Pick<Company, 'timeZone'>,
): Date {
  const dueDateIsOver = dueDate === null ? null : endOfDay(dueDate, timeZone);
  return dueDateIsOver && dueDateIsOver > moment ? dueDateIsOver : moment;
}

/** The instant at which a calendar day is over, which is the first of the next day. */
export function endOfDay(date: string, timeZone: string): Date {
  return startOfDay(addDays(date, 1), timeZone);
}

/** The first instant of a calendar day; where a daylight-saving change skips midnight, the first one there is. */
export function startOfDay(date: string, timeZone: string): Date {
  return DateTime.fromISO(date, { zone: timeZone }).startOf('day').toJSDate();
}
