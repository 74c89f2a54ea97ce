import { DateTime } from 'luxon';
import { addDays } from '../base/calendar/calendar-date.ts';
import { dayInZone } from '../base/time/day-in-zone.ts';

/** Whole days by a store's clocks. */
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
  const today = dayInZone(now, timeZone);
  return periodOf({ first: addDays(today, 1 - days), days, timeZone });
}

/** `days` days of a store from the first one on. */
export function periodOf({ first, days, timeZone }: { first: string; days: number; timeZone: string }): Period {
  const startOf = (date: string) => DateTime.fromISO(date, { zone: timeZone }).startOf('day').toJSDate();
  return {
    from: startOf(first),
    to: startOf(addDays(first, days)),
    timeZone,
    dates: Array.from({ length: days }, (_, index) => addDays(first, index)),
  };
}

/** As many days, right before a period: figures of the period are held against it. */
export function periodBefore({ dates, timeZone }: Period): Period {
  return periodOf({ first: addDays(dates[0]!, -dates.length), days: dates.length, timeZone });
}
