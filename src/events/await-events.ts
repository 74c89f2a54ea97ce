import { setTimeout as pause } from 'node:timers/promises';
import { createKeyedLimiter } from '../base/concurrency/keyed-limiter.ts';
import { SNAPSHOT, type StoreTransactions } from '../base/http/store-transactions.ts';
import type { Page } from '../base/http/list-page.ts';
import { nameOfStore, type Store } from '../base/environment.ts';
import type { Event } from './event.entity.ts';
import type { ListEventsQuery } from './event.schema.ts';
import { listEvents } from './find-event.ts';

const LOOK_EVERY_MS = 500;
/** Requests of a store that wait in this process. Further ones are answered at once, as if nobody wanted to wait. */
const WAITING_PER_STORE = 4;
const waiting = createKeyedLimiter<string>({ places: WAITING_PER_STORE, patienceMs: 0 });

/**
 * A page of events; an empty one only after `wait` seconds. A request that waits holds neither a connection to
 * PostgreSQL nor one of its store's places.
 */
export async function awaitEvents(
  { transact }: { transact: StoreTransactions },
  { store, query, requestsAtOnce }: { store: Store; query: ListEventsQuery; requestsAtOnce: number },
): Promise<Page<Event>> {
  const look = (): Promise<Page<Event>> =>
    transact(store, (em) => listEvents(em, { store, query }), { ...SNAPSHOT, places: requestsAtOnce });
  const { wait = 0 } = query;
  const until = performance.now() + wait * 1_000;
  const first = await look();
  if (first.rows.length > 0 || wait === 0) return first;
  const leave = await waiting.acquire(nameOfStore(store));
  if (!leave) return first;
  try {
    for (let page = first; ; page = await look()) {
      const left = until - performance.now();
      if (page.rows.length > 0 || left <= 0) return page;
      await pause(Math.min(LOOK_EVERY_MS, left));
    }
  } finally {
    leave();
  }
}
