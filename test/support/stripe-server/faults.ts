import { lockTimeout, rateLimited, StripeFailure, type StripeErrorBody } from './failure.ts';

export type How =
  /** Nothing is done, and never answered. */
  | 'hang_before'
  /** All is done and stored under its key, but not answered. */
  | 'hang_after'
  /** Nothing is done, and the connection is destroyed. */
  | 'drop_before'
  /** All is done and stored under its key, and the connection is destroyed. */
  | 'drop_after'
  /** Nothing is done; the failure is stored under the key. */
  | '500_before'
  /** All is done, yet a failure is answered and stored under the key. */
  | '500_after'
  /** Another request holds the object, which Stripe answers with 429; not stored. */
  | '409_lock'
  /** Too many requests; not stored. */
  | { status: 429; retryAfter?: number }
  /** Nothing is done; stored as such a status is. */
  | { status: number; error: StripeErrorBody }
  /** All is done after this time, during which the key is in use. */
  | { delayMs: number };

export interface Fault {
  /** Any method when it is left out. */
  method?: string;
  /** Without its query: `/v1/refunds`. */
  path: string | RegExp;
  times?: number;
  how: How;
}

export interface Faults {
  add: (fault: Fault) => void;
  /** The fault for this request: each call uses one up. */
  take(method: string, path: string): How | undefined;
}

export function createFaults(): Faults {
  const waiting: (Fault & { left: number })[] = [];
  return {
    add: (fault) => void waiting.push({ ...fault, left: fault.times ?? 1 }),
    take(method, path) {
      const found = waiting.find(
        (fault) =>
          fault.left > 0 &&
          (fault.method ?? method) === method &&
          (typeof fault.path === 'string' ? fault.path === path : fault.path.test(path)),
      );
      if (found) found.left -= 1;
      return found?.how;
    },
  };
}

/** The failure that is answered in the place of the work. */
export function failureInstead(how: How | undefined): StripeFailure | undefined {
  if (how === '409_lock') return lockTimeout();
  if (typeof how !== 'object' || 'delayMs' in how) return undefined;
  if ('error' in how) return new StripeFailure(how.status, how.error);
  return rateLimited(how.retryAfter);
}
