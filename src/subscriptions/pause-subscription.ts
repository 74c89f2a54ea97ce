import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../base/calendar/calendar-date.ts';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict } from '../base/errors/errors.ts';
import { momentOf } from './billing-time.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Clock } from '../base/time/clock.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { dropUpcoming } from './drop-upcoming.ts';
import { inIdOrder } from '../base/db/in-id-order.ts';
import { findSubscription } from './find-subscription.ts';
import { hasNextCycle } from './next-step.ts';
import { lockInvoices } from './lock-invoices.ts';
import { restingStatus } from './resting-status.ts';
import { dueOnOrAfter } from './schedule.ts';
import { takePayment } from './settle-charge.ts';
import { isDue, makeCycle, moveNextDueDate, type CycleDeps } from './start-cycle.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver } from './subscription-status.ts';
import { checkResumeDate } from './subscription-terms.ts';

/**
 * Pauses a subscription: no invoice is made and no charge tried again. Invoices that were made early for a period that
 * has not begun are taken back; invoices that were due already stay owed. Cycles that would begin during the pause are
 * left out, and do not count.
 *
 * @param resumeDate the day on which the subscription goes on by itself; null: when the store says so. For a
 *   subscription that is paused already, another day takes the place of the first
 * @throws ApiError 404; 409 `subscription_over` or `cancellation_planned`; 422 for a day that is not to come
 */
export async function pauseSubscription(
  deps: CycleDeps & { clock: Clock },
  { store, subscriptionId, resumeDate }: { store: Store; subscriptionId: number; resumeDate: string | null },
): Promise<void> {
  await findSubscription(reader(deps.em), { store, subscriptionId });
  const at = await deps.clock.now(store);
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { subscription, company } = change;
    const today = storeToday(at, company);
    checkPausable(subscription);
    checkResumeDate(resumeDate, today);
    const { pausedAt, resumesOn } = subscription;
    if (pausedAt && !(resumesOn && momentOf(resumesOn, company) <= at)) {
      if (resumesOn === resumeDate) return;
      subscription.resumesOn = resumeDate;
      return change.emit('subscription.updated', { changed: ['resume_date'] });
    }
    await catchUp(deps, change);
    subscription.pausedAt = at;
    subscription.resumesOn = resumeDate;
    subscription.status = restingStatus(subscription, { company, at });
    await change.emit('subscription.paused', { resume_date: resumeDate });
  });
}

/**
 * A step that was due before the pause, and that no worker took, is owed all the same; an invoice that was made early
 * is not.
 */
async function catchUp(deps: CycleDeps, change: SubscriptionChange): Promise<void> {
  const { tx, subscription, company, unsettled, at, emit } = change;
  const today = storeToday(at, company);
  // Everything that is locked below, before the first event is.
  await lockInvoices(tx, unsettled);
  await inIdOrder(tx, subscription, 'invoices');
  if (subscription.pausedAt) await endPause(change, subscription.resumesOn!);
  for (const found of unsettled) if (found.outcome === 'paid') await takePayment(change, found);
  if (subscription.status === 'trialing' && momentOf(subscription.trialEndsOn!, company) <= at) {
    subscription.status = restingStatus(subscription, { company, at });
    await emit('subscription.trial_ended');
  }
  await dropUpcoming(change);
  while (subscription.nextDueDate <= today && isDue(change)) await makeCycle(deps, change);
}

/**
 * Ends a pause, or takes back a cancellation that is still to come. The due dates are those that there would have been:
 * the next charge is due on the first of them that is not past.
 *
 * @throws ApiError 404; 409 `subscription_over` or `subscription_not_paused`
 */
export async function resumeSubscription(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, subscriptionId }: { store: Store; subscriptionId: number },
): Promise<void> {
  await findSubscription(reader(em), { store, subscriptionId });
  const at = await clock.now(store);
  await changeSubscription(em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { subscription, company } = change;
    const { status } = subscription;
    if (isOver(subscription)) {
      throw conflict('subscription_over', `Subscription ${subscriptionId} is ${status}: create a new one.`);
    }
    if (!subscription.pausedAt && !subscription.cancelAtPeriodEnd) {
      const why = `Subscription ${subscriptionId} is ${status}: only one that is paused, or is to be canceled, is resumed.`;
      throw conflict('subscription_not_paused', why);
    }
    const { pausedAt, resumesOn } = subscription;
    const today = storeToday(at, company);
    // Not the day on which it is said, where the pause was to be over before.
    if (pausedAt) return endPause(change, resumesOn && resumesOn < today ? resumesOn : today);
    subscription.cancelAtPeriodEnd = false;
    await change.emit('subscription.updated', { changed: ['cancel_at_period_end'] });
  });
}

/** @throws ApiError 409 */
function checkPausable({ id, status, cancelAtPeriodEnd }: Subscription): void {
  if (isOver({ status })) throw conflict('subscription_over', `Subscription ${id} is ${status}: it cannot be paused.`);
  if (!cancelAtPeriodEnd) return;
  const why = `Subscription ${id} is to be canceled at the end of its period: resume it first, which takes that back.`;
  throw conflict('cancellation_planned', why);
}

/** @param day the first day on which a charge may be due again */
export async function endPause(change: SubscriptionChange, day: string): Promise<void> {
  const { tx, subscription, company, at, emit } = change;
  const { pausedAt, trialEndsOn } = subscription;
  // The end of a last period stays where it is.
  if (subscription.nextDueDate < day && hasNextCycle(subscription)) {
    const next = dueOnOrAfter(subscription, day);
    await moveNextDueDate(tx, subscription, { from: next, to: next });
  }
  subscription.pausedAt = null;
  subscription.resumesOn = null;
  // The days that the payer has left were not to pass during the pause.
  const today = storeToday(at, company);
  const goesOn = day > today ? day : today;
  if (subscription.givesUpOn) subscription.givesUpOn = addDays(goesOn, Math.max(1, company.dunningGraceDays));
  subscription.status = restingStatus(subscription, { company, at });
  await emit('subscription.resumed');
  const trialEnd = trialEndsOn && momentOf(trialEndsOn, company);
  if (trialEnd && trialEnd > pausedAt! && trialEnd <= at) await emit('subscription.trial_ended');
}
