import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { PreparingClient } from './prepared-statements.ts';

const pools = new WeakMap<MikroORM, () => Pool | null>();

/** The pool of an open database, to be looked at; null before the first query. */
export function poolOf(orm: MikroORM): Pool | null {
  return pools.get(orm)?.() ?? null;
}

/**
 * Opens the pool. Nothing connects before the first query.
 *
 * Times are stored as `timestamptz`, in UTC; statements are bounded so that a lost lock cannot hold a request for ever.
 *
 * @param statementTimeoutMs 0: statements may take as long as they need, whatever the database or the role says otherwise
 */
export async function openDatabase({
  databaseUrl,
  poolSize = 10,
  statementTimeoutMs = 30_000,
}: {
  databaseUrl: string;
  poolSize?: number;
  statementTimeoutMs?: number;
}): Promise<MikroORM> {
  let pool: Pool | null = null;
  const orm = await MikroORM.init(
    defineConfig({
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
        onPoolCreated: (created: Pool) => void (pool = created),
        // Not its own `statement_timeout`, which the driver leaves out when it is 0.
        options: `-c statement_timeout=${statementTimeoutMs}`,
      },
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
