import type pg from 'pg';
import type { Logger } from 'pino';
import { openPool } from '../base/db/open-pool.ts';

/**
 * Connections of the dispatcher's own, on which PostgreSQL plans each statement of the outbox once, and by its indexes.
 *
 * The outbox is empty most of the time. A plan of then would read all of a large one, and for a minute PostgreSQL
 * believes that an outbox which has become large is as small as it was.
 */
export function openClaims(databaseUrl: string, log: Logger): pg.Pool {
  return openPool({
    ...{ databaseUrl, log, owner: 'the dispatcher', most: 3 },
    settings: [
      ...['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'enable_bitmapscan=off', 'enable_sort=off'],
      // A claim or a deletion that is lost with PostgreSQL's machine has its workflow told once more.
      'synchronous_commit=off',
    ],
  });
}
