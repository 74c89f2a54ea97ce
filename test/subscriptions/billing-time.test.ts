import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime, IANAZone, Settings } from 'luxon';
import { addDays, daysBetween } from '../../src/base/calendar/calendar-date.ts';
import { momentOf, type BillingClock } from '../../src/subscriptions/billing-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const FIRST_DAY = '2000-01-01';
const DAYS = daysBetween(FIRST_DAY, '2035-12-31');
const ZONES = [
  'America/Sao_Paulo',
  'America/Noronha',
  'America/New_York',
  'Europe/Lisbon',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Auckland',
];
const CHANGES = ZONES.flatMap((timeZone) => daysOfChange(timeZone).map((date) => ({ timeZone, date })));

const realNow = Settings.now;

afterEach(() => {
  Settings.now = realNow;
});

describe('the moment of a day', () => {
  test.each([
    ['an ordinary day', 'America/Sao_Paulo', '2026-03-10', '06:00', '2026-03-10T09:00:00.000Z'],
    ['a time left out at midnight, 2017', 'America/Sao_Paulo', '2017-10-15', '00:00', '2017-10-15T03:00:00.000Z'],
    ['a time left out at midnight, 2018', 'America/Sao_Paulo', '2018-11-04', '00:30', '2018-11-04T03:30:00.000Z'],
    ['the last minute before it', 'America/Sao_Paulo', '2018-11-03', '23:59', '2018-11-04T02:59:00.000Z'],
    ['the first time after it', 'America/Sao_Paulo', '2018-11-04', '01:00', '2018-11-04T03:00:00.000Z'],
    ['a time that comes twice', 'America/Sao_Paulo', '2018-02-17', '23:30', '2018-02-18T01:30:00.000Z'],
    ['the last minute before it', 'America/Sao_Paulo', '2018-02-17', '22:59', '2018-02-18T00:59:00.000Z'],
    ['the first time after it', 'America/Sao_Paulo', '2018-02-18', '00:00', '2018-02-18T03:00:00.000Z'],
    ['a time left out at night', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['a time that comes twice', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['a time that comes twice', 'Europe/Lisbon', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['half an hour left out', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    ['half an hour that comes twice', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
    ['a zone with minutes', 'Asia/Kathmandu', '2026-03-10', '06:00', '2026-03-10T00:15:00.000Z'],
  ])('%s: %s, %s at %s', (_, timeZone, date, renewalTime, expected) => {
    expect(momentOf(date, { timeZone, renewalTime }).toISOString()).toBe(expected);
  });

  test('is on that very day, there', () => {
    fc.assert(
      fc.property(clocksOnDays(), ({ date, ...clock }) => {
        expect(local(date, clock).toISODate()).toBe(date);
      }),
    );
  });

  test('is before that of the next day', () => {
    fc.assert(
      fc.property(clocksOnDays(), ({ date, ...clock }) => {
        expect(momentOf(addDays(date, 1), clock).getTime()).toBeGreaterThan(momentOf(date, clock).getTime());
      }),
    );
  });

  test('is at the renewal time on every day without a change', () => {
    fc.assert(
      fc.property(clocksOnDays(), ({ date, ...clock }) => {
        fc.pre(offsetsAround(date, clock.timeZone).length === 1);
        expect(local(date, clock).toFormat('HH:mm:ss.SSS')).toBe(`${clock.renewalTime}:00.000`);
      }),
    );
  });

  test('is the first that has the renewal time; where none has it, as far after the change as it would have been', () => {
    fc.assert(
      fc.property(clocksOnDays(), ({ date, ...clock }) => {
        const zone = IANAZone.create(clock.timeZone);
        const asUtc = Date.parse(`${date}T${clock.renewalTime}Z`);
        const offsets = offsetsAround(date, clock.timeZone);
        const possible = offsets
          .map((offset) => asUtc - offset * MINUTE_MS)
          .filter((instant) => instant + zone.offset(instant) * MINUTE_MS === asUtc);
        const withoutTheChange = asUtc - offsets[0]! * MINUTE_MS;
        const expected = possible.length > 0 ? Math.min(...possible) : withoutTheChange;
        expect(momentOf(date, clock).getTime()).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same in whatever season it is asked for', () => {
    fc.assert(
      fc.property(clocksOnDays(), ({ date, ...clock }) => {
        const moments = ['2026-01-15', '2026-07-15'].map((today) => {
          Settings.now = () => Date.parse(today);
          return momentOf(date, clock).toISOString();
        });
        expect(moments[0]).toBe(moments[1]);
      }),
      { numRuns: 1_000 },
    );
  });
});

function local(date: string, clock: BillingClock): DateTime {
  return DateTime.fromJSDate(momentOf(date, clock), { zone: clock.timeZone });
}

/** The offsets from UTC, in minutes, that a zone has from the day before to the day after: the earliest first. */
function offsetsAround(date: string, timeZone: string): number[] {
  const zone = IANAZone.create(timeZone);
  const noon = Date.parse(`${date}T12:00Z`);
  return [...new Set([-1.5, 1.5].map((days) => zone.offset(noon + days * DAY_MS)))];
}

function daysOfChange(timeZone: string): string[] {
  const zone = IANAZone.create(timeZone);
  const dates = Array.from({ length: DAYS }, (_, days) => addDays(FIRST_DAY, days));
  const offsets = dates.map((date) => zone.offset(Date.parse(date)));
  return dates.filter((_, index) => index > 0 && offsets[index] !== offsets[index - 1]);
}

/** Any time on any day, and often a time around a change on a day around one. */
function clocksOnDays(): fc.Arbitrary<BillingClock & { date: string }> {
  const anyDay = fc.record({
    timeZone: fc.constantFrom(...ZONES),
    date: fc.nat(DAYS).map((days) => addDays(FIRST_DAY, days)),
  });
  const aroundAChange = fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2, max: 1 }))
    .map(([{ timeZone, date }, days]) => ({ timeZone, date: addDays(date, days) }));
  const minutes = fc.oneof(fc.nat(1_439), fc.integer({ min: -60, max: 180 }));
  return fc.tuple(fc.oneof(anyDay, aroundAChange), minutes).map(([day, minute]) => ({
    ...day,
    renewalTime: new Date(DAY_MS + minute * MINUTE_MS).toISOString().slice(11, 16),
  }));
}
