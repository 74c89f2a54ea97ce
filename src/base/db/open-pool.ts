import pg from 'pg';
import type { Logger } from 'pino';
import { outsideScope } from '../telemetry/scope.ts';
import { BoundedClient, type BoundedClientConfig } from './bounded-client.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const SILENCE_LIMIT_MS = 7_000;

export interface PoolOptions {
  databaseUrl: string;
  log: Logger;
  /** The owner of the connections, as a line of the log names it: `the rate limits`. */
  owner: string;
  most: number;
  /** Settings of PostgreSQL for each connection: `synchronous_commit=off`. */
  settings: readonly string[];
}

/** Connections beside those of the ORM, for short statements that the connections of requests must not delay. */
export function openPool({ databaseUrl, log, owner, most, settings }: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & BoundedClientConfig = {
    Client: BoundedClient,
    connectionString: databaseUrl,
    max: most,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    silenceLimitMs: SILENCE_LIMIT_MS,
    application_name: 'fatura',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  };
  const pool = new pg.Pool(config);
  // Without a listener, the loss of a connection would end the process. The pool hears of connections that are idle,
  // and stops listening to one that it takes leave of, in which moment a database that shuts down may still cut it off.
  // The loss is no part of the request that happened to open the connection.
  pool.on('error', (error) => outsideScope(() => log.warn({ err: error }, `an idle connection of ${owner} was lost`)));
  pool.on('connect', (client) =>
    client.on('error', (error) => outsideScope(() => log.debug({ err: error }, `a connection of ${owner} was lost`))),
  );
  return pool;
}
