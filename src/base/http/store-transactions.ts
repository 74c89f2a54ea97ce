import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import { nameOfStore, type Store } from '../environment.ts';
import { createKeyedLimiter, type Release } from '../concurrency/keyed-limiter.ts';
import { hasCode, LOCK_NOT_AVAILABLE } from '../db/sql-state.ts';
import { enterStore } from '../db/store-barrier.ts';
import { inTransaction } from '../db/transaction.ts';
import { serviceUnavailable, tooManyRequests } from '../errors/errors.ts';

export interface TransactOptions extends TransactionOptions {
  /** The number of these that may be under way at once for the store: by its plan. */
  places?: number;
  /**
   * The subject that the work changes, `invoice 7`: requests that change the same subject wait for each other in
   * memory, and hold no place.
   */
  line?: string;
  /**
   * The work may be done again from its beginning, as it changes nothing but the record. The request then does not wait
   * for a lock with a connection for long: it begins anew a little later.
   */
  isRepeatable?: boolean;
}

/** Several reads of one request see one state of the record. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/** Opens the transaction of a request of a store, which reaches the rows of that store alone. */
export type StoreTransactions = <T>(
  store: Store,
  work: (tx: EntityManager) => Promise<T>,
  options?: TransactOptions,
) => Promise<T>;

/** The number of requests of a store that may be under way at once where its plan is not known. */
export const LEAST_REQUESTS_AT_ONCE = 4;

/** A request waits for so long, for a place, its turn and a lock together. */
const PATIENCE_MS = 10_000;
/**
 * A lock is waited for with a connection for so long; others of the store have its place then, for a moment at least.
 */
const LOCK_PATIENCE_MS = 1_000;
const BEFORE_NEXT_TRY_MS = { atLeast: 50, atMost: 150 };
const RETRY_AFTER_SECONDS = 1;

/**
 * A store that sends a hundred requests at once waits for itself, in memory, and not with the connections that the
 * requests of other stores need. A place is held by what uses a connection: whoever waits for the same invoice as
 * another, or for a lock that is not free, has none.
 *
 * @throws ApiError 429 `too_many_at_once` for a request that found no place in time; 503 where a lock was not free in
 *   time
 */
export function createStoreTransactions(
  em: EntityManager,
  { longestMs = PATIENCE_MS }: { longestMs?: number } = {},
): StoreTransactions {
  const places = createKeyedLimiter<string>({ places: LEAST_REQUESTS_AT_ONCE, patienceMs: longestMs });
  const lines = createKeyedLimiter<string>({ places: 1, patienceMs: longestMs });
  return async <T>(store: Store, work: (tx: EntityManager) => Promise<T>, options: TransactOptions = {}) => {
    const { places: most, line, isRepeatable = false, ...transaction } = options;
    const whose = nameOfStore(store);
    const until = performance.now() + longestMs;
    const patienceMs = (): number => Math.max(0, until - performance.now());
    const enterAndWork = async (tx: EntityManager): Promise<T> => {
      await enterStore(tx, store, { lockTimeoutMs: isRepeatable ? LOCK_PATIENCE_MS : 0 });
      return work(tx);
    };
    const leave = line === undefined ? null : await inTime(lines.acquire(`${whose} ${line}`), busy);
    try {
      for (;;) {
        const wish = { patienceMs: patienceMs(), ...(most !== undefined && { places: most }) };
        const release = await inTime(places.acquire(whose, wish), tooMany);
        try {
          return await inTransaction(em, enterAndWork, transaction);
        } catch (error) {
          if (!isRepeatable || !hasCode(error, LOCK_NOT_AVAILABLE) || patienceMs() === 0) throw error;
        } finally {
          release();
        }
        const { atLeast, atMost } = BEFORE_NEXT_TRY_MS;
        await pause(atLeast + Math.random() * (atMost - atLeast));
      }
    } finally {
      leave?.();
    }
  };
}

async function inTime(place: Promise<Release | null>, otherwise: () => Error): Promise<Release> {
  const release = await place;
  if (!release) throw otherwise();
  return release;
}

function tooMany(): Error {
  const detail = 'This store has too many requests under way. Nothing was changed: try again, with fewer at once.';
  return tooManyRequests('too_many_at_once', detail, RETRY_AFTER_SECONDS);
}

function busy(): Error {
  return serviceUnavailable('Other requests were changing the same. Nothing was changed: try again.');
}
