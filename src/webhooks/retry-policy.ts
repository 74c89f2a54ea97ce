import type { RetryStrategy } from '../companies/company.entity.ts';

/** A store's wish for its deliveries. */
export interface WebhookRetryPolicy {
  intervalSeconds: number;
  strategy: RetryStrategy;
}

/** An exponential schedule stops growing at a day. */
const MAX_INTERVAL_SECONDS = 86_400;

/** The policy in Temporal's terms: it waits from the end of an attempt to the begin of the next. */
export function temporalBackoff({ intervalSeconds, strategy }: WebhookRetryPolicy): {
  initialInterval: number;
  backoffCoefficient: number;
  maximumInterval: number;
} {
  const grows = strategy === 'exponential';
  return {
    initialInterval: intervalSeconds * 1000,
    backoffCoefficient: grows ? 2 : 1,
    maximumInterval: (grows ? Math.max(MAX_INTERVAL_SECONDS, intervalSeconds) : intervalSeconds) * 1000,
  };
}

/** Seconds that Temporal waits after the given attempt (from 1) has failed. */
export function secondsUntilRetry(policy: WebhookRetryPolicy, attempt: number): number {
  const { initialInterval, backoffCoefficient, maximumInterval } = temporalBackoff(policy);
  return Math.min(initialInterval * backoffCoefficient ** (attempt - 1), maximumInterval) / 1000;
}
