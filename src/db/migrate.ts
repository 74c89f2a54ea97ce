import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from './orm.ts';

/** Any fixed number: every process that migrates asks for the same lock. */
export const MIGRATION_LOCK = 7_246_251;

/**
 * Brings the schema to the newest version. Several processes may call it at once: one migrates, the others wait, as long as
 * it takes.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const lock = await openForMigration(databaseUrl, 1);
  const orm = await openForMigration(databaseUrl, 2);
  try {
    await lock.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      await orm.migrator.up();
    });
  } finally {
    await orm.close();
    await lock.close();
  }
}

/** Without a limit for a statement: an index of a large table takes minutes, and whoever waits for it waits as long. */
export function openForMigration(databaseUrl: string, poolSize: number): Promise<MikroORM> {
  return openDatabase({ databaseUrl, poolSize, statementTimeoutMs: 0 });
}
