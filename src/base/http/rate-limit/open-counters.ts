import pg from 'pg';
import type { Logger } from 'pino';
import { BoundedClient, type BoundedClientConfig } from '../../db/bounded-client.ts';
import { outsideScope } from '../../telemetry/scope.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const SILENCE_LIMIT_MS = 7_000;

/** Connections of the rate limits' own: to count a request must not wait for those that requests hold. */
export function openCounters(databaseUrl: string, log: Logger): pg.Pool {
  const config: pg.PoolConfig & BoundedClientConfig = {
    Client: BoundedClient,
    connectionString: databaseUrl,
    max: 4,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    silenceLimitMs: SILENCE_LIMIT_MS,
    application_name: 'fatura',
    // Counts are not money: a database that loses power may forget the last moments of them, and no request waits for a
    // disk.
    options: '-c synchronous_commit=off',
  };
  const pool = new pg.Pool(config);
  // Without a listener, the loss of a connection would end the process. The pool hears of connections that are idle,
  // and stops listening to one that it takes leave of, in which moment a database that shuts down may still cut it off.
  // The loss is no part of the request that happened to open the connection.
  pool.on('error', (error) =>
    outsideScope(() => log.warn({ err: error }, 'an idle connection of the rate limits was lost')),
  );
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      outsideScope(() => log.debug({ err: error }, 'a connection of the rate limits was lost')),
    ),
  );
  return pool;
}
