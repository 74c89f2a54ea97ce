import { activityInfo, ApplicationFailure, log } from '@temporalio/activity';
import { deliverWebhook, holdWithoutPlace, type DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';
import { recordLostAttempt, type DeliveryAttemptRecord } from '../src/webhooks/record-attempt.ts';
import type { DeliveryAttemptInput } from '../src/webhooks/first-attempt.ts';
import { secondsUntilRetry } from '../src/webhooks/retry-policy.ts';

export type DeliverWebhookActivity = ReturnType<typeof createDeliverWebhook>;

export interface DeliverWebhookInput extends DeliveryAttemptInput {
  /** A receiver's failure is an outcome, and not thrown. Absent: false. */
  returnsFailure?: true;
}

/** The outcome of an attempt that was made, or of asking for an attempt, in a workflow's terms. */
export type DeliveryOutcome =
  | { status: 'ended'; message: string }
  /** The endpoint is paused; the delivery stays pending until it is let go. */
  | { status: 'held'; message: string }
  /** No attempt was made this time; those before it were. */
  | { status: 'postponed'; message: string; attemptsMade: number; retryAfterSeconds: number }
  /** The attempt was made; the record could not be told. */
  | { status: 'unrecorded'; message: string; attempt: DeliveryAttemptRecord }
  /**
   * The attempt was made and failed, which is on record. Null: it was the last. The activity of a single delivery
   * throws this outcome where its workflow knows already that the delivery fails.
   */
  | {
      status: 'failed';
      message: string;
      attemptsMade: number;
      retryAfterSeconds: number | null;
      askedForMore: boolean;
    };

/**
 * A postponed delivery comes back after about this long; spread, so that those of a burst do not come back together.
 */
const POSTPONED_SECONDS = { atLeast: 5, atMost: 15 };
const NO_PLACE = 'its receiver has enough under way, or does not answer';

/**
 * Makes an attempt to deliver. Only a receiver's failure is thrown: Temporal repeats it as the store's retry policy
 * says, unless the workflow is to hear of it, or the clock of a sandbox measures the time until then.
 */
export function createDeliverWebhook(deps: DeliverWebhookDeps) {
  return {
    async deliverWebhook(input: DeliverWebhookInput): Promise<DeliveryOutcome> {
      const { attempt, priority } = activityInfo();
      const outcome = await makeAttempt(deps, input, {
        number: input.attemptsMade + attempt,
        storeName: priority?.fairnessKey,
      });
      if (outcome.status !== 'failed' || input.byClock || input.returnsFailure) return outcome;
      throw ApplicationFailure.create({
        type: 'WebhookNotDelivered',
        message: `Attempt ${outcome.attemptsMade} of ${input.attemptsAllowed}: ${outcome.message}`,
        // The receiver asked for more time than the store's policy gives it.
        ...(outcome.askedForMore ? { nextRetryDelay: outcome.retryAfterSeconds! * 1000 } : {}),
      });
    },

    /**
     * Makes the first attempts of several deliveries of an invoice at once, as one task of Temporal. A receiver's
     * failure is an outcome, which the workflow retries as the store's policy says.
     */
    async deliverTogether({
      deliveries,
    }: {
      deliveries: DeliverWebhookInput[];
    }): Promise<[deliveryId: number, outcome: DeliveryOutcome][]> {
      const storeName = activityInfo().priority?.fairnessKey;
      const held = await holdWithoutPlace(deps, { deliveries, storeName });
      return Promise.all(
        deliveries.map(async (input): Promise<[number, DeliveryOutcome]> => {
          if (held.has(input.deliveryId)) return [input.deliveryId, { status: 'held', message: NO_PLACE }];
          const outcome = await makeAttempt(deps, input, { number: input.attemptsMade + 1, storeName });
          return [input.deliveryId, outcome];
        }),
      );
    },
  };
}

/** Makes the attempt of this number and says in a workflow's terms what came of it. */
export async function makeAttempt(
  deps: DeliverWebhookDeps,
  input: DeliverWebhookInput,
  { number, storeName }: { number: number; storeName?: string | undefined },
): Promise<DeliveryOutcome> {
  // An activity that 0.1.0 scheduled has neither rounds nor probes.
  const { attemptsBefore = 0, evenIfPaused = false } = input as Partial<DeliverWebhookInput>;
  const { deliveryId, endpointId, attemptsAllowed, retryPolicy } = input;
  const retryAfter = (made: number): number | null =>
    made < attemptsAllowed ? secondsUntilRetry(retryPolicy, made - attemptsBefore) : null;
  const request = { deliveryId, endpointId, storeName, number, attemptsAllowed, retryAfter, evenIfPaused };
  const result = await deliverWebhook(deps, request);
  if ('cause' in result && result.cause) log.error(result.message, { error: result.cause });
  const { status, message } = result;
  switch (status) {
    case 'ended':
    case 'held':
      return { status, message };
    case 'made':
      return {
        status: 'failed',
        message,
        attemptsMade: result.number,
        askedForMore: true,
        retryAfterSeconds: result.retryAfterSeconds,
      };
    case 'spent':
      await recordLostAttempt(deps, { deliveryId, attemptsAllowed, runsIn: result.runsIn });
      return { status: 'ended', message };
    case 'failed': {
      const asked = result.retryAfterSeconds ?? 0;
      const retryAfterSeconds = retryAfter(result.number);
      const askedForMore = retryAfterSeconds !== null && asked > retryAfterSeconds;
      return {
        ...{ status, message, attemptsMade: result.number, askedForMore },
        retryAfterSeconds: askedForMore ? asked : retryAfterSeconds,
      };
    }
    case 'postponed':
      return { status, message, attemptsMade: number - 1, retryAfterSeconds: someSeconds() };
    case 'unrecorded':
      return { status, message, attempt: result.attempt };
  }
}

function someSeconds(): number {
  const { atLeast, atMost } = POSTPONED_SECONDS;
  return Math.round(atLeast + Math.random() * (atMost - atLeast));
}
