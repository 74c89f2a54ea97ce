import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inIdOrder } from '../../base/db/in-id-order.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { toCents } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Product } from './product.entity.ts';
import type { CreateProductBody } from './product.schema.ts';

export async function createProduct(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, input }: { store: Store; input: CreateProductBody },
): Promise<Product> {
  const now = await clock.now(store);
  const { price, ...rest } = input;
  return inTransaction(em, async (tx) => {
    await inIdOrder(tx, store, 'products');
    const product = tx.create(Product, {
      ...store,
      ...rest,
      priceCents: toCents(price),
      active: true,
      createdAt: now,
      updatedAt: now,
    });
    await tx.flush();
    return product;
  });
}
