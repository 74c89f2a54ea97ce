import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';

/**
 * From here to the commit, rows of this list of this store are made by one transaction at a time, so that they become
 * visible in the order of their ids. Otherwise whoever reads on from the newest id that was seen would miss a row whose
 * smaller id is committed later.
 *
 * Taken after row locks, in the order in which the type has them, so that two transactions never wait for each other.
 */
export async function inIdOrder(
  tx: EntityManager,
  { companyId, environment }: Store,
  list: 'customers' | 'products' | 'subscriptions' | 'invoices' | 'events',
): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${list}:${companyId}:${environment}`]);
}
