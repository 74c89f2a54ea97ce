import { bankHolidays } from './bank-holidays.ts';
import { addDays, isCalendarDate, weekday } from './calendar-date.ts';

export { addDays, isCalendarDate };

/**
 * Whether banks do business on a date (`YYYY-MM-DD`) all over Brazil: neither Saturday, Sunday nor one of the
 * {@link bankHolidays} (Resolution CMN 4.880/2020).
 *
 * @throws RangeError when `date` is not a calendar date, or its year is before 2000.
 */
export function isBusinessDay(date: string): boolean {
  const day = weekday(date);
  return !bankHolidays(Number(date.slice(0, 4))).includes(date) && day !== 0 && day !== 6;
}

/**
 * The first business day on or after a date: the date itself when it is one. A debt that falls due on another day can
 * be paid on this one without interest (Law 7.089/1983, article 1).
 *
 * @throws RangeError when `date` is not a calendar date, or its year is before 2000.
 */
export function nextBusinessDay(date: string): string {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}
