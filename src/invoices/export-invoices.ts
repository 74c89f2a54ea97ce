import type { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import type { StoreTransactions } from '../base/http/store-transactions.ts';
import { prepareSearch, searchInvoices, type InvoiceSearch, type ListedInvoice } from './search-invoices.ts';

/** Enough that the way to the database and back does not count, few enough to be nothing in memory. */
export const EXPORT_BATCH = 1_000;

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/** The store whose invoices are exported, and the search that selects them. */
export interface InvoiceExport {
  store: Store;
  company: Pick<Company, 'timeZone'>;
  search: InvoiceSearch;
}

/**
 * Every invoice that a search finds, however many customers have its words, in batches, newest first. Each batch is a
 * short transaction of its own: none is open while whoever reads takes their time, and who stops reading stops the
 * export. An invoice that is created meanwhile is not among them; one that changes has the state in which its batch was
 * read.
 */
export async function* exportInvoices(
  transact: StoreTransactions,
  { store, company, search }: InvoiceExport,
): AsyncGenerator<ListedInvoice[], void, void> {
  const prepared = await transact(
    store,
    (em) => prepareSearch(em, { store, company, search, isWhole: true }),
    SNAPSHOT,
  );
  // A due date may change between two batches, and its invoice would be passed over: age does not change.
  const order = prepared.order === 'due_date' ? 'id' : prepared.order;
  let last: number | undefined;
  for (;;) {
    const cursor = last === undefined ? {} : { startingAfter: last };
    const page = await transact(
      store,
      (em) => searchInvoices(em, { ...prepared, order, cursor, limit: EXPORT_BATCH }),
      SNAPSHOT,
    );
    if (page.rows.length > 0) yield page.rows;
    last = page.rows.at(-1)?.id;
    if (!page.hasMore || last === undefined) return;
  }
}
