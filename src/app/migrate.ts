import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from './open-database.ts';

/** Any fixed number: every process that migrates asks for the same lock. */
export const MIGRATION_LOCK = 7_246_251;
/**
 * A transaction that waits for a table for itself keeps everybody else waiting behind it, the requests of the version
 * that is running among them: so it gives up soon, lets them by, and asks again. The limit is much shorter than the
 * time after which PostgreSQL looks for a deadlock (1 s), which a migration of many tables and a request easily make:
 * the request is not to be the one that is ended.
 */
const LOCK_TIMEOUT_MS = 200;
const AGAIN_MS = 1_000;
/** A lock was not to be had in time; a deadlock. */
const IN_THE_WAY = ['55P03', '40P01'];

/**
 * Brings the schema to the newest version, a migration after the other, each as a whole. Several processes may call it
 * at once: one migrates, the others wait, as long as it takes. A migration may run while the version before is running.
 *
 * @param patienceMs so long a table is asked for that somebody else keeps
 */
export async function migrate(databaseUrl: string, { patienceMs = 10 * 60_000 } = {}): Promise<void> {
  const lock = await openForMigration(databaseUrl, 1);
  const orm = await openDatabase({ databaseUrl, poolSize: 2, statementTimeoutMs: 0, lockTimeoutMs: LOCK_TIMEOUT_MS });
  try {
    await lock.em.fork().transactional(async (em) => {
      await withoutEnd(em);
      await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      for (const { name } of await orm.migrator.getPending()) {
        await untilItHolds(() => orm.migrator.up({ migrations: [name] }), Date.now() + patienceMs);
      }
    });
  } finally {
    await orm.close();
    await lock.close();
  }
}

/**
 * The transaction that has the lock is idle while others migrate, whatever the database or the role says of such: it
 * would be ended, and with it the lock, while a migration goes on. Settings that this version of PostgreSQL does not
 * have are left out.
 */
async function withoutEnd(em: EntityManager): Promise<void> {
  await em.execute(
    `select set_config(name, '0', true) from pg_settings
     where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}

/** The changes of a migration that was given up are undone; those before it stay. */
async function untilItHolds(work: () => Promise<unknown>, end: number): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isInTheWay(error) || Date.now() > end) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** The migrator puts an error of its own around the database's. */
function isInTheWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && IN_THE_WAY.includes(String(error.code))) || isInTheWay(error.cause);
}

/** Without a limit for a statement: an index of a large table takes minutes, and whoever waits for it waits as long. */
export function openForMigration(databaseUrl: string, poolSize: number): Promise<MikroORM> {
  return openDatabase({ databaseUrl, poolSize, statementTimeoutMs: 0 });
}
