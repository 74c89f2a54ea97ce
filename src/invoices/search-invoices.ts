import type { EntityManager } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import { isWireAmount, MAX_AMOUNT_CENTS, toCents } from '../base/money/money.ts';
import {
  customerWordsQuery,
  digitsOfNumber,
  MAX_CUSTOMERS_FOUND,
  searchCustomers,
} from '../catalog/customers/search-customers.ts';
import type { Page } from '../base/http/list-page.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { END_TO_END_ID } from '../banking/pix/end-to-end-id.ts';
import {
  invoiceIdsQuery,
  orderOf,
  type InvoiceConditions,
  type FoundBy,
  type InvoiceCursor,
  type InvoiceOrder,
} from './invoice-ids-query.ts';
import { findPaidBy } from './find-paid-by.ts';
import type { Invoice } from './invoice.entity.ts';
import type { InvoiceStatus } from './state-machine.ts';

/** The search that people fill in. Days are calendar dates, both ends included. */
export interface InvoiceSearch {
  status?: InvoiceStatus;
  method?: PaymentMethod;
  customerId?: number;
  /** Days by the clocks of the store. */
  createdFrom?: string;
  createdTo?: string;
  dueFrom?: string;
  dueTo?: string;
  /**
   * Digits are an invoice's id, total or external reference, or the document or phone of a customer; the end-to-end id
   * of a Pix is of the invoice that it paid; words are of a customer's name or address, or a reference.
   */
  text?: string;
}

/** A search that is ready to be asked for page after page. */
export interface PreparedSearch {
  store: Store;
  conditions: InvoiceConditions;
  order: InvoiceOrder;
  /** More customers have these words than are looked at: only invoices of the newest of them are found. */
  isTooWide: boolean;
}

/** The fields of an invoice that lists and files show. */
export interface ListedInvoice {
  id: number;
  customer: Pick<Customer, 'id' | 'name' | 'email' | 'document'>;
  invoice: Pick<
    Invoice,
    | 'status'
    | 'paymentMethod'
    | 'totalCents'
    | 'discountCents'
    | 'fineCents'
    | 'interestCents'
    | 'installmentInterestCents'
    | 'amountPaidCents'
    | 'amountRefundedCents'
    | 'dueDate'
    | 'createdAt'
    | 'paidAt'
    | 'externalReference'
  >;
}

/**
 * Looks up the meaning of a search's words, once for all its pages. Where too many customers match the words, the
 * search takes only the newest of them, or with `isWhole` every customer: that is for a reader who wants all pages, as
 * each then costs more.
 */
export async function prepareSearch(
  em: EntityManager,
  {
    store,
    company,
    search,
    isWhole = false,
  }: { store: Store; company: Pick<Company, 'timeZone'>; search: InvoiceSearch; isWhole?: boolean },
): Promise<PreparedSearch> {
  const { text, createdFrom, createdTo, ...rest } = search;
  const startOf = (date: string) => DateTime.fromISO(date, { zone: company.timeZone }).startOf('day');
  const until = createdTo === undefined ? undefined : startOf(createdTo).plus({ days: 1 }).startOf('day');
  const conditions: InvoiceConditions = {
    ...rest,
    ...(createdFrom !== undefined && { createdFrom: startOf(createdFrom).toUTC().toISO()! }),
    // The end of the last day that a date can be is no moment that can be written.
    ...(until && until.toUTC().year <= 9999 && { createdBefore: until.toUTC().toISO()! }),
  };
  if (text === undefined) return { store, conditions, order: orderOf(conditions), isTooWide: false };
  const { isTooWide, ...found } = await findBy(em, { store, text, isWhole });
  const narrowed = { ...conditions, found };
  return { store, conditions: narrowed, order: orderOf(narrowed), isTooWide };
}

async function findBy(
  em: EntityManager,
  { store, text, isWhole }: { store: Store; text: string; isWhole: boolean },
): Promise<FoundBy & { isTooWide: boolean }> {
  const totalCents = amountIn(text);
  if (totalCents !== null || /^\d+$/.test(text)) {
    const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    const isNumber = digitsOfNumber(text) !== null;
    const customerIds = isNumber ? await searchCustomers(em, { store, text }) : [];
    return { id: Number.isSafeInteger(id) ? id : null, totalCents, reference: text, customerIds, isTooWide: false };
  }
  if (END_TO_END_ID.test(text)) {
    const [paid] = await findPaidBy(em, store, text);
    if (paid) return { id: paid.invoiceId, reference: text, customerIds: [], isTooWide: false };
  }
  const found = await searchCustomers(em, { store, text, limit: MAX_CUSTOMERS_FOUND + 1 });
  const isTooWide = found.length > MAX_CUSTOMERS_FOUND;
  const customerWords = isTooWide && isWhole ? customerWordsQuery(store, text) : null;
  if (customerWords !== null) return { id: null, reference: text, customerIds: [], customerWords, isTooWide: false };
  return { id: null, reference: text, customerIds: found.slice(0, MAX_CUSTOMERS_FOUND), isTooWide };
}

/** `890`, `890,00`, `R$ 1.234,56` or `1,234.56`, in cents; null for other text, and for more than an invoice can be. */
function amountIn(text: string): number | null {
  const pattern = /^(?:R\$)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,12})(?:[.,](\d{2}))?$/;
  const [, whole, decimals = '0'] = pattern.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const amount = Number(`${whole.replace(/[.,]/g, '')}.${decimals}`);
  if (!isWireAmount(amount) || amount <= 0) return null;
  const cents = toCents(amount);
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

/** Reads a page of a prepared search, newest first, or latest due first: two reads by index, however many there are. */
export async function searchInvoices(
  em: EntityManager,
  { store, conditions, order, cursor, limit }: PreparedSearch & { cursor: InvoiceCursor; limit: number },
): Promise<Page<ListedInvoice>> {
  const { sql, params } = invoiceIdsQuery({ store, conditions, order, cursor, limit: limit + 1 });
  const found = await em.execute<{ id: string }[]>(sql, params);
  const ids = found.slice(0, limit).map(({ id }) => Number(id));
  if (cursor.endingBefore !== undefined) ids.reverse();
  return { rows: await findListed(em, store, ids), hasMore: found.length > limit };
}

/** A row as it is read: numbers and times as numbers, which a `bigint` and a `timestamptz` are not by themselves. */
interface Row {
  id: number;
  customer_id: number;
  name: string | null;
  email: string | null;
  document: string | null;
  status: InvoiceStatus;
  payment_method: PaymentMethod;
  total: number;
  discount: number;
  fine: number;
  interest: number;
  installment_interest: number;
  paid: number;
  refunded: number;
  due_date: string | null;
  created_ms: number;
  paid_ms: number | null;
  external_reference: string | null;
}

/** By hand, as making entities of the hundred thousand rows of a file takes most of its time. */
async function findListed(
  em: EntityManager,
  { companyId, environment }: Store,
  ids: number[],
): Promise<ListedInvoice[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<Row[]>(
    `select i.id::float8, i.customer_id::float8, c.name, c.email, c.document, i.status, i.payment_method, i.due_date::text,
       i.total_cents::float8 as total, i.discount_cents::float8 as discount, i.fine_cents::float8 as fine,
       i.interest_cents::float8 as interest, i.installment_interest_cents::float8 as installment_interest,
       i.amount_paid_cents::float8 as paid,
       i.amount_refunded_cents::float8 as refunded, i.external_reference,
       (extract(epoch from i.created_at) * 1000)::float8 as created_ms,
       (extract(epoch from i.paid_at) * 1000)::float8 as paid_ms
     from unnest(string_to_array(?, ',')::bigint[]) with ordinality as page (id, place)
       join invoices i on i.id = page.id and i.company_id = ? and i.environment = ?
       join customers c on c.id = i.customer_id and c.company_id = ? and c.environment = ?
     order by page.place`,
    [ids.join(','), companyId, environment, companyId, environment],
  );
  return rows.map(listed);
}

function listed(row: Row): ListedInvoice {
  return {
    id: row.id,
    customer: { id: row.customer_id, name: row.name, email: row.email, document: row.document },
    invoice: {
      status: row.status,
      paymentMethod: row.payment_method,
      totalCents: row.total,
      discountCents: row.discount,
      fineCents: row.fine,
      interestCents: row.interest,
      installmentInterestCents: row.installment_interest,
      amountPaidCents: row.paid,
      amountRefundedCents: row.refunded,
      dueDate: row.due_date,
      createdAt: new Date(row.created_ms),
      paidAt: row.paid_ms === null ? null : new Date(row.paid_ms),
      externalReference: row.external_reference,
    },
  };
}
