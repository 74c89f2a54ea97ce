import { ActivityFailure, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index.ts';
import type { DeliverWebhookOutput } from '../activities/deliver-webhook.ts';
import type { DeliveryOrder } from '../src/invoices/invoice-news.ts';
import { TASK_QUEUES } from '../src/temporal/task-queues.ts';
import { temporalBackoff } from '../src/webhooks/retry-policy.ts';
import { msUntil } from './time.ts';

/** A postponed delivery comes back at least this often, however long the reason lasts. */
const MAX_POSTPONEMENT_SECONDS = 300;

const { recordAttempt, recordLostAttempt } = proxyActivities<WebhookActivities>({
  taskQueue: TASK_QUEUES.webhooks,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/**
 * Delivers one event to one endpoint, with the retries that its store asked for. Temporal repeats the attempts that the
 * receiver failed; what is not the receiver's fault spends none of them and comes back here.
 */
export async function deliver(order: DeliveryOrder): Promise<void> {
  const { deliveryId, attemptsAllowed } = order;
  let attemptsMade = order.attemptsMade;
  let postponements = 0;
  if (order.notBefore) await sleep(msUntil(order.notBefore), { summary: `next attempt of delivery ${deliveryId}` });

  for (;;) {
    const outcome = await tryDelivery(order, attemptsMade);
    if (outcome === null) return recordLostAttempt({ deliveryId, attemptsAllowed });
    if (outcome.status === 'ended') return;
    if (outcome.status === 'unrecorded') {
      const { error, number, retryAfterSeconds } = outcome.attempt;
      await recordAttempt(outcome.attempt);
      if (error === null || retryAfterSeconds === null) return;
      attemptsMade = number;
      await sleep(retryAfterSeconds * 1000, { summary: `next attempt of delivery ${deliveryId}` });
      continue;
    }
    attemptsMade = outcome.attemptsMade;
    const seconds = Math.min(outcome.retryAfterSeconds * 2 ** postponements, MAX_POSTPONEMENT_SECONDS);
    postponements += 1;
    await sleep(seconds * 1000, { summary: `delivery ${deliveryId} is postponed` });
  }
}

/** Null when the attempts are spent: each that the activity saw end is on record, the last perhaps not. */
async function tryDelivery(order: DeliveryOrder, attemptsMade: number): Promise<DeliverWebhookOutput | null> {
  const { deliveryId, endpointId, retryPolicy } = order;
  const attemptsAllowed = Math.max(order.attemptsAllowed, attemptsMade + 1);
  const { deliverWebhook } = proxyActivities<WebhookActivities>({
    taskQueue: TASK_QUEUES.webhooks,
    // More than the receiver is given, so that only a worker that died is ever timed out.
    startToCloseTimeout: '30 seconds',
    // At least one attempt: a maximum of 0 would mean without end.
    retry: { ...temporalBackoff(retryPolicy), maximumAttempts: attemptsAllowed - attemptsMade },
    summary: `${order.event} → endpoint ${endpointId}`,
  });
  try {
    return await deliverWebhook({ deliveryId, endpointId, attemptsMade, attemptsAllowed, retryPolicy });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return null;
  }
}
