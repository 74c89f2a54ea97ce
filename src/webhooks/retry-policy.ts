import type { RetryStrategy } from '../accounts/companies/store-settings.entity.ts';

/** A store's wish for its deliveries. */
export interface WebhookRetryPolicy {
  intervalSeconds: number;
  strategy: RetryStrategy;
  /** An exponential schedule grows to this. Absent in orders from before 0.2.0, which had the default. */
  maxIntervalSeconds?: number;
}

/** An exponential schedule stops growing at a day, unless its store says otherwise. */
const DEFAULT_MAX_INTERVAL_SECONDS = 86_400;

/**
 * The policy in Temporal's terms: it waits from the end of an attempt to the begin of the next.
 *
 * @param attemptsMade attempts of this round that were made before: an exponential schedule goes on where it was
 */
export function temporalBackoff(
  policy: WebhookRetryPolicy,
  attemptsMade = 0,
): { initialInterval: number; backoffCoefficient: number; maximumInterval: number } {
  const initialInterval = secondsUntilRetry(policy, attemptsMade + 1) * 1000;
  const grows = policy.strategy === 'exponential';
  return {
    initialInterval,
    backoffCoefficient: grows ? 2 : 1,
    maximumInterval: Math.max(initialInterval, grows ? longest(policy) * 1000 : 0),
  };
}

/** Seconds to wait after the given attempt of a round (from 1) has failed. */
export function secondsUntilRetry(policy: WebhookRetryPolicy, attempt: number): number {
  const { intervalSeconds, strategy } = policy;
  if (strategy === 'fixed') return intervalSeconds;
  // Beyond thirty doublings any interval has reached its longest.
  return Math.min(intervalSeconds * 2 ** Math.min(attempt - 1, 30), longest(policy));
}

function longest({ intervalSeconds, maxIntervalSeconds = DEFAULT_MAX_INTERVAL_SECONDS }: WebhookRetryPolicy): number {
  return Math.max(maxIntervalSeconds, intervalSeconds);
}
