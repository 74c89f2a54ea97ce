import type { EntityManager } from '@mikro-orm/postgresql';
import { inEachEnvironment } from '../../base/db/store-barrier.ts';
import { tellMany } from '../../base/outbox/tell-many.ts';

/**
 * Tells the workflows of a store's subscriptions to look at what follows again: one statement an environment, however
 * many there are.
 */
export async function tellSubscriptions(em: EntityManager, companyId: number): Promise<void> {
  await inEachEnvironment(em, companyId, async ({ environment }) => {
    await em.execute(
      tellMany(
        'subscription',
        `select id as subject, company_id, environment from subscriptions
         where company_id = ? and environment = ? and status not in ('canceled', 'ended')`,
      ),
      [companyId, environment],
    );
  });
}
