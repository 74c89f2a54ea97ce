import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import type { Clock } from '../base/time/clock.ts';
import type { Health, HealthReader } from './health.ts';
import { readQueues, readServer } from './read-temporal-health.ts';
import { readBacklogs, readDatabase } from './read-database-health.ts';

/** A part that does not answer in this time counts as down: the reader is in a hurry. */
const PATIENCE_MS = 1_500;

/**
 * Reads how the platform is, everything at once, and answers within two seconds or so whatever is slow or down.
 *
 * @param deps.client one that tries nothing twice
 */
export function createHealthReader(deps: { em: EntityManager; client: Client; clock: Clock }): HealthReader {
  const { em, client, clock } = deps;
  return async () => {
    const at = new Date();
    const [temporal, queues, database, backlogs] = await Promise.all([
      orNull(readServer(client, PATIENCE_MS)),
      orNull(readQueues(client, PATIENCE_MS)),
      orNull(readDatabase(em, PATIENCE_MS)),
      orNull(clock.now({ companyId: 0, environment: 'production' }).then((now) => readBacklogs(em, now, PATIENCE_MS))),
    ]);
    return { at, database, temporal, queues, ...(backlogs ?? NOT_READ) };
  };
}

const NOT_READ: Pick<Health, 'outbox' | 'deliveries' | 'mails' | 'callbacks'> = {
  outbox: null,
  deliveries: null,
  mails: null,
  callbacks: null,
};

/** Gives the result that came in time. A failure needs no telling here: the code that works with that part logs it. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  // A little longer than the part's own deadline, which lets go of what it holds.
  const late = pause(PATIENCE_MS + 250, null, { signal: timer.signal }).catch(() => null);
  const result = await Promise.race([work.catch(() => null), late]);
  timer.abort();
  return result;
}
