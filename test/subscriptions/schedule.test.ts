import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { addDays } from '../../src/base/calendar/calendar-date.ts';
import {
  anchorOf,
  dueAfter,
  dueDateOf,
  dueOnOrAfter,
  firstDueDate,
  SUBSCRIPTION_INTERVALS,
  type Rhythm,
  type Schedule,
} from '../../src/subscriptions/schedule.ts';

describe('the due dates of a subscription', () => {
  test.each([
    ['every month', 'month', 1, 31, '2026-01-31', '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31'],
    ['every month of a leap year', 'month', 1, 31, '2028-01-31', '2028-01-31 2028-02-29 2028-03-31 2028-04-30'],
    ['on the 30th', 'month', 1, 30, '2026-01-30', '2026-01-30 2026-02-28 2026-03-30 2026-04-30'],
    ['from the end of a short month', 'month', 1, 31, '2026-02-28', '2026-02-28 2026-03-31 2026-04-30'],
    ['on a day that has passed', 'month', 1, 5, '2026-03-10', '2026-04-05 2026-05-05 2026-06-05'],
    ['on a day that has passed, in December', 'month', 1, 15, '2026-12-20', '2027-01-15 2027-02-15'],
    ['over the end of a year', 'month', 1, 10, '2026-11-10', '2026-11-10 2026-12-10 2027-01-10'],
    ['every 3 months', 'month', 3, 31, '2026-08-31', '2026-08-31 2026-11-30 2027-02-28 2027-05-31'],
    ['every 24 months', 'month', 24, 29, '2026-02-15', '2026-02-28 2028-02-29 2030-02-28'],
    ['every year', 'year', 1, 29, '2028-02-29', '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29'],
    ['over a century', 'year', 4, 29, '2096-02-29', '2096-02-29 2100-02-28 2104-02-29'],
    ['every year on a day that has passed', 'year', 1, 5, '2026-12-10', '2027-01-05 2028-01-05'],
    ['every 2 weeks on Monday', 'week', 2, 1, '2026-03-04', '2026-03-09 2026-03-23 2026-04-06'],
    ['every week on Sunday', 'week', 1, 7, '2026-12-27', '2026-12-27 2027-01-03 2027-01-10'],
  ] as const)('%s: each %s by %d, on %d, from %s', (_, interval, intervalCount, anchorDay, from, expected) => {
    const schedule = startedOn(from, { interval, intervalCount, anchorDay });
    const dates = expected.split(' ');
    expect(dates.map((_date, slot) => dueDateOf(schedule, slot))).toEqual(dates);
  });

  test('each is after the one before', () => {
    fc.assert(
      fc.property(schedules(), slots(), (schedule, slot) => {
        expect(dueDateOf(schedule, slot + 1) > dueDateOf(schedule, slot)).toBe(true);
      }),
    );
  });

  test('the first is the origin', () => {
    fc.assert(
      fc.property(schedules(), (schedule) => {
        expect(dueDateOf(schedule, 0)).toBe(schedule.originDate);
      }),
    );
  });

  test('each falls on the weekday of the anchor, or on its day of the month or the last one', () => {
    fc.assert(
      fc.property(schedules(), slots(), (schedule, slot) => {
        expect(isOnAnchor(schedule, dueDateOf(schedule, slot))).toBe(true);
      }),
    );
  });

  test('none drifts: each is in the week or month that luxon counts from the origin at once', () => {
    fc.assert(
      fc.property(schedules(), slots(), (schedule, slot) => {
        const due = DateTime.fromISO(dueDateOf(schedule, slot), { zone: 'utc' });
        const unit = schedule.interval === 'week' ? 'week' : 'month';
        const begin = DateTime.fromISO(schedule.originDate, { zone: 'utc' }).startOf(unit);
        const counted = begin.plus({ [schedule.interval]: slot * schedule.intervalCount });
        expect(due.startOf(unit).toISODate()).toBe(counted.toISODate());
      }),
    );
  });

  test.each(SUBSCRIPTION_INTERVALS)('a due date beyond the year 9999 is refused: each %s', (interval) => {
    const schedule: Schedule = { interval, intervalCount: 24, anchorDay: 1, originDate: '2026-06-01' };
    expect(() => dueDateOf(schedule, 1_000_000)).toThrow(RangeError);
  });
});

describe('the first due date', () => {
  test('is the least day from the start on that the anchor names', () => {
    fc.assert(
      fc.property(rhythms(), dates(), (rhythm, from) => {
        let day = from;
        while (!isOnAnchor(rhythm, day)) day = addDays(day, 1);
        expect(firstDueDate(rhythm, from)).toBe(day);
      }),
    );
  });

  test('is the start itself for who names no day: the anchor is its weekday or its day of the month', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SUBSCRIPTION_INTERVALS), dates(), (interval, from) => {
        const { weekday, day } = DateTime.fromISO(from, { zone: 'utc' });
        const anchorDay = anchorOf(interval, from);
        expect(anchorDay).toBe(interval === 'week' ? weekday : day);
        expect(firstDueDate({ interval, anchorDay }, from)).toBe(from);
      }),
    );
  });

  test.each(SUBSCRIPTION_INTERVALS)('from a day that does not exist is refused: each %s', (interval) => {
    expect(() => firstDueDate({ interval, anchorDay: 1 }, '2026-02-29')).toThrow(RangeError);
  });
});

describe('the due date from a day on', () => {
  test('is the least one on or after it, and the least one after it', () => {
    fc.assert(
      fc.property(schedules(), fc.integer({ min: -800, max: 8_000 }), (schedule, days) => {
        const date = addDays(schedule.originDate, days);
        expect(dueOnOrAfter(schedule, date)).toBe(walkTo(schedule, (due) => due >= date));
        expect(dueAfter(schedule, date)).toBe(walkTo(schedule, (due) => due > date));
      }),
    );
  });

  test('is the day itself when it is due, and the next one after it', () => {
    fc.assert(
      fc.property(schedules(), slots(), (schedule, slot) => {
        const due = dueDateOf(schedule, slot);
        expect(dueOnOrAfter(schedule, due)).toBe(due);
        expect(dueAfter(schedule, due)).toBe(dueDateOf(schedule, slot + 1));
        expect(dueOnOrAfter(schedule, addDays(due, 1))).toBe(dueDateOf(schedule, slot + 1));
        expect(dueAfter(schedule, addDays(due, -1))).toBe(due);
      }),
    );
  });

  test('the periods leave out no day and share none', () => {
    fc.assert(
      fc.property(schedules(), fc.nat(8_000), (schedule, days) => {
        const date = addDays(schedule.originDate, days);
        const starts = [schedule.originDate];
        while (starts.at(-1)! <= addDays(date, 800)) starts.push(dueDateOf(schedule, starts.length));
        const periods = starts.slice(1).map((end, slot) => ({ start: starts[slot]!, end }));
        expect(periods.filter(({ start, end }) => start <= date && date < end)).toHaveLength(1);
      }),
    );
  });
});

function startedOn(from: string, rhythm: Rhythm): Schedule {
  return { ...rhythm, originDate: firstDueDate(rhythm, from) };
}

function isOnAnchor({ interval, anchorDay }: Rhythm, date: string): boolean {
  const { weekday, day, daysInMonth } = DateTime.fromISO(date, { zone: 'utc' });
  return interval === 'week' ? weekday === anchorDay : day === Math.min(anchorDay, daysInMonth!);
}

function walkTo(schedule: Schedule, isReached: (due: string) => boolean): string {
  let slot = 0;
  while (!isReached(dueDateOf(schedule, slot))) slot += 1;
  return dueDateOf(schedule, slot);
}

/** Up to 2099, and often around the end of a February. */
function dates(): fc.Arbitrary<string> {
  const aroundFebruary = fc
    .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: -32, max: 32 }))
    .map(([year, days]) => addDays(`${year}-03-01`, days));
  return fc.oneof(
    fc.nat(36_500).map((days) => addDays('2000-01-01', days)),
    aroundFebruary,
  );
}

function rhythms(): fc.Arbitrary<Rhythm> {
  const intervalCount = fc.integer({ min: 1, max: 24 });
  return fc.oneof(
    fc.record({
      interval: fc.constant('week' as const),
      intervalCount,
      anchorDay: fc.integer({ min: 1, max: 7 }),
    }),
    fc.record({
      interval: fc.constantFrom('month' as const, 'year' as const),
      intervalCount,
      anchorDay: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 })),
    }),
  );
}

function schedules(): fc.Arbitrary<Schedule> {
  return fc.tuple(dates(), rhythms()).map(([from, rhythm]) => startedOn(from, rhythm));
}

function slots(): fc.Arbitrary<number> {
  return fc.nat(200);
}
