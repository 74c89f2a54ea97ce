import type { EntityManager } from '@mikro-orm/postgresql';

/** Comes before any row of its invoices is locked; see `changeSubscription`. */
export async function lockSubscription(tx: EntityManager, subscriptionId: number): Promise<void> {
  await tx.execute('select 1 from subscriptions where id = ? for no key update', [subscriptionId]);
}
