import type { EntityManager } from '@mikro-orm/postgresql';

/** Tells the workflows of a store's subscriptions to look at what follows again: one statement, however many there are. */
export async function tellSubscriptions(em: EntityManager, companyId: number): Promise<void> {
  await em.execute(
    `insert into outbox (subscription_id, claimable_at)
     select id, ?::timestamptz from subscriptions where company_id = ? and status not in ('canceled', 'ended')`,
    [new Date(), companyId],
  );
}
