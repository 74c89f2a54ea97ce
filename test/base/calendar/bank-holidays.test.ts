import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bankHolidays } from '../../../src/base/calendar/bank-holidays.ts';
import { addDays, daysBetween, isCalendarDate, weekday } from '../../../src/base/calendar/calendar-date.ts';

const year = fc.integer({ min: 2000, max: 9999 });

describe('bankHolidays', () => {
  test.each([
    [2024, '01-01 02-12 02-13 03-29 04-21 05-01 05-30 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2025, '01-01 03-03 03-04 04-18 04-21 05-01 06-19 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2027, '01-01 02-08 02-09 03-26 04-21 05-01 05-27 09-07 10-12 11-02 11-15 11-20 12-25'],
  ])("those of %d are ANBIMA's list", (listed, days) => {
    expect(bankHolidays(listed)).toEqual(days.split(' ').map((day) => `${listed}-${day}`));
  });

  test('20 November is one from 2024 on, and not before', () => {
    expect(bankHolidays(2023)).not.toContain('2023-11-20');
    expect(bankHolidays(2024)).toContain('2024-11-20');
  });

  test.each([
    '2008-03-23',
    '2011-04-24',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2100-03-28',
    '2106-04-18',
    '2160-03-23',
    '2199-04-14',
    '2200-04-06',
    '2285-03-22',
    '2300-04-08',
    '2600-03-23',
    '2900-04-11',
    '3400-04-06',
  ])('Good Friday is two days before Easter, in the years that computations get wrong: %s', (easter) => {
    expect(bankHolidays(Number(easter.slice(0, 4)))).toContain(addDays(easter, -2));
  });

  test('Easter agrees with another algorithm in every year', () => {
    const years = Array.from({ length: 8000 }, (_, i) => 2000 + i);
    expect(years.filter((y) => !bankHolidays(y).includes(addDays(gaussEaster(y), -2)))).toEqual([]);
  });

  test('two holidays on one day are listed once', () => {
    expect(bankHolidays(2079).filter((day) => day === '2079-04-21')).toHaveLength(1); // Good Friday and Tiradentes
  });

  test('in every year they exist, are in order, and the movable ones fall on their weekdays', () => {
    fc.assert(
      fc.property(year, (y) => {
        const days = bankHolidays(y);
        expect(days.every(isCalendarDate)).toBe(true);
        expect([...new Set(days)].sort()).toEqual(days);
        const [monday, tuesday] = days.slice(1, 3) as [string, string];
        expect([weekday(monday), weekday(tuesday)]).toEqual([1, 2]);
        expect(days.some((day) => daysBetween(monday, day) === 46 && weekday(day) === 5)).toBe(true);
        expect(days.some((day) => daysBetween(monday, day) === 108 && weekday(day) === 4)).toBe(true);
      }),
    );
  });

  test.each([1999, 10_000, 2025.5, NaN])('a year without a list is refused: %d', (y) => {
    expect(() => bankHolidays(y)).toThrow(RangeError);
  });
});

/** Easter Sunday by the method of Gauss, with his corrections of 1816 and his two exceptions. */
function gaussEaster(y: number): string {
  const century = Math.floor(y / 100);
  const moon = (15 - Math.floor((13 + 8 * century) / 25) + century - Math.floor(century / 4)) % 30;
  const sun = (4 + century - Math.floor(century / 4)) % 7;
  const d = (19 * (y % 19) + moon) % 30;
  const e = (2 * (y % 4) + 4 * (y % 7) + 6 * d + sun) % 7;
  if (d === 29 && e === 6) return `${y}-04-19`;
  if (d === 28 && e === 6 && (11 * moon + 11) % 30 < 19) return `${y}-04-18`;
  return addDays(`${y}-03-22`, d + e);
}
