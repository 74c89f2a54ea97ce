import { upcomingDueDate } from '../../subscriptions/next-step.ts';
import { dueAfter, dueOnOrAfter } from '../../subscriptions/schedule.ts';
import type { Subscription } from '../../subscriptions/subscription.entity.ts';

type Course = Parameters<typeof upcomingDueDate>[0] & Parameters<typeof dueAfter>[0] & Pick<Subscription, 'pausedAt'>;

/**
 * The next due dates of a subscription, `count` at most: fewer where it ends before, and none while it is paused for as
 * long as the store wants.
 */
export function upcomingDueDates(subscription: Course, count: number): string[] {
  const { cycles, cyclesMade, endDate, pausedAt, resumesOn } = subscription;
  const next = upcomingDueDate(subscription);
  if (next === null || (pausedAt && !resumesOn)) return [];
  const left = cycles === null ? count : Math.min(count, cycles - cyclesMade);
  const dates: string[] = [];
  // A cycle that would be due during the pause is left out.
  let date = resumesOn !== null && next < resumesOn ? dueOnOrAfter(subscription, resumesOn) : next;
  while (dates.length < left && (endDate === null || date <= endDate)) {
    dates.push(date);
    date = dueAfter(subscription, date);
  }
  return dates;
}
