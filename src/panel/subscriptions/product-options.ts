import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { searchProducts } from '../../catalog/products/search-products.ts';
import type { SubscriptionItem } from '../../subscriptions/subscription-item.entity.ts';
import type { Formats } from '../formats.ts';
import type { FormWords } from './form.words.ts';

/** A longer list helps nobody: the number of the product is typed then. */
const MAX_OPTIONS = 100;

/**
 * The products to choose a line's from, with what they cost today; null where the store has too many.
 *
 * @param items the lines of the subscription: what of them is archived can be kept
 */
export async function productOptions(
  em: EntityManager,
  {
    store,
    items = [],
    archived = new Set(),
    w,
    f,
  }: {
    store: Store;
    items?: SubscriptionItem[];
    archived?: ReadonlySet<number>;
    w: FormWords;
    f: Formats;
  },
): Promise<{ value: string; label: string }[] | null> {
  const page = { limit: MAX_OPTIONS };
  const { rows, hasMore } = await searchProducts(em, { store, text: undefined, active: true, page });
  if (hasMore) return null;
  const kept = new Map(items.filter(({ productId }) => archived.has(productId)).map((item) => [item.productId, item]));
  return [
    { value: '', label: w.noProduct },
    ...rows.map(({ id, name, priceCents }) => ({ value: String(id), label: `${name} · ${f.money(priceCents)}` })),
    ...[...kept.values()].map(({ productId, name }) => ({ value: String(productId), label: w.archived(name) })),
  ];
}
