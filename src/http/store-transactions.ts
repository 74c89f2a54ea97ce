import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { createKeyedLimiter, type KeyedLimiter } from '../concurrency/keyed-limiter.ts';
import { enterStore } from '../db/store-barrier.ts';
import { inTransaction } from '../db/transaction.ts';
import { serviceUnavailable } from '../errors/errors.ts';

/** Opens the transaction of a request of a store, which reaches the rows of that store alone. */
export type StoreTransactions = <T>(
  store: Store,
  work: (tx: EntityManager) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

/** Connections that the requests of one store may hold at once in a process, of the ten that there are. */
const PLACES = 4;
const PATIENCE_MS = 10_000;

/**
 * A store that sends a hundred requests at once waits for itself, in memory, and not with the connections that the requests
 * of other stores need.
 *
 * @throws ApiError 503 for a request that found no place in time
 */
export function createStoreTransactions(em: EntityManager): StoreTransactions {
  const places: KeyedLimiter<string> = createKeyedLimiter({ places: PLACES, patienceMs: PATIENCE_MS });
  return async <T>(store: Store, work: (tx: EntityManager) => Promise<T>, options?: TransactionOptions) => {
    const release = await places.acquire(`${store.companyId}:${store.environment}`);
    if (!release)
      throw serviceUnavailable('This store has too many requests under way. Nothing was changed: try again.');
    try {
      const enterAndWork = async (tx: EntityManager): Promise<T> => {
        await enterStore(tx, store);
        return work(tx);
      };
      return await inTransaction(em, enterAndWork, options);
    } finally {
      release();
    }
  };
}
