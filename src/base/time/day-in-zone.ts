import { DateTime } from 'luxon';

const QUARTER_MS = 15 * 60_000;
/** By time zone: the quarter of an hour that was last asked for, and its day. */
const days = new Map<string, { quarter: number; day: string }>();

/**
 * The calendar day (`YYYY-MM-DD`) of a moment in a time zone. It is worked out once for each quarter of an hour: no day
 * begins within one. Zones are whole quarters apart, and since 2023 each changes its clocks at a quarter (tz database).
 */
export function dayInZone(moment: Date, timeZone: string): string {
  const quarter = Math.floor(moment.getTime() / QUARTER_MS);
  const known = days.get(timeZone);
  if (known?.quarter === quarter) return known.day;
  const day = DateTime.fromJSDate(moment, { zone: timeZone }).toISODate()!;
  days.set(timeZone, { quarter, day });
  return day;
}
