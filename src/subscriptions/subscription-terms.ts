import { addDays, isCalendarDate } from '../base/calendar/calendar-date.ts';
import { invalidFields, type FieldError } from '../base/errors/errors.ts';
import { invoiceMethodOf, METHODS, type SubscriptionMethod } from '../banking/payment-method.ts';
import type { SubscriptionInterval } from './schedule.ts';

/** Three years: what other platforms take for the longest period that is billed. */
const MAX_INTERVAL_COUNT: Record<SubscriptionInterval, number> = { week: 156, month: 36, year: 3 };
/** Five years, as the due date of an invoice. */
const MAX_START_DAYS = 1_826;
const MAX_ANCHOR_DAY: Record<SubscriptionInterval, number> = { week: 7, month: 31, year: 31 };

/** @throws ApiError 422 naming every field that does not fit the others */
export function checkRhythm(rhythm: {
  interval: SubscriptionInterval;
  intervalCount: number;
  anchorDay: number | null;
}): void {
  const { interval, intervalCount, anchorDay } = rhythm;
  const errors: FieldError[] = [];
  if (intervalCount > MAX_INTERVAL_COUNT[interval]) {
    const message = `interval_count must be at most ${MAX_INTERVAL_COUNT[interval]} for the interval ${interval}: three years.`;
    errors.push({ field: 'interval_count', code: 'too_long', message });
  }
  if (anchorDay !== null && anchorDay > MAX_ANCHOR_DAY[interval]) {
    const message = 'anchor_day must be from 1 (Monday) to 7 (Sunday) for the interval week.';
    errors.push({ field: 'anchor_day', code: 'not_a_weekday', message });
  }
  if (errors.length > 0) throw invalidFields(errors);
}

/** @throws ApiError 422 for a day in the past or too far away */
export function checkStartDate(startDate: string, today: string): void {
  const latest = addDays(today, MAX_START_DAYS);
  const refuse = (code: string, message: string) => invalidFields([{ field: 'start_date', code, message }]);
  if (startDate < today) throw refuse('in_the_past', `start_date ${startDate} is in the past: give ${today} or later.`);
  if (startDate > latest)
    throw refuse('too_far', `start_date ${startDate} is too far away: give ${latest} or earlier.`);
}

/** @throws ApiError 422 for an end that leaves no cycle, or two ends that say different things */
export function checkEnd({
  cycles,
  cyclesMade,
  endDate,
  firstDueDate,
}: {
  cycles: number | null;
  cyclesMade: number;
  endDate: string | null;
  /** The first due date that `endDate` must not exclude. */
  firstDueDate: string;
}): void {
  const refuse = (field: string, code: string, message: string) => invalidFields([{ field, code, message }]);
  if (cycles !== null && endDate !== null) {
    throw refuse(
      'end_date',
      'not_allowed',
      'end_date and cycles exclude each other: leave one of them out, or set it to null.',
    );
  }
  if (cycles !== null && cycles < cyclesMade) {
    throw refuse('cycles', 'too_few', `cycles must be at least ${cyclesMade}: so many have been made.`);
  }
  if (endDate !== null && endDate < firstDueDate) {
    throw refuse('end_date', 'before_start', `end_date ${endDate} leaves no cycle: give ${firstDueDate} or later.`);
  }
}

/** @throws ApiError 422 for a card where none is charged */
export function checkCardToken(paymentMethod: SubscriptionMethod, cardToken: string | null): void {
  if (cardToken === null || METHODS[invoiceMethodOf(paymentMethod)].takesCardToken) return;
  const message = 'card_token is only for subscriptions that are paid by card.';
  throw invalidFields([{ field: 'card_token', code: 'not_allowed', message }]);
}

/** @throws ApiError 422 for a day on which no pause can end any more */
export function checkResumeDate(resumeDate: string | null, today: string): void {
  if (resumeDate === null || (isCalendarDate(resumeDate) && resumeDate > today)) return;
  const message = `resume_date ${resumeDate} is not after today: give ${addDays(today, 1)} or later.`;
  throw invalidFields([{ field: 'resume_date', code: 'not_in_the_future', message }]);
}
