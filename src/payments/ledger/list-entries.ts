import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import {
  given,
  listPage,
  listPageBy,
  within,
  type Page,
  type PageQuery,
  type TimeRange,
} from '../../base/http/list-page.ts';
import type { LedgerAccount } from '../../invoices/ledger/accounts.ts';
import { LedgerEntry } from '../../invoices/ledger/ledger-entry.entity.ts';
import { LedgerTransaction } from '../../invoices/ledger/ledger-transaction.entity.ts';

export interface ListLedgerQuery extends PageQuery, TimeRange<'posted_at'> {
  account?: LedgerAccount;
  invoice_id?: number;
  transaction_id?: number;
}

/** An entry, with the row that caused its transaction. */
export interface ShownEntry {
  entry: LedgerEntry;
  sourceId: number;
}

/** The entries of a store's ledger, the newest first; of a range of times by that time. */
export async function listLedgerEntries(
  em: EntityManager,
  { store, query }: { store: Store; query: ListLedgerQuery },
): Promise<Page<ShownEntry>> {
  const posted = within(query, 'posted_at', 'postedAt');
  const { account, invoice_id: invoiceId, transaction_id: transactionId } = query;
  const where = { ...store, ...given({ account, invoiceId, transactionId }), ...posted } as FilterQuery<LedgerEntry>;
  const { rows, hasMore } = posted.postedAt
    ? await listPageBy(em, LedgerEntry, where, { property: 'postedAt', query })
    : await listPage(em, LedgerEntry, where, query);
  const ids = [...new Set(rows.map((entry) => entry.transactionId))];
  const transactions = await em.find(LedgerTransaction, { ...store, id: { $in: ids } });
  const byId = new Map(transactions.map((one) => [one.id, one]));
  return {
    rows: rows.map((entry) => {
      const { sourceId } = byId.get(entry.transactionId)!;
      return { entry, sourceId };
    }),
    hasMore,
  };
}
