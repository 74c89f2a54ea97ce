import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { mergeMetadata } from '../../base/metadata/metadata.ts';
import { toCents } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import { findProduct } from './find-product.ts';
import type { Product } from './product.entity.ts';
import type { UpdateProductBody } from './product.schema.ts';

/**
 * Sets what is given and leaves the rest; invoices keep the name and price they were made with. @throws ApiError 404
 */
export async function updateProduct(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, productId, changes }: { store: Store; productId: number; changes: UpdateProductBody },
): Promise<Product> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const product = await findProduct(tx, { store, productId, lock: true });
    const { metadata, price, ...rest } = changes;
    Object.assign(product, rest, { updatedAt: now });
    if (price !== undefined) product.priceCents = toCents(price);
    if (metadata) product.metadata = mergeMetadata(product.metadata, metadata);
    await tx.flush();
    return product;
  });
}
