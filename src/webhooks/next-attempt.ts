import { readRetryAfter } from '../base/outgoing/read-retry-after.ts';
import type { WebhookAttempt } from './webhook-attempt.entity.ts';

/** The end of an attempt and the wish of its receiver, as the record has them. */
export type LastAttempt = Pick<WebhookAttempt, 'startedAt' | 'durationMs' | 'statusCode' | 'responseHeaders'>;

/**
 * When a delivery is due again: the wait of the store's policy, counted from the end of the last attempt, and not
 * before the time that the receiver asked for. A worker whose clock is ahead records an end that lies in the future:
 * the wait counts from now instead.
 *
 * @param last null where no record of the attempt exists
 * @param policySeconds wait of the store's policy after this attempt
 */
export function nextAttemptAt(last: LastAttempt | null, policySeconds: number, now: Date): Date {
  const recorded = last?.startedAt ? last.startedAt.getTime() + (last.durationMs ?? 0) : now.getTime();
  const ended = Math.min(recorded, now.getTime());
  const header = last?.responseHeaders?.['retry-after'];
  const asked = last?.statusCode ? readRetryAfter({ statusCode: last.statusCode, header }, new Date(ended)) : null;
  return new Date(ended + Math.max(policySeconds, asked ?? 0) * 1000);
}
