import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { createdWithin, given, listPage, type Page } from '../../base/http/list-page.ts';
import { Product } from './product.entity.ts';
import type { ListProductsQuery } from './product.schema.ts';

export function listProducts(
  em: EntityManager,
  { store, query }: { store: Store; query: ListProductsQuery },
): Promise<Page<Product>> {
  const { sku, active } = query;
  return listPage(em, Product, { ...store, ...given({ sku, active }), ...createdWithin(query) }, query);
}
