import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, isBusinessDay, nextBusinessDay } from '../../../src/base/calendar/business-day.ts';
import { daysBetween } from '../../../src/base/calendar/calendar-date.ts';

const date = fc.nat(30_000).map((days) => addDays('2000-01-01', days));

describe('isBusinessDay', () => {
  test.each(['2026-01-02', '2026-02-18', '2025-12-24', '2024-12-31', '2025-12-31', '2026-12-31', '2023-11-20'])(
    '%s is one: a weekday, Ash Wednesday, the eve of a holiday or the last day of a year',
    (day) => {
      expect(isBusinessDay(day)).toBe(true);
    },
  );

  test.each([
    '2026-01-03',
    '2026-01-04',
    '2026-01-01',
    '2026-02-16',
    '2026-02-17',
    '2026-04-03',
    '2026-06-04',
    '2026-11-20',
  ])('%s is none: a Saturday, a Sunday or a bank holiday', (day) => {
    expect(isBusinessDay(day)).toBe(false);
  });

  test.each(['2026-02-29', 'tomorrow', '2026-01-02T12:00:00Z'])('text that is no date is refused: %p', (text) => {
    expect(() => isBusinessDay(text)).toThrow(RangeError);
  });
});

describe('nextBusinessDay', () => {
  test.each([
    ['2026-03-10', '2026-03-10'],
    ['2026-03-14', '2026-03-16'],
    ['2026-02-14', '2026-02-18'], // Carnival: Saturday to Ash Wednesday
    ['2026-04-03', '2026-04-06'], // Good Friday to Monday
    ['2026-12-31', '2026-12-31'],
    ['2027-01-01', '2027-01-04'], // New Year on a Friday
    ['2024-11-15', '2024-11-18'],
    ['2023-12-30', '2024-01-02'], // a weekend, then New Year
  ])('from %s it is %s', (from, expected) => {
    expect(nextBusinessDay(from)).toBe(expected);
  });

  test('it is the first business day on or after the date, at most five days later', () => {
    fc.assert(
      fc.property(date, (from) => {
        const next = nextBusinessDay(from);
        const wait = daysBetween(from, next);
        const skipped = Array.from({ length: wait }, (_, i) => addDays(from, i));
        expect(isBusinessDay(next)).toBe(true);
        expect(skipped.some(isBusinessDay)).toBe(false);
        expect(wait >= 0 && wait <= 5).toBe(true);
      }),
    );
  });

  test('a second application changes nothing', () => {
    fc.assert(
      fc.property(date, (from) => {
        expect(nextBusinessDay(nextBusinessDay(from))).toBe(nextBusinessDay(from));
      }),
    );
  });
});
