import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';
import type { ProductLine } from '../invoices/price-lines.ts';
import { SubscriptionItem } from './subscription-item.entity.ts';

/** The lines of each invoice, at the names and prices that were agreed. */
export async function readLines(tx: EntityManager, subscriptionId: number): Promise<ProductLine[]> {
  const items = await reader(tx).find(SubscriptionItem, { subscriptionId }, { orderBy: { position: 'asc' } });
  return items.map(({ productId, name, quantity, unitPriceCents }) => ({ productId, name, quantity, unitPriceCents }));
}
