import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { deliverWebhook, type DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';

export type DeliverWebhookActivity = ReturnType<typeof createDeliverWebhook>;

export interface DeliverWebhookInput {
  deliveryId: number;
  /** Attempts that an earlier activity made; this one's are counted on from there. */
  attemptsMade: number;
  attemptsAllowed: number;
}

/** One attempt to deliver; Temporal repeats it as the store's retry policy says. */
export function createDeliverWebhook(deps: DeliverWebhookDeps) {
  return {
    async deliverWebhook({
      deliveryId,
      attemptsMade,
      attemptsAllowed,
    }: DeliverWebhookInput): Promise<{ message: string }> {
      const number = attemptsMade + activityInfo().attempt;
      const retryAfterSeconds = number < attemptsAllowed ? nextIntervalSeconds() : null;
      const { delivered, message } = await deliverWebhook(deps, { deliveryId, number, retryAfterSeconds });
      if (delivered) return { message };
      throw ApplicationFailure.create({
        type: 'WebhookNotDelivered',
        message: `Attempt ${number} of ${attemptsAllowed}: ${message}`,
      });
    },
  };
}

/** What Temporal will wait after this attempt, by the retry policy it was given. */
function nextIntervalSeconds(): number {
  const { attempt, retryPolicy } = activityInfo();
  const initialMs = Number(retryPolicy?.initialInterval ?? 0);
  const growth = (retryPolicy?.backoffCoefficient ?? 1) ** (attempt - 1);
  const maximumMs = Number(retryPolicy?.maximumInterval ?? Infinity);
  return Math.min(initialMs * growth, maximumMs) / 1000;
}
