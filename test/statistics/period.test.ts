import { expect, test } from '@jest/globals';
import { lastDays } from '../../src/statistics/period.ts';

const HOUR = 3_600_000;

test('the last days of a store end with its own today', () => {
  // 2 January, 01:30 in UTC, is still New Year's Day in São Paulo.
  const now = new Date('2026-01-02T01:30:00Z');
  const period = lastDays({ now, days: 3, timeZone: 'America/Sao_Paulo' });
  expect(period).toEqual({
    from: new Date('2025-12-30T03:00:00Z'),
    to: new Date('2026-01-02T03:00:00Z'),
    timeZone: 'America/Sao_Paulo',
    dates: ['2025-12-30', '2025-12-31', '2026-01-01'],
  });
  expect(lastDays({ now, days: 1, timeZone: 'UTC' }).dates).toEqual(['2026-01-02']);
});

test.each([
  ['2025-03-30', 23],
  ['2025-10-26', 25],
])('%s has %i hours in Lisbon, as the clocks change', (date, hours) => {
  const { from, to, dates } = lastDays({ now: new Date(`${date}T12:00:00Z`), days: 1, timeZone: 'Europe/Lisbon' });
  expect(dates).toEqual([date]);
  expect((to.getTime() - from.getTime()) / HOUR).toBe(hours);
});

test('a day whose midnight is skipped begins when it first exists', () => {
  // São Paulo, 4 November 2018: after 23:59 came 01:00.
  const period = lastDays({ now: new Date('2018-11-04T15:00:00Z'), days: 1, timeZone: 'America/Sao_Paulo' });
  expect(period.from).toEqual(new Date('2018-11-04T03:00:00Z'));
  expect(period.dates).toEqual(['2018-11-04']);
});
