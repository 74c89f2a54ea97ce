import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { searchProducts } from '../../catalog/products/search-products.ts';
import { choicesQuery, choicesView, MAX_CHOICES, typedIn, type Choice } from '../choices.ts';
import { writeReference } from '../form-fields.ts';
import type { Formats } from '../formats.ts';
import { screen } from '../screen.ts';
import { productsWords } from './products.words.ts';

/** Suggests products, with what they cost today, while somebody types a name. */
export const productChoicesScreen = screen({
  id: 'productChoices',
  scope: 'store',
  path: '/products/choices',
  needs: 'view',
  words: productsWords,
  query: choicesQuery,
  show: async ({ deps, store, input, f }) =>
    choicesView(await productChoices(deps.em, { store, text: typedIn(input), f })),
});

/** The newest products that a text finds; without a text, the newest of all. */
export async function productChoices(
  em: EntityManager,
  { store, text, f }: { store: Store; text: string; f: Pick<Formats, 'money'> },
): Promise<Choice[]> {
  const page = { limit: MAX_CHOICES };
  const { rows } = await searchProducts(em, { store, text: text || undefined, active: true, page });
  return rows.map(({ id, name, priceCents }) => ({ value: writeReference({ id, name }), label: f.money(priceCents) }));
}
