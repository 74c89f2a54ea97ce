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
 */
export function nextReminder(
  invoice: ReminderFacts,
  schedule: ReminderSchedule | null,
  timeZone: string,
): NextReminder {
  if (!schedule?.isOn || !mayBeReminded(invoice)) return NONE;
  const since = new Date(schedule.since);
  const passed = invoice.remindedUntil ?? invoice.createdAt;
  const after = since > passed ? since : passed;
  let next = NONE;
  for (const { step, at } of momentsOf(invoice, schedule, timeZone)) {
    if (at > after && (next.reminderAt === null || at < next.reminderAt)) {
      next = { reminderStep: step.name, reminderAt: at };
    }
  }
  return next;
}

/**
 * The steps that a moment brings, one of each channel: an e-mail and a text message may come together. Steps that
 * weekends or holidays move to one moment are one reminder, that of the first in the schedule.
 */
export function stepsAt(
  moment: Date,
  invoice: Pick<Invoice, 'dueDate' | 'paymentMethod'>,
  { schedule, timeZone }: { schedule: ReminderSchedule; timeZone: string },
): ReminderStep[] {
  const steps = momentsOf(invoice, schedule, timeZone)
    .filter(({ at }) => at.getTime() === moment.getTime())
    .map(({ step }) => step);
  return steps.filter(({ channel }, index) => steps.findIndex((one) => one.channel === channel) === index);
}

/** The steps that are for an invoice, as the schedule lists them, each with its moment. */
function momentsOf(
  { dueDate, paymentMethod }: Pick<Invoice, 'dueDate' | 'paymentMethod'>,
  { steps, businessDaysOnly }: ReminderSchedule,
  timeZone: string,
): { step: ReminderStep; at: Date }[] {
  if (dueDate === null) return [];
  return steps
    .filter(({ methods }) => methods.length === 0 || methods.includes(paymentMethod))
    .map((step) => ({ step, at: reminderMoment(step, { dueDate, businessDaysOnly, timeZone }) }));
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

/** The end of the quiet hours that a moment lies in; null where it lies in none. */
export function endOfQuiet(at: Date, hours: QuietHours, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  if (hours.quietUntil === null || !isQuiet(time, hours)) return null;
  const day = time < hours.quietUntil ? local : local.plus({ days: 1 });
  return DateTime.fromISO(`${day.toISODate()}T${hours.quietUntil}`, { zone: timeZone }).toJSDate();
}

type QuietHours = Pick<ReminderSchedule, 'quietFrom' | 'quietUntil'>;

/**
 * Whether a time of day lies in the quiet hours, which may pass midnight.
 *
 * @param time `HH:MM`
 */
export function isQuiet(time: string, { quietFrom, quietUntil }: QuietHours): boolean {
  if (quietFrom === null || quietUntil === null) return false;
  return quietFrom <= quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil;
}
