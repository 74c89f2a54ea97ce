import { addDays, daysBetween } from '../../base/calendar/calendar-date.ts';

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

/**
 * The due date that a factor stands for. A factor names one date in every 9000 days, so the answer is the one nearest
 * to `near`, usually today; of two equally near, the later. No date before 2000-07-03 is ever the answer.
 *
 * @throws RangeError when `factor` is not an integer from 1000 to 9999 (`0000` says that a boleto has no due date), or
 * `near` is not a calendar date.
 */
export function dateOfFactor(factor: number, near: string): string {
  if (!Number.isInteger(factor) || factor < FIRST_FACTOR || factor > 9999) {
    throw new RangeError(`A due factor is from 1000 to 9999: ${factor}`);
  }
  const cycle = Math.max(0, Math.round((daysBetween(BASE_DATE, near) - factor) / CYCLE_DAYS));
  return addDays(BASE_DATE, factor + cycle * CYCLE_DAYS);
}

const BASE_DATE = '1997-10-07';
const FIRST_FACTOR = 1000;
const CYCLE_DAYS = 9000;
