/**
 * Arithmetic on calendar dates: `YYYY-MM-DD` strings of the Gregorian calendar, years 1000 to 9999, without a time and
 * so without a time zone. Two such strings compare by `<` and sort as dates do.
 */

/** Whether `x` is a `YYYY-MM-DD` string that names a day which exists (`2025-02-29` does not). */
export function isCalendarDate(x: unknown): x is string {
  if (typeof x !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(x)) return false;
  return dateOfDayNumber(parsedDayNumber(x)) === x;
}

/**
 * The date `days` days after `date`, or before it when negative.
 *
 * @throws RangeError when `date` is not a calendar date, `days` is not an integer, or the result leaves years 1000 to
 * 9999.
 */
export function addDays(date: string, days: number): string {
  if (!Number.isInteger(days)) throw new RangeError(`Not a whole number of days: ${days}`);
  const moved = dateOfDayNumber(dayNumber(date) + days);
  if (!isCalendarDate(moved)) throw new RangeError(`No calendar date lies ${days} days from ${date}`);
  return moved;
}

/**
 * The number of days from `from` to `to`; negative when `to` is before.
 *
 * @throws RangeError when either is not a calendar date.
 */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The day of the week, 0 for Sunday to 6 for Saturday.
 *
 * @throws RangeError when `date` is not a calendar date.
 */
export function weekday(date: string): number {
  return new Date(dayNumber(date) * DAY_MS).getUTCDay();
}

const DAY_MS = 86_400_000;

/** Days since 1970-01-01. Every day of UTC has 24 hours, so the division is exact. */
function dayNumber(date: string): number {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${String(date)}`);
  return parsedDayNumber(date);
}

function parsedDayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS;
}

function dateOfDayNumber(day: number): string | undefined {
  const instant = new Date(day * DAY_MS);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString().slice(0, 10);
}
