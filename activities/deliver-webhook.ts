import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { deliverWebhook, type DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';
import { secondsUntilRetry, type WebhookRetryPolicy } from '../src/webhooks/retry-policy.ts';

export type DeliverWebhookActivity = ReturnType<typeof createDeliverWebhook>;

export interface DeliverWebhookInput {
  deliveryId: number;
  /** Attempts that an earlier activity made; this one's are counted on from there. */
  attemptsMade: number;
  attemptsAllowed: number;
  retryPolicy: WebhookRetryPolicy;
}

/** One attempt to deliver; Temporal repeats it as the store's retry policy says. */
export function createDeliverWebhook(deps: DeliverWebhookDeps) {
  return {
    async deliverWebhook(input: DeliverWebhookInput): Promise<{ message: string }> {
      const { deliveryId, attemptsMade, attemptsAllowed, retryPolicy } = input;
      const { attempt } = activityInfo();
      const number = attemptsMade + attempt;
      const retryAfterSeconds = number < attemptsAllowed ? secondsUntilRetry(retryPolicy, attempt) : null;
      const { delivered, message } = await deliverWebhook(deps, { deliveryId, number, retryAfterSeconds });
      if (delivered) return { message };
      throw ApplicationFailure.create({
        type: 'WebhookNotDelivered',
        message: `Attempt ${number} of ${attemptsAllowed}: ${message}`,
      });
    },
  };
}
