import { raw, type EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { given, listPage, type Page, type PageQuery } from '../http/list-page.ts';
import { Product } from './product.entity.ts';

/** Capitals too: whether `lower` knows them depends on the locale of the database. */
const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn';

/**
 * A page of a store's products with a word that begins as typed, newest first; accents and capitals make no difference.
 * It looks through the store's own products: a shop has some thousand at most.
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
  const typed = text === undefined ? '' : plain(text.trim());
  const where = { ...store, ...given({ active }) };
  if (typed === '') return listPage(em, Product, where as FilterQuery<Product>, page);
  // A space before the name, so that its first word begins as every other does.
  const name = raw((alias) => `translate(' ' || lower(${alias}.name), '${ACCENTED}', '${PLAIN}')`);
  const begins = { [name]: { $like: `% ${literally(typed)}%` } };
  return listPage(em, Product, { ...where, ...begins } as FilterQuery<Product>, page);
}

function plain(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return [...lower].map((letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter).join('');
}

/** `%`, `_` and `\` mean themselves. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
