import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysBetween, isCalendarDate, weekday } from '../../../src/base/calendar/calendar-date.ts';

const date = fc.nat(100_000).map((days) => addDays('1950-01-01', days));

describe('isCalendarDate', () => {
  test.each(['2024-02-29', '2000-02-29', '2025-12-31', '1000-01-01', '9999-12-31'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each(['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '2025-01-32'])(
    '%s does not exist',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );

  test.each([
    ['2025-1-1'],
    ['25-01-01'],
    ['0999-01-01'],
    ['10000-01-01'],
    ['2025-01-01T00:00:00Z'],
    ['2025-01-01\n'],
    [' 2025-01-01'],
    ['01/01/2025'],
    [''],
    [20250101],
    [new Date(0)],
    [null],
    [undefined],
  ])('only YYYY-MM-DD is a calendar date: %p', (x) => {
    expect(isCalendarDate(x)).toBe(false);
  });
});

describe('addDays', () => {
  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2025-03-01', -1, '2025-02-28'],
    ['1997-10-07', 9999, '2025-02-21'],
    ['2018-11-03', 1, '2018-11-04'], // summer time began at midnight in São Paulo: no day is lost
    ['2025-06-10', 0, '2025-06-10'],
  ])('%s and %d days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
  });

  test('daysBetween undoes it', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -20_000, max: 20_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });

  test('the returned date exists, and the next day is the next weekday', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(isCalendarDate(day)).toBe(true);
        expect(weekday(addDays(day, 1))).toBe((weekday(day) + 1) % 7);
      }),
    );
  });

  test.each([
    ['9999-12-31', 1],
    ['1000-01-01', -1],
    ['2025-01-01', 1e12],
    ['2025-01-01', 0.5],
    ['2025-01-01', NaN],
    ['2025-02-30', 1],
  ])('%s and %d days is refused', (from, days) => {
    expect(() => addDays(from, days)).toThrow(RangeError);
  });
});

describe('weekday', () => {
  test.each([
    ['1970-01-01', 4],
    ['2025-02-22', 6],
    ['2026-01-04', 0],
    ['1950-01-02', 1],
  ])('the weekday of %s is %d', (day, expected) => {
    expect(weekday(day)).toBe(expected);
  });
});
