import { daysBetween } from '../../base/calendar/calendar-date.ts';

/**
 * The due factor of a boleto's barcode, 1000 to 9999: the days from 1997-10-07 to the due date (Central Bank, Carta
 * Circular 2.926/2000), which return to 1000 after 9999 (FEBRABAN). 2025-02-21 is 9999 and 2025-02-22 is 1000.
 *
 * @throws RangeError when `dueDate` is not a calendar date, or lies before 2000-07-03, the first with a factor.
 */
export function dueFactor(dueDate: string): number {
  const days = daysBetween(BASE_DATE, dueDate);
  if (days < FIRST_FACTOR) throw new RangeError(`No boleto has a due factor before 2000-07-03: ${dueDate}`);
  return FIRST_FACTOR + ((days - FIRST_FACTOR) % CYCLE_DAYS);
}

const BASE_DATE = '1997-10-07';
const FIRST_FACTOR = 1000;
const CYCLE_DAYS = 9000;
