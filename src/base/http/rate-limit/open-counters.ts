import type pg from 'pg';
import type { Logger } from 'pino';
import { openPool } from '../../db/open-pool.ts';

/** Connections of the rate limits' own: to count a request must not wait for those that requests hold. */
export function openCounters(databaseUrl: string, log: Logger): pg.Pool {
  return openPool({
    ...{ databaseUrl, log, owner: 'the rate limits', most: 4 },
    // Counts are not money: a database that loses power may forget the last moments of them, and no request waits for a
    // disk.
    settings: ['synchronous_commit=off'],
  });
}
