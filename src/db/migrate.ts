import { openDatabase } from './orm.ts';

/** Any fixed number: every process that migrates asks for the same lock. */
const MIGRATION_LOCK = 7_246_251;

/** Brings the schema to the newest version. Several processes may call it at once: one migrates, the others wait. */
export async function migrate(databaseUrl: string): Promise<void> {
  const lock = await openDatabase({ databaseUrl, poolSize: 1 });
  const orm = await openDatabase({ databaseUrl, poolSize: 2 });
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
