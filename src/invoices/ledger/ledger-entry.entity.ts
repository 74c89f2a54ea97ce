import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { LEDGER_ACCOUNTS, TRANSACTION_KINDS, type LedgerAccount, type TransactionKind } from './accounts.ts';
import { LedgerTransaction } from './ledger-transaction.entity.ts';

/**
 * An amount in an account. PostgreSQL refuses a statement after which a transaction does not come to zero, and every
 * change of a row (migration 0036).
 */
export const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  indexes: [
    { name: 'ledger_entries_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'ledger_entries_account', properties: ['companyId', 'environment', 'account', 'id'] },
    { name: 'ledger_entries_invoice', properties: ['invoiceId', 'id'] },
    { name: 'ledger_entries_transaction', properties: ['transactionId'] },
    {
      name: 'ledger_entries_counted',
      expression: `create index ledger_entries_counted on ledger_entries (company_id, environment, counts_on) where account = 'gateway_balance'`,
    },
    { name: 'ledger_entries_posted', properties: ['companyId', 'environment', 'postedAt'] },
  ],
  checks: [
    { name: 'ledger_entries_amount', expression: 'amount_cents <> 0' },
    { name: 'ledger_entries_gateway', expression: "(gateway is not null) = (account = 'gateway_balance')" },
  ],
  properties: {
    ...ownedByStore(),
    transactionId: () => p.manyToOne(LedgerTransaction).mapToPk().fieldName('transaction_id'),
    /** As its transaction's. */
    kind: p.enum(TRANSACTION_KINDS).$type<TransactionKind>(),
    account: p.enum(LEDGER_ACCOUNTS).$type<LedgerAccount>(),
    gateway: p.text().strictNullable(),
    /** Debit positive, credit negative. */
    amountCents: p.bigint('number'),
    /** The day of the store from which the amount counts. */
    countsOn: p.date(),
    /** As its transaction's. */
    invoiceId: p.bigint('number').strictNullable(),
    postedAt: p.datetime(3),
  },
});

export class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);
