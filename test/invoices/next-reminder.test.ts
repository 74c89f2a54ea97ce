import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { ReminderSchedule } from '../../src/accounts/companies/reminder-schedule.ts';
import { isBusinessDay } from '../../src/base/calendar/business-day.ts';
import { endOfQuiet, isQuiet, nextReminder, reminderMoment, stepsAt } from '../../src/invoices/next-reminder.ts';
import { INVOICE_STATUSES, OWED_STATUSES } from '../../src/invoices/state-machine.ts';

const ZONE = 'America/Sao_Paulo';
const at = (text: string): Date => DateTime.fromISO(text, { zone: ZONE }).toJSDate();
const step = (name: string, days: number, time = '09:00') => ({
  ...{ name, days, time, channel: 'email' as const, methods: [] },
});
const schedule: ReminderSchedule = {
  ...{ isOn: true, since: at('2026-01-01T00:00').toISOString(), language: 'pt', businessDaysOnly: false },
  ...{ quietFrom: null, quietUntil: null, replyTo: null, sendsReceipts: true, sendsRefundNotices: true },
  // Not in the order of their moments.
  steps: [step('after', 1), step('before', -3), step('due', 0, '08:30')],
};
/** Due on a Wednesday. */
const invoice = {
  ...{ status: 'pending' as const, paymentMethod: 'boleto' as const, dueDate: '2026-03-11', amountDisputedCents: 0 },
  ...{ remindedUntil: null, remindersHeldAt: null, createdAt: at('2026-03-01T10:00') },
};

describe('the next reminder of an invoice', () => {
  test('is the step whose moment comes first, then the one behind it, then none', () => {
    const seen = [];
    let remindedUntil: Date | null = null;
    for (;;) {
      const { reminderStep, reminderAt } = nextReminder({ ...invoice, remindedUntil }, schedule, ZONE);
      if (reminderStep === null) break;
      seen.push([reminderStep, reminderAt]);
      remindedUntil = reminderAt;
    }
    expect(seen).toEqual([
      ['before', at('2026-03-08T09:00')],
      ['due', at('2026-03-11T08:30')],
      ['after', at('2026-03-12T09:00')],
    ]);
  });

  test('leaves out steps that had passed when the invoice was made, and when the schedule was changed', () => {
    const late = { ...invoice, createdAt: at('2026-03-08T09:00') };
    expect(nextReminder(late, schedule, ZONE).reminderStep).toBe('due');
    const since = at('2026-03-11T08:31').toISOString();
    expect(nextReminder(invoice, { ...schedule, since }, ZONE).reminderStep).toBe('after');
  });

  test.each([
    ['no schedule', {}, null],
    ['a schedule that is off', {}, { ...schedule, isOn: false }],
    ['no due date', { dueDate: null }, schedule],
    ['money that a bank wants back', { amountDisputedCents: 1 }, schedule],
    ['reminders that are held', { remindersHeldAt: new Date() }, schedule],
    ['another method', {}, { ...schedule, steps: [{ ...step('card', 0), methods: ['card' as const] }] }],
  ])('is none with %s', (_what, changes, rules) => {
    expect(nextReminder({ ...invoice, ...changes }, rules, ZONE)).toEqual({ reminderStep: null, reminderAt: null });
  });

  test('is there exactly while the invoice is owed', () => {
    const reminded = INVOICE_STATUSES.filter(
      (status) => nextReminder({ ...invoice, status }, schedule, ZONE).reminderStep !== null,
    );
    expect(reminded).toEqual(
      [...OWED_STATUSES].sort((a, b) => INVOICE_STATUSES.indexOf(a) - INVOICE_STATUSES.indexOf(b)),
    );
  });
});

describe('the steps of a moment', () => {
  const named = (moment: Date, steps: ReminderSchedule['steps'], businessDaysOnly = false): string[] => {
    const rules = { schedule: { ...schedule, steps, businessDaysOnly }, timeZone: ZONE };
    return stepsAt(moment, invoice, rules).map(({ name }) => name);
  };
  const sms = { ...step('by-sms', 0, '08:30'), channel: 'sms' as const };

  test('are one of each channel', () => {
    expect(named(at('2026-03-11T08:30'), [...schedule.steps, sms])).toEqual(['due', 'by-sms']);
    expect(named(at('2026-03-11T08:30'), [step('first', 0, '08:30'), step('second', 0, '08:30')])).toEqual(['first']);
  });

  test('are one reminder where a weekend moves two of them to it', () => {
    const steps = [step('three', -3), step('four', -4)];
    expect(named(at('2026-03-06T09:00'), steps, true)).toEqual(['three']);
  });

  test('are none at a moment of a schedule of before, and none of another method', () => {
    expect(named(at('2026-03-11T08:31'), schedule.steps)).toEqual([]);
    expect(named(at('2026-03-11T08:30'), [{ ...sms, methods: ['card'] }])).toEqual([]);
  });
});

describe('the moment of a step', () => {
  test.each([
    // Good Friday is 3 April 2026.
    ['a day before Easter Monday moves to the Thursday', '2026-04-06', -1, '2026-04-02'],
    ['a Saturday moves to the Monday', '2026-04-11', 0, '2026-04-13'],
    ['a day after a Saturday counts from the Monday, until which nobody is late', '2026-04-11', 1, '2026-04-14'],
    ['a business day stays', '2026-04-08', -1, '2026-04-07'],
  ])('on business days alone: %s', (_what, dueDate, days, day) => {
    const options = { dueDate, businessDaysOnly: true, timeZone: ZONE };
    expect(reminderMoment({ days, time: '09:00' }, options)).toEqual(at(`${day}T09:00`));
  });

  test('is the hour of the wall in the time zone of the store, also where clocks are set forward', () => {
    const options = { dueDate: '2026-03-29', businessDaysOnly: false };
    const lisbon = reminderMoment({ days: 0, time: '09:00' }, { ...options, timeZone: 'Europe/Lisbon' });
    expect(lisbon.toISOString()).toBe('2026-03-29T08:00:00.000Z');
    expect(reminderMoment({ days: 0, time: '09:00' }, { ...options, timeZone: ZONE }).toISOString()).toBe(
      '2026-03-29T12:00:00.000Z',
    );
  });

  test('never says that an invoice is late before it is, and is a business day where that is asked for', () => {
    const days = fc.integer({ min: -60, max: 180 });
    const due = fc
      .integer({ min: 0, max: 3_000 })
      .map((more) => DateTime.utc(2026, 1, 1).plus({ days: more }).toISODate()!);
    fc.assert(
      fc.property(days, due, (away, dueDate) => {
        const moment = reminderMoment(
          { days: away, time: '09:00' },
          { dueDate, businessDaysOnly: true, timeZone: ZONE },
        );
        const day = DateTime.fromJSDate(moment, { zone: ZONE }).toISODate()!;
        expect(isBusinessDay(day)).toBe(true);
        expect(day < dueDate).toBe(away < 0);
      }),
    );
  });
});

describe('quiet hours', () => {
  const night = { quietFrom: '20:00', quietUntil: '08:00' };
  test.each([
    ['2026-03-11T07:59', '2026-03-11T08:00'],
    ['2026-03-11T08:00', null],
    ['2026-03-11T19:59', null],
    ['2026-03-11T20:00', '2026-03-12T08:00'],
    ['2026-03-11T23:59', '2026-03-12T08:00'],
  ])('from 20:00 until 08:00: %s waits until %s', (moment, end) => {
    expect(endOfQuiet(at(moment), night, ZONE)).toEqual(end === null ? null : at(end));
  });

  test('within a day, or none', () => {
    const noon = { quietFrom: '12:00', quietUntil: '14:00' };
    expect(['11:59', '12:00', '13:59', '14:00'].map((time) => isQuiet(time, noon))).toEqual([false, true, true, false]);
    expect(endOfQuiet(at('2026-03-11T13:00'), noon, ZONE)).toEqual(at('2026-03-11T14:00'));
    expect(endOfQuiet(at('2026-03-11T03:00'), { quietFrom: null, quietUntil: null }, ZONE)).toBeNull();
  });
});
