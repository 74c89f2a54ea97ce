import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { BoundedClientConfig } from './bounded-client.ts';
import { PreparingClient } from './preparing-client.ts';
import { ReleasingDriver } from './releasing-driver.ts';

/** The server ends a statement that takes too long; a connection that has not heard of it by then hears of nothing. */
const SILENCE_MARGIN_MS = 5_000;

/** The tables: the rows that the entities describe, and the steps that make them. */
export interface Schema {
  entities: NonNullable<Options['entities']>;
  migrations: NonNullable<NonNullable<Options['migrations']>['migrationsList']>;
}

export interface DatabaseOptions {
  databaseUrl: string;
  poolSize?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
}

const pools = new WeakMap<MikroORM, () => pg.Pool | null>();

/** The pool of an open database, to be looked at; null before the first query. */
export function poolOf(orm: MikroORM): pg.Pool | null {
  return pools.get(orm)?.() ?? null;
}

/**
 * Opens the pool. Nothing connects before the first query.
 *
 * Times are stored as `timestamptz`, in UTC; statements are bounded so that a lost lock cannot hold a request for ever.
 *
 * @param lockTimeoutMs 0: a statement waits for a lock as long as it may take
 * @param statementTimeoutMs 0: statements may take as long as they need, whatever the database or the role says
 *   otherwise
 */
export async function openOrm(
  { entities, migrations }: Schema,
  { databaseUrl, poolSize = 10, statementTimeoutMs = 30_000, lockTimeoutMs = 0 }: DatabaseOptions,
): Promise<MikroORM> {
  let pool: pg.Pool | null = null;
  const orm = await MikroORM.init(
    defineConfig({
      driver: ReleasingDriver,
      clientUrl: databaseUrl,
      entities,
      extensions: [Migrator],
      forceUtcTimezone: true,
      // An entity is valid only in the transaction that loaded it, so there is no global identity map to reach for.
      allowGlobalContext: false,
      pool: { min: 0, max: poolSize },
      driverOptions: {
        connectionTimeoutMillis: 5_000,
        application_name: 'fatura',
        Client: PreparingClient,
        onPoolCreated: (created: pg.Pool) => void (pool = created),
        options: [
          // Not the driver's own `statement_timeout`, which it leaves out when it is 0.
          `-c statement_timeout=${statementTimeoutMs}`,
          `-c lock_timeout=${lockTimeoutMs}`,
          // PostgreSQL would plan a prepared statement with an array of ids anew at each call.
          '-c plan_cache_mode=force_generic_plan',
        ].join(' '),
        silenceLimitMs: statementTimeoutMs && statementTimeoutMs + SILENCE_MARGIN_MS,
        // An idle connection that nobody has ended is found out by the system.
        keepAlive: true,
      } satisfies pg.PoolConfig & BoundedClientConfig & { onPoolCreated: unknown },
      // Migrations alone make what keeps stores apart, and a test holds it against the tables.
      schemaGenerator: { ignorePolicies: true, ignoreTriggers: true, ignoreRoutines: true },
      migrations: {
        migrationsList: migrations,
        tableName: 'migrations',
        snapshot: false,
        allOrNothing: true,
        silent: true,
      },
    }),
  );
  pools.set(orm, () => pool);
  return orm;
}
