import { activityInfo, ApplicationFailure, log } from '@temporalio/activity';
import { deliverWebhook, type DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';
import type { AttemptRecord } from '../src/webhooks/record-attempt.ts';
import { secondsUntilRetry, type WebhookRetryPolicy } from '../src/webhooks/retry-policy.ts';

export type DeliverWebhookActivity = ReturnType<typeof createDeliverWebhook>;

export interface DeliverWebhookInput {
  deliveryId: number;
  endpointId: number;
  /** Attempts that an earlier activity made; this one's are counted on from there. */
  attemptsMade: number;
  attemptsAllowed: number;
  retryPolicy: WebhookRetryPolicy;
  /** Attempts of earlier rounds among `attemptsMade`. */
  attemptsBefore: number;
  /** Tried although the endpoint is paused. */
  evenIfPaused: boolean;
}

export type DeliverWebhookOutput =
  | { status: 'ended'; message: string }
  /** The endpoint is paused; the delivery stays pending until it is let go. */
  | { status: 'held'; message: string }
  /** No attempt was made this time; those before it were. */
  | { status: 'postponed'; message: string; attemptsMade: number; retryAfterSeconds: number }
  | { status: 'unrecorded'; message: string; attempt: AttemptRecord };

/** A postponed delivery comes back after about this long; spread, so that those of a burst do not come back together. */
const POSTPONED_SECONDS = { atLeast: 5, atMost: 15 };

/** One attempt to deliver. Only a receiver's failure is thrown: Temporal repeats it as the store's retry policy says. */
export function createDeliverWebhook(deps: DeliverWebhookDeps) {
  return {
    async deliverWebhook(input: DeliverWebhookInput): Promise<DeliverWebhookOutput> {
      // What 0.1.0 scheduled has neither rounds nor probes.
      const { attemptsBefore = 0, evenIfPaused = false } = input as Partial<DeliverWebhookInput>;
      const { deliveryId, endpointId, attemptsMade, attemptsAllowed, retryPolicy } = input;
      const { attempt } = activityInfo();
      const number = attemptsMade + attempt;
      const intervalSeconds = secondsUntilRetry(retryPolicy, number - attemptsBefore);
      const retryAfterSeconds = number < attemptsAllowed ? intervalSeconds : null;
      const result = await deliverWebhook(deps, { deliveryId, endpointId, number, retryAfterSeconds, evenIfPaused });
      if ('cause' in result && result.cause) log.error(result.message, { error: result.cause });
      const { status, message } = result;
      switch (status) {
        case 'ended':
        case 'held':
          return { status, message };
        case 'failed':
          throw ApplicationFailure.create({
            type: 'WebhookNotDelivered',
            message: `Attempt ${number} of ${attemptsAllowed}: ${message}`,
            // The receiver asked for more time than the store's policy gives it.
            ...(result.retryAfterSeconds !== null && result.retryAfterSeconds > intervalSeconds
              ? { nextRetryDelay: result.retryAfterSeconds * 1000 }
              : {}),
          });
        case 'postponed':
          return { status, message, attemptsMade: number - 1, retryAfterSeconds: someSeconds() };
        case 'unrecorded':
          return { status, message, attempt: result.attempt };
      }
    },
  };
}

function someSeconds(): number {
  const { atLeast, atMost } = POSTPONED_SECONDS;
  return Math.round(atLeast + Math.random() * (atMost - atLeast));
}
