import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import { Customer } from './customer.entity.ts';

/** Letter for letter as `CUSTOMER_WORDS` has them: what the index does to a name must be done to what is typed. */
const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucn';

/** More words than anybody types; each costs a look into the index. */
const MAX_WORDS = 8;
/** Beyond this many customers a search is too wide to help. */
export const MAX_CUSTOMERS_FOUND = 200;

/**
 * The query that `CUSTOMER_WORDS` of a store's customers must match, for `to_tsquery('simple', …)`: every typed word is
 * the beginning of a word of the name or address; accents and capitals make no difference. The query consists of
 * letters and digits alone, so that no typed character is an operator. Null when the typed text holds nothing that
 * could be found.
 */
export function customerWordsQuery({ companyId, environment }: Store, text: string): string | null {
  const words = plainWords(text).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return [`store${companyId}${environment}`, ...words.map((word) => `${word}:*`)].join(' & ');
}

/** A CPF, a CNPJ or a phone, with its signs or without them. */
const NUMBER = /^\+?[\d\s().\-/]+$/;
/** A phone has no less without the codes of its country and its city. */
const FEWEST_DIGITS = 8;

/**
 * The ids of a store's customers with a CPF, a CNPJ or a phone as typed, or whose name and address have words beginning
 * as typed: the newest 200, by falling id.
 */
export async function searchCustomers(
  em: EntityManager,
  { store, text, limit = MAX_CUSTOMERS_FOUND }: { store: Store; text: string; limit?: number },
): Promise<number[]> {
  const { companyId, environment } = store;
  const digits = digitsOfNumber(text);
  if (digits !== null) {
    const rows = await em.execute<{ id: string }[]>(
      `select id from customers where company_id = ? and environment = ? and document = ?
       union select id from customers_with_phone(?, ?, ?) as id
       order by id desc limit ?`,
      [companyId, environment, digits, digits, companyId, environment, limit],
    );
    return rows.map(({ id }) => Number(id));
  }
  const query = customerWordsQuery(store, text);
  if (query === null) return [];
  const rows = await em.execute<{ id: string }[]>(
    `select id from customers_with_words(?, ?, ?) as id order by id desc limit ?`,
    [query, companyId, environment, limit],
  );
  return rows.map(({ id }) => Number(id));
}

/** The digits of a document or a phone; null for other text. */
export function digitsOfNumber(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  return NUMBER.test(text.trim()) && digits.length >= FEWEST_DIGITS ? digits : null;
}

/** The name of a customer; null where the store has no such customer. */
export async function findCustomerName(
  em: EntityManager,
  { store, customerId }: { store: Store; customerId: number },
): Promise<string | null> {
  const fields = ['id', 'name'] as const;
  const customer = await reader(em).findOne(Customer, { id: customerId, ...store }, { fields });
  return customer?.name ?? null;
}

function plainWords(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const plain = [...lower].map((letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter).join('');
  return plain.split(/[^a-z0-9]+/).filter(Boolean);
}
