import { reader } from '../../base/db/transaction.ts';
import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { fromCents } from '../../base/money/money.ts';
import { TRANSACTION_SOURCES } from '../../invoices/ledger/accounts.ts';
import { receivedPaymentSchema } from '../../invoices/payment.schema.ts';
import { presentReceived } from '../../invoices/present-received.ts';
import { findPayment, listReceivedPayments } from '../list-payments.ts';
import { findPayout, listPayouts } from '../payouts/list-payouts.ts';
import { presentPayout } from '../payouts/present-payout.ts';
import {
  balanceSchema,
  ledgerEntryListSchema,
  listLedgerQuery,
  listPayoutsQuery,
  listReceivedPaymentsQuery,
  payoutListSchema,
  payoutSchema,
  receivedPaymentListSchema,
} from './ledger.schema.ts';
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
    id: 'listReceivedPayments',
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag,
    summary: 'List the money that came in',
    description:
      'Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day.',
    query: listReceivedPaymentsQuery,
    answer: { status: 200, schema: receivedPaymentListSchema, description: 'A page of payments, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listReceivedPayments(deps.em, { store, query }), presentReceived),
  }),
  operation({
    id: 'getReceivedPayment',
    method: 'GET',
    path: '/payments/{id}',
    scope: 'read',
    tag,
    resource: 'payment',
    summary: 'Read a payment',
    description: 'By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event.',
    answer: { status: 200, schema: receivedPaymentSchema, description: 'The payment.' },
    handle: async ({ deps, store, id }) =>
      presentReceived(await findPayment(reader(deps.em), { store, paymentId: id })),
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
  operation({
    id: 'listPayouts',
    method: 'GET',
    path: '/payouts',
    scope: 'read',
    tag,
    summary: 'List payouts',
    description:
      'The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one.',
    query: listPayoutsQuery,
    answer: { status: 200, schema: payoutListSchema, description: 'A page of payouts, newest first.' },
    handle: async ({ deps, store, query }) => presentPage(await listPayouts(deps.em, { store, query }), presentPayout),
  }),
  operation({
    id: 'getPayout',
    method: 'GET',
    path: '/payouts/{id}',
    scope: 'read',
    tag,
    resource: 'payout',
    summary: 'Read a payout',
    description: 'With the part of it that its payments and refunds do not account for.',
    answer: { status: 200, schema: payoutSchema, description: 'The payout.' },
    handle: async ({ deps, store, id }) => presentPayout(await findPayout(reader(deps.em), { store, payoutId: id })),
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
