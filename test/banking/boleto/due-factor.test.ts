import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysBetween } from '../../../src/base/calendar/calendar-date.ts';
import { dateOfFactor, dueFactor } from '../../../src/banking/boleto/due-factor.ts';

/** Every due date from the first with a factor, some 150 years. */
const dueDate = fc.nat(55_000).map((days) => addDays('2000-07-03', days));

describe('dueFactor', () => {
  test.each([
    ['2000-07-03', 1000],
    ['2000-07-04', 1001],
    ['2002-05-01', 1667],
    ['2012-04-27', 5316],
    ['2025-02-20', 9998],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2025-02-23', 1001],
    ['2049-10-13', 9999],
    ['2049-10-14', 1000],
  ])('the factor of %s is %d', (date, factor) => {
    expect(dueFactor(date)).toBe(factor);
  });

  test('it has four digits for every due date', () => {
    fc.assert(
      fc.property(dueDate, (date) => {
        expect(String(dueFactor(date))).toMatch(/^[1-9]\d{3}$/);
      }),
    );
  });

  test.each(['2000-07-02', '1997-10-07', '1990-01-01', '2025-02-29', '22/02/2025', '2025-02-22T00:00:00Z', ''])(
    'what is no due date of a boleto is refused: %p',
    (date) => {
      expect(() => dueFactor(date)).toThrow(RangeError);
    },
  );
});

describe('dateOfFactor', () => {
  test.each([
    [9999, '2025-02-21', '2025-02-21'],
    [9999, '2025-02-22', '2025-02-21'],
    [1000, '2025-02-21', '2025-02-22'],
    [1000, '2025-02-22', '2025-02-22'],
    [1667, '2002-04-01', '2002-05-01'],
    [1667, '2026-03-01', '2026-12-21'],
  ])('%d seen on %s is %s', (factor, near, date) => {
    expect(dateOfFactor(factor, near)).toBe(date);
  });

  test('every due date is read back on any day less than 4500 days away', () => {
    fc.assert(
      fc.property(dueDate, fc.integer({ min: -4499, max: 4499 }), (date, away) => {
        expect(dateOfFactor(dueFactor(date), addDays(date, away))).toBe(date);
      }),
    );
  });

  test('the later of two equally near dates is taken', () => {
    const between = addDays('2000-07-03', 4500);
    expect(dateOfFactor(1000, between)).toBe('2025-02-22');
    expect(dateOfFactor(1000, addDays(between, -1))).toBe('2000-07-03');
  });

  test('its answer has that factor, is nearest, and never lies before the first due date', () => {
    const near = fc.integer({ min: -20_000, max: 55_000 }).map((days) => addDays('2000-07-03', days));
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), near, (factor, today) => {
        const date = dateOfFactor(factor, today);
        const away = Math.abs(daysBetween(today, date));
        expect(dueFactor(date)).toBe(factor);
        expect(away <= 4500 || addDays(date, -9000) < '2000-07-03').toBe(true);
      }),
    );
  });

  test.each([0, 999, 10_000, -1000, 1000.5, NaN])('a number that is no factor is refused: %d', (factor) => {
    expect(() => dateOfFactor(factor, '2025-02-22')).toThrow(RangeError);
  });

  test('a day that does not exist is refused', () => {
    expect(() => dateOfFactor(1000, '2025-02-30')).toThrow(RangeError);
  });
});
