import { fromCents } from '../../base/money/money.ts';
import type { Product } from './product.entity.ts';

/** A product as the API shows it. */
export function presentProduct(product: Product): Record<string, unknown> {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: fromCents(product.priceCents),
    sku: product.sku,
    metadata: product.metadata,
    active: product.active,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}
