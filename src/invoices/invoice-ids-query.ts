import type { Store } from '../base/environment.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { InvoiceStatus } from './state-machine.ts';

/** The conditions of a search in a store's invoices; all of them must hold. */
export interface InvoiceConditions {
  status?: InvoiceStatus;
  method?: PaymentMethod;
  customerId?: number;
  /** ISO 8601: created at this moment or after. */
  createdFrom?: string;
  /** ISO 8601: created before this moment. */
  createdBefore?: string;
  /** Calendar dates, both included. */
  dueFrom?: string;
  dueTo?: string;
  /** Any of these must hold too. */
  found?: FoundBy;
}

/** Invoices that a search box means: by their id, their total, the client's own reference, or by who pays them. */
export interface FoundBy {
  id: number | null;
  /** Left out or null: the text is no amount. */
  totalCents?: number | null;
  reference: string;
  customerIds: readonly number[];
  /** Customers who are too many for their ids to be listed: what `CUSTOMER_WORDS` of theirs match, for `to_tsquery`. */
  customerWords?: string;
}

export interface InvoiceCursor {
  /** The list goes on after this invoice. */
  startingAfter?: number;
  /** The list ends before this invoice, and begins with the nearest: such rows come in the opposite order. */
  endingBefore?: number;
}

export interface Fragment {
  sql: string;
  params: (string | number)[];
}

/** The column by which a list is sorted: the greatest first, and by id where the values are the same. */
export type InvoiceOrder = 'id' | 'created_at' | 'due_date';

/** The column that comes right before the id in the index which has the order of a list. */
interface Lead {
  column: string;
  /** The value of the column in every row of the list; null where it differs, and the list is sorted by it. */
  value: Fragment | null;
}

/**
 * The ids of one page of a list of invoices, as SQL: each filter has an index that already has the order of the list.
 * With one filter the cost depends on the length of the page, not of the list.
 *
 * With several, one index is walked in its order and the other conditions are tested row by row, until the page is
 * full: quick where the conditions go together often enough. Where they hardly ever do, as of conditions that
 * contradict each other, the index is walked to its end: at most through the store's invoices that have one of the
 * filters. `customerWords` is also a condition of that kind, of any customer's.
 *
 * A range of due dates is therefore listed by due date, and not by age: rows in a range of one column are in no index
 * by another. Rows created in a range of days are ordered by that column for the same reason; the order is by age all
 * the same.
 *
 * The planner takes the rows of a filter to be anywhere in the table, and would look for them from the newest row on,
 * through those of other stores. But expired invoices are old, and a store may have been quiet for long: so the list is
 * sorted by the column before the id too. The column is compared as a range, or the planner would see that all rows
 * have the same value.
 *
 * On the side where a page begins after a cursor, the cursor is the only bound of that column: an index is entered at
 * one bound of a side, and rows that another bound excludes are read from there on, which far down a list is most of
 * it.
 */
export function invoiceIdsQuery({
  store,
  conditions,
  order = orderOf(conditions),
  cursor = {},
  limit,
}: {
  store: Store;
  conditions: InvoiceConditions;
  order?: InvoiceOrder;
  cursor?: InvoiceCursor;
  limit: number;
}): Fragment {
  const direction = cursor.endingBefore === undefined ? 'desc' : 'asc';
  const page = (lead: Lead, ...more: Fragment[]): Fragment => {
    const asked = conditionsOf(store, conditions, lead, cursor);
    const where = all([...asked, ...more, ...boundsOf(lead, cursor), ...cursorOf(store, lead, cursor)]);
    return {
      sql: `select i.id from invoices i where ${where.sql} order by i.${lead.column} ${direction}, i.id ${direction} limit ?`,
      params: [...where.params, limit],
    };
  };
  if (!conditions.found) return page(leadOf(store, conditions, order));
  const arms = armsOf(conditions.found, page);
  const { customerWords } = conditions.found;
  if (customerWords !== undefined) arms.push(page(leadOf(store, conditions, 'id'), hasWords(store, customerWords)));
  const { sql, params } = unionOf(arms);
  return { sql: `select i.id from (${sql}) i order by i.id ${direction} limit ?`, params: [...params, limit] };
}

/** In which order a list with these conditions comes at the least cost. */
export function orderOf({ found, createdFrom, createdBefore, dueFrom, dueTo }: InvoiceConditions): InvoiceOrder {
  if (found) return 'id';
  if (createdFrom !== undefined || createdBefore !== undefined) return 'created_at';
  return dueFrom !== undefined || dueTo !== undefined ? 'due_date' : 'id';
}

function leadOf({ environment }: Store, { customerId, status, method }: InvoiceConditions, order: InvoiceOrder): Lead {
  if (order !== 'id') return { column: order, value: null };
  if (customerId !== undefined) return { column: 'customer_id', value: given(customerId) };
  if (status !== undefined) return { column: 'status', value: given(status) };
  if (method !== undefined) return { column: 'payment_method', value: given(method) };
  return { column: 'environment', value: given(environment) };
}

function conditionsOf(
  { companyId, environment }: Store,
  conditions: InvoiceConditions,
  lead: Lead,
  cursor: InvoiceCursor,
): Fragment[] {
  const { status, method, customerId, createdFrom, createdBefore, dueFrom, dueTo } = conditions;
  const asked: [string, string, string | number | undefined][] = [
    ['company_id', '=', companyId],
    ['environment', '=', environment],
    ['status', '=', status],
    ['payment_method', '=', method],
    ['customer_id', '=', customerId],
    ['created_at', '>=', createdFrom],
    ['created_at', '<', createdBefore],
    ['due_date', '>=', dueFrom],
    ['due_date', '<=', dueTo],
  ];
  return asked.flatMap(([column, operator, value]) => {
    // Said by the bounds of the lead; but not where the lead is a customer that was found, and one is asked for
    // besides.
    const isSaid = column === lead.column && operator === '=' && lead.value?.params[0] === value;
    if (value === undefined || isSaid) return [];
    const sql = `i.${column} ${operator} ?`;
    // Tested all the same, as a cursor may be of an invoice that does not fit; but `is true` keeps it out of the index.
    const isTestedOnly = column === lead.column && !lead.value && isOnSideOf(cursor, operator);
    return [{ sql: isTestedOnly ? `(${sql}) is true` : sql, params: [value] }];
  });
}

/** Equal, said so that the planner does not take the column for a constant. A cursor says one of the two bounds. */
function boundsOf({ column, value }: Lead, cursor: InvoiceCursor): Fragment[] {
  if (!value) return [];
  return ['>=', '<=']
    .filter((operator) => !isOnSideOf(cursor, operator))
    .map((operator) => ({ sql: `i.${column} ${operator} ${value.sql}`, params: value.params }));
}

/** Whether a comparison bounds a list on the side where the cursor does. */
function isOnSideOf({ startingAfter, endingBefore }: InvoiceCursor, operator: string): boolean {
  if (endingBefore !== undefined) return operator.startsWith('>');
  return startingAfter !== undefined && operator.startsWith('<');
}

function cursorOf(
  { companyId, environment }: Store,
  lead: Lead,
  { startingAfter, endingBefore }: InvoiceCursor,
): Fragment[] {
  const id = endingBefore ?? startingAfter;
  if (id === undefined) return [];
  const operator = endingBefore === undefined ? '<' : '>';
  const place = lead.value ?? {
    sql: `(select c.${lead.column} from invoices c where c.id = ? and c.company_id = ? and c.environment = ?)`,
    params: [id, companyId, environment],
  };
  return [{ sql: `(i.${lead.column}, i.id) ${operator} (${place.sql}, ?)`, params: [...place.params, id] }];
}

/**
 * Each way of finding has its own index, and gives at most a page. Each customer gives at most a page too: however many
 * invoices they have, not more are read than customers times the length of the page.
 */
function armsOf(
  { id, totalCents = null, reference, customerIds }: FoundBy,
  page: (lead: Lead) => Fragment,
): Fragment[] {
  const arms = [page({ column: 'external_reference', value: given(reference) })];
  if (id !== null) arms.push(page({ column: 'id', value: given(id) }));
  if (totalCents !== null) arms.push(page({ column: 'total_cents', value: given(totalCents) }));
  if (customerIds.length > 0) {
    const ofCustomer = page({ column: 'customer_id', value: { sql: 'c.id', params: [] } });
    // An array would be spread out as so many parameters; text is one.
    const customers = `unnest(string_to_array(?, ',')::bigint[]) as c (id)`;
    arms.push({
      sql: `select i.id from ${customers} cross join lateral (${ofCustomer.sql}) i`,
      params: [customerIds.join(','), ...ofCustomer.params],
    });
  }
  return arms;
}

function unionOf(arms: Fragment[]): Fragment {
  return {
    sql: arms.map(({ sql }) => `(${sql})`).join(' union '),
    params: arms.flatMap(({ params }) => params),
  };
}

/**
 * `is true` keeps the planner, who knows nothing of
 * how many have the words, from looking them up again for each invoice: they are found once, and kept as a hash.
 */
function hasWords({ companyId, environment }: Store, customerWords: string): Fragment {
  return {
    sql: `(i.customer_id in (select customers_with_words(?, ?, ?))) is true`,
    params: [customerWords, companyId, environment],
  };
}

function given(value: string | number): Fragment {
  return { sql: '?', params: [value] };
}

function all(fragments: Fragment[]): Fragment {
  return {
    sql: fragments.map(({ sql }) => sql).join(' and '),
    params: fragments.flatMap(({ params }) => params),
  };
}
