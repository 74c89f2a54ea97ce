import {
  ActivityFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { MandateActivities, SubscriptionActivities } from '../activities/index.ts';
import { isNewer, type SubscriptionNews, type SubscriptionStep } from '../src/subscriptions/subscription-news.ts';
import type { SubscriptionStatus } from '../src/subscriptions/subscription-status.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import { describeSubscription, describeStep } from './describe-subscription.ts';
import { hasCome, msUntil, storeTime, withLatestClock } from './time.ts';

export interface SubscriptionInput {
  subscriptionId: number;
}

export interface SubscriptionResult {
  status: SubscriptionStatus;
  version: number;
}

/** The record of the subscription, or of an invoice that it made, has changed; the news says what follows. */
const subscriptionChanged = defineSignal<[SubscriptionNews]>('recordChanged');

/**
 * Some cycles of a month. A subscription lives for years: a history that ends this early is quick to replay whenever
 * the worker that had it in memory was replaced.
 */
const MAX_HISTORY_LENGTH = 200;

// Unlimited retries: a database that is down, or a store without a gateway, is waited for, in sight of an operator.
const options = {
  taskQueue: TASK_QUEUES.subscriptions,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
} as const;
const { readSubscription } = proxyActivities<SubscriptionActivities>(options);
// An operator sees what fails meanwhile; after some hours the record is asked anew, so that the history stays short.
const { startCycle, settleCharge, retryCharge, passStep } = proxyActivities<SubscriptionActivities>({
  ...options,
  scheduleToCloseTimeout: '6 hours',
});

/** A bank that is slow holds up no steps of other stores. */
const { takeMandateStep, askDebit } = proxyActivities<MandateActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: options.retry,
  scheduleToCloseTimeout: '6 hours',
});

/**
 * The life of a subscription: its trial ends, each cycle begins with an invoice, what became of the charge is taken
 * account of, an unpaid one is tried again, and one day it is over. PostgreSQL is the record; a run takes one step
 * after the other, the earliest first, also those that came due while nobody worked, and ends when nothing follows.
 */
export async function subscription({ subscriptionId }: SubscriptionInput): Promise<SubscriptionResult> {
  // A run that began before this was there has a timer of a millisecond for each step that is due.
  const takesDueAtOnce = patched('due steps at once');
  // A run that began before this was there writes its status each turn.
  const showsChangesAlone = patched('status when it changes');
  let record: SubscriptionNews | undefined;
  const learn = (latest: SubscriptionNews): void => {
    if (!record || isNewer(latest, record)) record = withLatestClock(latest, record);
  };
  setHandler(subscriptionChanged, learn);
  if (!record) learn(await readSubscription({ subscriptionId }));

  for (;;) {
    const known: SubscriptionNews = record!;
    const { status, paymentMethod, version, next } = known;
    const shown = workflowInfo().searchAttributes;
    const isShown = shown.SubscriptionStatus?.[0] === status && shown.PaymentMethod?.[0] === paymentMethod;
    if (!showsChangesAlone) upsertSearchAttributes({ SubscriptionStatus: [status] });
    else if (!isShown) upsertSearchAttributes({ SubscriptionStatus: [status], PaymentMethod: [paymentMethod] });
    setCurrentDetails(describeSubscription(known));
    if (!next) return { status, version };

    const somethingNew = (): boolean => record !== known;
    const summary = `until ${describeStep(next)}, unless something comes first`;
    const byClock = known.clockAt !== undefined;
    const isDue = (takesDueAtOnce || byClock) && hasCome(next.at, known);
    if (!isDue && byClock) await condition(somethingNew);
    else if (isDue || !(await condition(somethingNew, msUntil(next.at), { summary }))) {
      try {
        learn(await take(next, { subscriptionId, at: storeTime(known) }));
      } catch (error) {
        if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
        learn(await readSubscription({ subscriptionId }));
      }
    }
    // Nothing is under way between two steps, so nothing is dropped with the history; the next run asks the record.
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    if (historyLength > MAX_HISTORY_LENGTH || continueAsNewSuggested) {
      await continueAsNew<typeof subscription>({ subscriptionId });
    }
  }
}

/** @returns what the record says after it */
function take(step: SubscriptionStep, moment: { subscriptionId: number; at: string }): Promise<SubscriptionNews> {
  const shown = { summary: describeStep(step) };
  switch (step.kind) {
    case 'start_cycle':
      return startCycle.executeWithOptions(shown, [{ ...moment, dueDate: step.dueDate }]);
    case 'settle_charge':
      return settleCharge.executeWithOptions(shown, [{ ...moment, cycleId: step.cycleId }]);
    case 'retry_charge':
      return retryCharge.executeWithOptions(shown, [{ ...moment, cycleId: step.cycleId }]);
    case 'request_mandate':
    case 'settle_mandate':
    case 'cancel_mandate':
      return takeMandateStep.executeWithOptions(shown, [{ ...moment, mandateId: step.mandateId, kind: step.kind }]);
    case 'ask_debit':
      return askDebit.executeWithOptions(shown, [{ ...moment, cycleId: step.cycleId }]);
    default:
      return passStep.executeWithOptions(shown, [{ ...moment, kind: step.kind }]);
  }
}
