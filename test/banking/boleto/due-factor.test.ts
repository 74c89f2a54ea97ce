import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';
import { dueFactor } from '../../../src/banking/boleto/due-factor.ts';

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
