import type { EntityManager } from '@mikro-orm/postgresql';

/** PostgreSQL's channel on which a process says that it left work for the API's loops: outbox entries, callbacks. */
export const WORK_LEFT = 'work_left';

/**
 * Has the API's loops look at once, after the commit, rather than at their next sweep. For work that is left outside
 * the API; a request wakes the loops of its own process.
 */
export async function tellOfWork(tx: EntityManager): Promise<void> {
  await tx.execute(`select pg_notify('${WORK_LEFT}', '')`);
}
