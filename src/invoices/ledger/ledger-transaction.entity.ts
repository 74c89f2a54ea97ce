import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { TRANSACTION_KINDS, type TransactionKind } from './accounts.ts';

/**
 * A balanced transaction of the ledger. It is written in the transaction of its cause, and never changed: a later one
 * takes it back.
 */
export const LedgerTransactionSchema = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transactions',
  uniques: [{ name: 'ledger_transactions_source', properties: ['kind', 'sourceId', 'part'] }],
  properties: {
    ...ownedByStore(),
    kind: p.enum(TRANSACTION_KINDS).$type<TransactionKind>(),
    /** The row that caused it, of the table that the kind says (`TRANSACTION_SOURCES`). */
    sourceId: p.bigint('number'),
    /** 0 for the first transaction of this kind and row. */
    part: p.integer(),
    invoiceId: p.bigint('number').strictNullable(),
    /** The store's time. */
    postedAt: p.datetime(3),
  },
});

export class LedgerTransaction extends LedgerTransactionSchema.class {}
LedgerTransactionSchema.setClass(LedgerTransaction);
