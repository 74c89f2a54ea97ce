import type { EntityManager } from '@mikro-orm/postgresql';
import { dropUpcoming } from './drop-upcoming.ts';
import { closeCanceled, closeEnded } from './cancel-subscription.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { nextStep } from './next-step.ts';
import { endPause } from './pause-subscription.ts';
import { restingStatus } from './resting-status.ts';
import type { SubscriptionStep } from './subscription-news.ts';

export type PlannedMoment = Extract<SubscriptionStep['kind'], 'end_trial' | 'resume' | 'cancel' | 'give_up' | 'end'>;

/**
 * Does the step that was planned for a moment that has come. Nothing happens when the subscription no longer waits for
 * it.
 *
 * @param at in the store's time; later than planned after an outage
 */
export async function passStep(
  em: EntityManager,
  { subscriptionId, kind, at }: { subscriptionId: number; kind: PlannedMoment; at: Date },
): Promise<void> {
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const step = nextStep(change.subscription, change);
    if (step?.kind !== kind || new Date(step.at) > change.at) return;
    await ACTS[kind](change);
  });
}

const ACTS: Record<PlannedMoment, (change: SubscriptionChange) => Promise<void>> = {
  async end_trial({ subscription, company, at, emit }) {
    subscription.status = restingStatus(subscription, { company, at });
    await emit('subscription.trial_ended');
  },
  // Not the day on which it is noticed: after an outage, what was due since then is still to be charged.
  resume: (change) => endPause(change, change.subscription.resumesOn!),
  cancel: (change) => closeCanceled(change, 'requested'),
  async give_up(change) {
    await dropUpcoming(change);
    // The unpaid invoices may be for periods that are not to begin.
    if (change.subscription.pastDueSince) await closeCanceled(change, 'unpaid');
    else await change.emit('subscription.updated', { changed: ['status'] });
  },
  end: closeEnded,
};
