import { DateTime } from 'luxon';
import type { ReminderSchedule, ReminderStep } from '../accounts/companies/reminder-schedule.ts';
import { addDays, isBusinessDay, nextBusinessDay } from '../base/calendar/business-day.ts';
import type { Invoice } from './invoice.entity.ts';
import { OWED_STATUSES } from './state-machine.ts';

/** The columns of an invoice that its next reminder follows from. */
export type ReminderFacts = Pick<
  Invoice,
  'status' | 'dueDate' | 'paymentMethod' | 'amountDisputedCents' | 'remindedUntil' | 'remindersHeldAt' | 'createdAt'
>;

/** The next reminder, as the record of an invoice keeps it: both null where none is to come. */
export type NextReminder = Pick<Invoice, 'reminderStep' | 'reminderAt'>;

const NONE: NextReminder = { reminderStep: null, reminderAt: null };

/**
 * The reminder that an invoice waits for: the first step of the schedule whose moment has not been passed. A payer is
 * asked while the invoice is owed and has a due date, unless the store holds its reminders, or a bank disputes money.
 * The first of two steps of one moment, as the schedule lists them, comes first.
 */
export function nextReminder(
  invoice: ReminderFacts,
  schedule: ReminderSchedule | null,
  timeZone: string,
): NextReminder {
  const { dueDate, paymentMethod } = invoice;
  if (!schedule?.isOn || dueDate === null || !mayBeReminded(invoice)) return NONE;
  const since = new Date(schedule.since);
  const passed = invoice.remindedUntil ?? invoice.createdAt;
  const after = since > passed ? since : passed;
  let next = NONE;
  for (const step of schedule.steps) {
    if (step.methods.length > 0 && !step.methods.includes(paymentMethod)) continue;
    const at = reminderMoment(step, { dueDate, businessDaysOnly: schedule.businessDaysOnly, timeZone });
    if (at > after && (next.reminderAt === null || at < next.reminderAt)) {
      next = { reminderStep: step.name, reminderAt: at };
    }
  }
  return next;
}

/** Whether the payer of an invoice may be asked for it now. */
export function mayBeReminded({
  status,
  amountDisputedCents,
  remindersHeldAt,
}: Pick<ReminderFacts, 'status' | 'amountDisputedCents' | 'remindersHeldAt'>): boolean {
  return OWED_STATUSES.includes(status) && amountDisputedCents === 0 && remindersHeldAt === null;
}

/**
 * The moment of a step. Days after the due date count from the business day until which it can be paid without fine
 * (Law 7.089/1983): no payer hears that an invoice is late before it is. A step that falls on a day without banks moves
 * to the business day before where it lies before the due date, and to the business day after otherwise.
 */
export function reminderMoment(
  { days, time }: Pick<ReminderStep, 'days' | 'time'>,
  { dueDate, businessDaysOnly, timeZone }: { dueDate: string; businessDaysOnly: boolean; timeZone: string },
): Date {
  let day = addDays(days > 0 ? nextBusinessDay(dueDate) : dueDate, days);
  if (businessDaysOnly) day = days < 0 ? lastBusinessDay(day) : nextBusinessDay(day);
  return DateTime.fromISO(`${day}T${time}`, { zone: timeZone }).toJSDate();
}

function lastBusinessDay(date: string): string {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/**
 * The end of the quiet hours that a moment lies in; null where it lies in none. The hours may pass midnight.
 *
 * @param hours `HH:MM` in the time zone of the store
 */
export function endOfQuiet(
  at: Date,
  { quietFrom, quietUntil }: Pick<ReminderSchedule, 'quietFrom' | 'quietUntil'>,
  timeZone: string,
): Date | null {
  if (quietFrom === null || quietUntil === null) return null;
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  if (!isQuiet(time, { quietFrom, quietUntil })) return null;
  const day = time < quietUntil ? local : local.plus({ days: 1 });
  const [hour, minute] = quietUntil.split(':').map(Number);
  return day.set({ hour: hour!, minute: minute!, second: 0, millisecond: 0 }).toJSDate();
}

/** @param time `HH:MM` */
export function isQuiet(
  time: string,
  { quietFrom, quietUntil }: Pick<ReminderSchedule, 'quietFrom' | 'quietUntil'>,
): boolean {
  if (quietFrom === null || quietUntil === null) return false;
  return quietFrom <= quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil;
}
