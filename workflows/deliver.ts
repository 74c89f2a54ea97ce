import { ActivityFailure, isCancellation, proxyActivities, sleep, TimeoutFailure } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index.ts';
import type { DeliveryOrder } from '../src/invoices/invoice-news.ts';
import { TASK_QUEUES } from '../src/temporal/task-queues.ts';
import { temporalBackoff } from '../src/webhooks/retry-policy.ts';
import { msUntil } from './time.ts';

const { recordLostAttempt } = proxyActivities<WebhookActivities>({
  taskQueue: TASK_QUEUES.webhooks,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Delivers one event to one endpoint, with the retries that its store asked for. A receiver's failure is no failure. */
export async function deliver(order: DeliveryOrder): Promise<void> {
  const { deliveryId, attemptsMade, attemptsAllowed, retryPolicy } = order;
  if (order.notBefore) await sleep(msUntil(order.notBefore), { summary: `next attempt of delivery ${deliveryId}` });

  const { deliverWebhook } = proxyActivities<WebhookActivities>({
    taskQueue: TASK_QUEUES.webhooks,
    // More than the receiver is given, so that only a worker that died is ever timed out.
    startToCloseTimeout: '30 seconds',
    retry: {
      ...temporalBackoff(retryPolicy),
      // At least one: 0 would mean without end.
      maximumAttempts: Math.max(1, attemptsAllowed - attemptsMade),
    },
    summary: `${order.event} → endpoint ${order.endpointId}`,
  });
  try {
    await deliverWebhook({
      deliveryId,
      attemptsMade,
      attemptsAllowed: Math.max(attemptsAllowed, attemptsMade + 1),
      retryPolicy,
    });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    // The activity records every attempt that it sees end. A worker that died in the last one saw nothing.
    if (error.cause instanceof TimeoutFailure) await recordLostAttempt({ deliveryId, attemptsAllowed });
  }
}
