import { addDays, daysBetween, isCalendarDate, weekday } from '../base/calendar/calendar-date.ts';

export const SUBSCRIPTION_INTERVALS = ['week', 'month', 'year'] as const;
export type SubscriptionInterval = (typeof SUBSCRIPTION_INTERVALS)[number];

/** The interval, and the day within it. */
export interface Rhythm {
  interval: SubscriptionInterval;
  /** Every so many weeks, months or years; from 1. */
  intervalCount: number;
  /** For weeks: 1 for Monday to 7 for Sunday (ISO 8601). For months and years: the day of the month, 1 to 31. */
  anchorDay: number;
}

/**
 * The due dates of a subscription: calendar days of the store, without end. Each is counted from `originDate`, never
 * from the one before: what a short month moved back (31 January, 28 February) is back in its place in the next long
 * one (31 March).
 */
export interface Schedule extends Rhythm {
  /** The first of its due dates. */
  originDate: string;
}

/** The anchor of who begins on a date and names no day: that very day. */
export function anchorOf(interval: SubscriptionInterval, date: string): number {
  return interval === 'week' ? isoWeekday(date) : Number(date.slice(8));
}

/**
 * The first day on or after `from` that the anchor names; in a month that is too short for it, the month's last day.
 * For years the anchor says the day alone: this function finds the month.
 */
export function firstDueDate({ interval, anchorDay }: Pick<Rhythm, 'interval' | 'anchorDay'>, from: string): string {
  if (interval === 'week') return addDays(from, (anchorDay - isoWeekday(from) + 7) % 7);
  const inThisMonth = dayOfMonth(monthNumber(from), anchorDay);
  return inThisMonth >= from ? inThisMonth : dayOfMonth(monthNumber(from) + 1, anchorDay);
}

/**
 * The due date that has `slot` others before it. @throws RangeError when it leaves the years that have a calendar here
 */
export function dueDateOf({ interval, intervalCount, anchorDay, originDate }: Schedule, slot: number): string {
  if (interval === 'week') return addDays(originDate, slot * intervalCount * 7);
  const months = slot * intervalCount * MONTHS[interval];
  return dayOfMonth(monthNumber(originDate) + months, anchorDay);
}

/** The first due date on a day or after it. */
export function dueOnOrAfter(schedule: Schedule, date: string): string {
  let slot = Math.max(0, slotNear(schedule, date));
  while (dueDateOf(schedule, slot) < date) slot += 1;
  return dueDateOf(schedule, slot);
}

/** The first due date after a day: of a period that begins on that day, the end. */
export function dueAfter(schedule: Schedule, date: string): string {
  return dueOnOrAfter(schedule, addDays(date, 1));
}

const MONTHS = { month: 1, year: 12 } as const;

/** A slot that is not after the first one on or after `date`, and close to it. */
function slotNear({ interval, intervalCount, originDate }: Schedule, date: string): number {
  if (interval === 'week') return Math.floor(daysBetween(originDate, date) / (7 * intervalCount));
  const months = monthNumber(date) - monthNumber(originDate);
  return Math.floor(months / (MONTHS[interval] * intervalCount)) - 1;
}

function isoWeekday(date: string): number {
  return weekday(date) || 7;
}

/** Months since the year 0. */
function monthNumber(date: string): number {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${String(date)}`);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** A day of a month, or its last day where it has fewer. */
function dayOfMonth(month: number, day: number): string {
  const firstOf = (number: number): string =>
    `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`;
  const date = addDays(firstOf(month), day - 1);
  return monthNumber(date) === month ? date : addDays(firstOf(month + 1), -1);
}
