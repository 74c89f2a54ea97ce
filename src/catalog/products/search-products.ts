import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { given, listPage, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { Product } from './product.entity.ts';

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucn';

/**
 * A page of a store's products with a word that begins as typed, newest first; accents and capitals make no difference.
 * The search looks through the store's own products: a shop has some thousand at most.
 */
export function searchProducts(
  em: EntityManager,
  {
    store,
    text,
    active,
    page,
  }: { store: Store; text: string | undefined; active: boolean | undefined; page: PageQuery },
): Promise<Page<Product>> {
  const typed = text === undefined ? '' : text.normalize('NFC').toLowerCase().trim();
  const where = { ...store, ...given({ active }), ...(typed !== '' && { name: { $re: beginningAs(typed) } }) };
  return listPage(em, Product, where as FilterQuery<Product>, page);
}

/**
 * A regular expression of PostgreSQL, which tests it many times faster than it takes the accents off a name. The
 * expression has every letter in both cases: whether PostgreSQL knows the cases of an accented letter depends on the
 * locale of the database.
 */
function beginningAs(typed: string): string {
  return `(^| )${[...typed].map(eachSpelling).join('')}`;
}

/** A typed character, with and without accents, small and capital; a character that is no letter means itself. */
function eachSpelling(letter: string): string {
  const plain = PLAIN[ACCENTED.indexOf(letter)] ?? letter;
  const accented = [...ACCENTED].filter((_, index) => PLAIN[index] === plain);
  const spellings = [plain, ...accented]
    .flatMap((one) => [one, one.toUpperCase()])
    .filter((one) => [...one].length === 1);
  const different = new Set(spellings);
  return different.size > 1 ? `[${[...different].join('')}]` : plain.replace(/[!-/:-@[-`{-~]/, '\\$&');
}
