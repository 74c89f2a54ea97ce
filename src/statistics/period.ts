import { DateTime } from 'luxon';
import { addDays } from '../base/calendar/calendar-date.ts';

/** Whole days by a store's clocks, the last one being today. */
export interface Period {
  /** The first instant of the first day. */
  from: Date;
  /** The first instant after the last day. */
  to: Date;
  /** IANA name: a payment late in the evening counts on the day that it was for the store. */
  timeZone: string;
  /** Each day, `YYYY-MM-DD`, the oldest first. */
  dates: string[];
}

/**
 * The last `days` days of a store, today included, whatever their length: a change of the clocks makes 23 or 25 hours.
 */
export function lastDays({ now, days, timeZone }: { now: Date; days: number; timeZone: string }): Period {
  const today = DateTime.fromJSDate(now, { zone: timeZone }).toISODate()!;
  const first = addDays(today, 1 - days);
  const startOf = (date: string) => DateTime.fromISO(date, { zone: timeZone }).startOf('day').toJSDate();
  return {
    from: startOf(first),
    to: startOf(addDays(today, 1)),
    timeZone,
    dates: Array.from({ length: days }, (_, index) => addDays(first, index)),
  };
}
