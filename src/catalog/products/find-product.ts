import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { Product } from './product.entity.ts';

/**
 * The product, managed by `em`; with `lock`, for change in the transaction of `em`.
 *
 * @throws ApiError 404 when the store has no such product, also when another store or environment has it
 */
export async function findProduct(
  em: EntityManager,
  { store, productId, lock = false }: { store: Store; productId: number; lock?: boolean },
): Promise<Product> {
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const product = await em.findOne(Product, { id: productId, ...store }, options);
  if (!product) throw notFound('product', productId);
  return product;
}
