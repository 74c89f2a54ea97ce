import { reader } from '../../base/db/transaction.ts';
import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { fromCents } from '../../base/money/money.ts';
import { TRANSACTION_SOURCES } from '../../invoices/ledger/accounts.ts';
import { balanceSchema, ledgerEntryListSchema, listLedgerQuery } from './ledger.schema.ts';
import { listLedgerEntries, type ShownEntry } from './list-entries.ts';
import { readBalance, type Balance } from './read-balance.ts';

const tag = 'Money';

export const ledgerOperations = [
  operation({
    id: 'getBalance',
    method: 'GET',
    path: '/balance',
    scope: 'read',
    tag,
    summary: 'Read the balance',
    description:
      'The money of the store at its gateways: what it can have now, what comes on which day, what is disputed.',
    answer: { status: 200, schema: balanceSchema, description: 'The balance on the present day of the store.' },
    handle: async ({ deps, store }) =>
      presentBalance(await readBalance(reader(deps.em), { store, now: await deps.clock.now(store) })),
  }),
  operation({
    id: 'listLedgerEntries',
    method: 'GET',
    path: '/ledger',
    scope: 'read',
    tag,
    summary: 'List the entries of the ledger',
    description:
      'Each movement of money is a transaction of entries that come to zero. An entry never changes: a later transaction takes one back.',
    query: listLedgerQuery,
    answer: { status: 200, schema: ledgerEntryListSchema, description: 'A page of entries, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listLedgerEntries(reader(deps.em), { store, query }), presentEntry),
  }),
];

function presentBalance(balance: Balance): Record<string, unknown> {
  return {
    as_of: balance.asOf,
    available: fromCents(balance.availableCents),
    pending: fromCents(balance.pendingCents),
    disputed: fromCents(balance.disputedCents),
    pending_by_day: balance.pendingByDay.map(({ date, amountCents }) => ({ date, amount: fromCents(amountCents) })),
    gateways: balance.gateways.map(({ gateway, availableCents, pendingCents }) => ({
      gateway,
      available: fromCents(availableCents),
      pending: fromCents(pendingCents),
    })),
  };
}

function presentEntry({ entry, sourceId }: ShownEntry): Record<string, unknown> {
  return {
    id: entry.id,
    transaction_id: entry.transactionId,
    kind: entry.kind,
    source: { type: TRANSACTION_SOURCES[entry.kind], id: sourceId },
    account: entry.account,
    gateway: entry.gateway,
    amount: fromCents(entry.amountCents),
    counts_on: entry.countsOn,
    invoice_id: entry.invoiceId,
    posted_at: entry.postedAt,
  };
}
