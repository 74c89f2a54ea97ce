import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { notFound } from '../base/errors/errors.ts';
import { Subscription } from './subscription.entity.ts';

/**
 * The subscription, managed by `em`.
 *
 * @throws ApiError 404 when the store has no such subscription, also when another store or environment has it
 */
export async function findSubscription(
  em: EntityManager,
  { store, subscriptionId }: { store: Store; subscriptionId: number },
): Promise<Subscription> {
  const subscription = await em.findOne(Subscription, { id: subscriptionId, ...store });
  if (!subscription) throw notFound('subscription', subscriptionId);
  return subscription;
}
