import type { SubscriptionChange } from './change-subscription.ts';
import { restingStatus } from './resting-status.ts';
import type { SubscriptionCycle } from './subscription-cycle.entity.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Past due no more, once no cycle is owed whose attempts were spent.
 *
 * @returns whether it was until now
 */
export function recover({ subscription, company, unsettled, at }: SubscriptionChange): boolean {
  const isOwed = ({ cycle: { state, spentAt } }: UnsettledCycle): boolean =>
    spentAt !== null && (state === 'open' || state === 'retrying' || state === 'unpaid');
  if (subscription.pastDueSince === null || unsettled.some(isOwed)) return false;
  subscription.pastDueSince = null;
  subscription.givesUpOn = null;
  subscription.status = restingStatus(subscription, { company, at });
  return true;
}

/** Nothing of a cycle is to be tried any more. */
export function closeCycle(
  cycle: SubscriptionCycle,
  state: 'paid' | 'canceled' | 'dropped' | 'surplus',
  at: Date,
): void {
  Object.assign(cycle, { state, nextAttemptAt: null, asksBankAt: null, spentAt: null, updatedAt: at });
}
