import { invalidRequest, keyInUse, keyMisused } from './failure.ts';

export interface StoredAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
  requestId: string;
}

interface Entry {
  path: string;
  params: string;
  at: number;
  answer: StoredAnswer | null;
}

/** Stripe forgets a key a day after its first use. */
const KEPT_MS = 24 * 3_600_000;

/** These tell of the moment, not of the request: the same key may be tried again. */
const NOT_STORED = [401, 403, 409, 429];

export interface IdempotencyKeys {
  /**
   * The stored answer of a key, or `null`, which takes the key until `finish` or `forget`.
   * @throws StripeFailure when it is in use, or was used for another request
   */
  begin(key: string, path: string, params: string): StoredAnswer | null;
  finish(key: string, answer: StoredAnswer): void;
}

/** The idempotency keys of one mode of the account. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const entries = new Map<string, Entry>();
  return {
    begin(key, path, params) {
      if (key.length > 255) {
        throw invalidRequest(`Idempotency key is too long (${key.length} characters), the maximum is 255.`);
      }
      const entry = entries.get(key);
      if (!entry || now() - entry.at >= KEPT_MS) {
        entries.set(key, { path, params, at: now(), answer: null });
        return null;
      }
      if (!entry.answer) throw keyInUse(key);
      if (entry.path !== path)
        throw keyMisused(key, `for the same endpoint they were first used for ('${entry.path}')`);
      if (entry.params !== params) throw keyMisused(key, 'with the same parameters they were first used with');
      return entry.answer;
    },
    finish(key, answer) {
      if (NOT_STORED.includes(answer.status)) entries.delete(key);
      else entries.get(key)!.answer = answer;
    },
  };
}
