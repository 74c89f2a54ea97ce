import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { createdWithin, given, listPage, type Page } from '../base/http/list-page.ts';
import { findSubscription } from './find-subscription.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';
import type { ListCyclesQuery, ListSubscriptionsQuery } from './subscription.schema.ts';
import { Subscription } from './subscription.entity.ts';

export function listSubscriptions(
  em: EntityManager,
  { store, query }: { store: Store; query: ListSubscriptionsQuery },
): Promise<Page<Subscription>> {
  const { status, customer_id, coupon_id, payment_method, external_reference } = query;
  const filters = given({
    status,
    customerId: customer_id,
    couponId: coupon_id,
    paymentMethod: payment_method,
    externalReference: external_reference,
  });
  const where = { ...store, ...filters, ...createdWithin(query) } as FilterQuery<Subscription>;
  return listPage(em, Subscription, where, query);
}

/** A page of the cycles of a subscription, newest first. @throws ApiError 404 */
export async function listCycles(
  em: EntityManager,
  { store, subscriptionId, query }: { store: Store; subscriptionId: number; query: ListCyclesQuery },
): Promise<Page<SubscriptionCycle>> {
  await findSubscription(reader(em), { store, subscriptionId });
  const where = { ...store, subscriptionId, ...createdWithin(query) } as FilterQuery<SubscriptionCycle>;
  return listPage(em, SubscriptionCycle, where, query);
}
