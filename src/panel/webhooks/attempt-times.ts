import { secondsUntilRetry, type WebhookRetryPolicy } from '../../webhooks/retry-policy.ts';
import type { Formats } from '../formats.ts';

const UNITS = [86_400, 3_600, 60, 1] as const;

/** When each attempt of a delivery is made, in seconds after the first, if every one fails at once. */
export function attemptTimes(policy: WebhookRetryPolicy, retries: number): number[] {
  const times = [0];
  for (let attempt = 1; attempt <= retries; attempt += 1) {
    times.push(times.at(-1)! + secondsUntilRetry(policy, attempt));
  }
  return times;
}

/** `1 h 15 min`: a length of time in full. */
export function spellDuration(seconds: number, f: Formats): string {
  let left = seconds;
  const parts = UNITS.flatMap((unit) => {
    const whole = left - (left % unit);
    left -= whole;
    return whole > 0 ? [f.duration(whole)] : [];
  });
  return parts.length > 0 ? parts.join(' ') : f.duration(0);
}
