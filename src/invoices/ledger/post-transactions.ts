import type { EntityManager } from '@mikro-orm/postgresql';
import { runWithNext } from '../../base/db/prepared-statements.ts';
import type { Store } from '../../base/environment.ts';
import type { LedgerDraft } from './accounts.ts';
import { POST } from './post-transactions.sql.ts';

/**
 * Writes transactions into a store's ledger, in the caller's transaction, once the rows that caused them are written.
 * A draft without legs is left out. From here to the commit, other transactions that post to the same accounts of the
 * store wait.
 *
 * The caller holds the lock of the subject: it decides what was posted before.
 *
 * @param invoiceId null for a transaction that no invoice causes
 * @param at the store's time
 */
export async function postTransactions(
  tx: EntityManager,
  {
    store,
    invoiceId,
    at,
    drafts,
  }: { store: Store; invoiceId: number | null; at: Date; drafts: readonly LedgerDraft[] },
): Promise<void> {
  const rows = drafts
    .filter(({ legs }) => legs.length > 0)
    .map(({ kind, source, legs }, place) => ({
      ...{ place, kind, source_id: source.id },
      legs: legs.map(({ account, gateway, amountCents, countsOn }) => ({
        ...{ account, gateway: gateway ?? null, amount_cents: amountCents, counts_on: countsOn },
      })),
    }));
  if (rows.length === 0) return;
  await runWithNext(tx, POST, [store.companyId, store.environment, JSON.stringify(rows), invoiceId, at]);
}
