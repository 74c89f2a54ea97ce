import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { searchProducts } from '../../catalog/products/search-products.ts';
import type { Formats } from '../formats.ts';

/** A longer list helps nobody: the number of the product is typed then. */
const MAX_OPTIONS = 100;

interface Option {
  value: string;
  label: string;
}

/**
 * The products to choose from, with what they cost today; null where the store has too many.
 *
 * @param none the label of no product
 * @param kept further options, after the products of today
 */
export async function productOptions(
  em: EntityManager,
  { store, none, kept = [], f }: { store: Store; none: string; kept?: Option[]; f: Formats },
): Promise<Option[] | null> {
  const page = { limit: MAX_OPTIONS };
  const { rows, hasMore } = await searchProducts(em, { store, text: undefined, active: true, page });
  if (hasMore) return null;
  return [
    { value: '', label: none },
    ...rows.map(({ id, name, priceCents }) => ({ value: String(id), label: `${name} · ${f.money(priceCents)}` })),
    ...kept,
  ];
}
