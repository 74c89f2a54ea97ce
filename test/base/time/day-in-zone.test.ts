import { describe, expect, test } from '@jest/globals';
import { dayInZone } from '../../../src/base/time/day-in-zone.ts';

const DAY_MS = 24 * 60 * 60_000;
const STEP_MS = 5 * 60_000;

/** As the runtime itself has it, without a memory. */
function expectedDays(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (moment) => format.format(moment);
}

describe('the day of a moment in a time zone', () => {
  test('is that of the runtime in every zone, also where the clocks change', () => {
    const starts = [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24, 23, 58)];
    const moments = starts.flatMap((start) =>
      Array.from({ length: (2 * DAY_MS) / STEP_MS }, (_, index) => new Date(start + index * STEP_MS)),
    );
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((timeZone) => {
      const expected = expectedDays(timeZone);
      return moments.filter((moment) => dayInZone(moment, timeZone) !== expected(moment)).map((at) => [timeZone, at]);
    });
    expect(wrong).toEqual([]);
  });

  test('zones do not share what they remember, nor moments that are far apart', () => {
    const late = new Date('2026-11-29T02:30:00Z');
    expect(dayInZone(late, 'America/Sao_Paulo')).toBe('2026-11-28');
    expect(dayInZone(late, 'America/Noronha')).toBe('2026-11-29');
    expect(dayInZone(new Date('2026-11-29T03:00:00Z'), 'America/Sao_Paulo')).toBe('2026-11-29');
    expect(dayInZone(late, 'America/Sao_Paulo')).toBe('2026-11-28');
  });
});
