import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict } from '../base/errors/errors.ts';
import type { Clock } from '../base/time/clock.ts';
import { setCard } from './card-on-file.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { cancelOwed, dropUpcoming } from './drop-upcoming.ts';
import { findSubscription } from './find-subscription.ts';
import { askByCode, cancelMandate, liveMandate } from './mandates.ts';
import { lockInvoices } from './lock-invoices.ts';
import type { CancellationReason } from './subscription.entity.ts';

export const CANCEL_WHEN = ['now', 'period_end'] as const;
export type CancelWhen = (typeof CANCEL_WHEN)[number];
export const CANCEL_INVOICES = ['cancel', 'keep'] as const;
export type CancelInvoices = (typeof CANCEL_INVOICES)[number];

/**
 * Cancels a subscription, now or when the period that has begun is over. An invoice that was made early for a period
 * that has not begun is taken back in either case. Canceling twice changes nothing; `now` hastens a cancellation that
 * is to come.
 *
 * @param invoices what becomes of unpaid invoices that are due, when it is canceled now: canceled, or still owed
 * @throws ApiError 404; 409 `subscription_over` for one that ended, `subscription_paused` for a period that does not
 *   pass
 */
export async function cancelSubscription(
  { em, clock }: { em: EntityManager; clock: Clock },
  input: { store: Store; subscriptionId: number; when: CancelWhen; invoices: CancelInvoices },
): Promise<void> {
  const { store, subscriptionId, when, invoices } = input;
  await findSubscription(reader(em), { store, subscriptionId });
  const at = await clock.now(store);
  await changeSubscription(em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { subscription } = change;
    if (subscription.status === 'canceled') return;
    if (subscription.status === 'ended') {
      throw conflict('subscription_over', `Subscription ${subscriptionId} has ended: there is nothing to cancel.`);
    }
    if (when === 'period_end') return planCancellation(change);
    await lockInvoices(change.tx, change.unsettled);
    await dropUpcoming(change);
    if (invoices === 'cancel') await cancelOwed(change);
    await closeCanceled(change, 'requested');
  });
}

async function planCancellation(change: SubscriptionChange): Promise<void> {
  const { subscription, emit } = change;
  if (subscription.pausedAt) {
    const why = `Subscription ${subscription.id} is paused, and no period passes: cancel it with "when": "now".`;
    throw conflict('subscription_paused', why);
  }
  if (subscription.cancelAtPeriodEnd) return;
  await dropUpcoming(change);
  subscription.cancelAtPeriodEnd = true;
  await emit('subscription.updated', { changed: ['cancel_at_period_end'] });
}

/** The subscription is over: nothing more is made or tried, and no card is kept. */
export async function closeCanceled(change: SubscriptionChange, reason: CancellationReason): Promise<void> {
  const { subscription, at, emit } = change;
  await close(change);
  Object.assign(subscription, { status: 'canceled', canceledAt: at, cancellationReason: reason });
  await emit('subscription.canceled', { reason });
}

export async function closeEnded(change: SubscriptionChange): Promise<void> {
  const { subscription, at, emit } = change;
  await close(change);
  Object.assign(subscription, { status: 'ended', endedAt: at });
  await emit('subscription.ended');
}

async function close(change: SubscriptionChange): Promise<void> {
  const { subscription, unsettled, mandates, at } = change;
  for (const { cycle } of unsettled) {
    if (cycle.state === 'retrying') Object.assign(cycle, { state: 'unpaid', nextAttemptAt: null, updatedAt: at });
  }
  setCard(subscription, null);
  const mandate = liveMandate(mandates);
  if (mandate) {
    cancelMandate(mandate, at);
    await askByCode(change, mandate);
  }
  subscription.authorizedAt = null;
  const nothing = { pausedAt: null, resumesOn: null, pastDueSince: null, givesUpOn: null };
  Object.assign(subscription, nothing, { cancelAtPeriodEnd: false });
}
