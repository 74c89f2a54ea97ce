import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../environment.ts';

/** Lists whose rows become visible in the order of their ids; turns of several are taken in this order. */
export type OrderedList = 'customers' | 'products' | 'coupons' | 'subscriptions' | 'invoices' | 'events';

/**
 * From here to the commit, rows of this list of this store are made by one transaction at a time, so that they become
 * visible in the order of their ids. Otherwise whoever reads on from the newest id that was seen would miss a row whose
 * smaller id is committed later.
 *
 * Taken after row locks, in the order in which the type has them, so that two transactions never wait for each other.
 */
export async function inIdOrder(tx: EntityManager, store: Store, list: OrderedList): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [turnOf(store, list)]);
}

/** The lock's name, for a statement that takes the turn and does more. */
export function turnOf({ companyId, environment }: Store, list: OrderedList): string {
  return `${list}:${companyId}:${environment}`;
}
