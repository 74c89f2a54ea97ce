import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { LEDGER_ACCOUNTS, TRANSACTION_KINDS, type LedgerAccount, type TransactionKind } from './accounts.ts';

/**
 * The sums of an account on a day, by what caused them. PostgreSQL keeps them with each statement that writes entries
 * (migration 0036).
 */
export const LedgerTotalSchema = defineEntity({
  name: 'LedgerTotal',
  tableName: 'ledger_totals',
  uniques: [
    {
      name: 'ledger_totals_key',
      properties: ['companyId', 'environment', 'kind', 'account', 'gateway', 'countsOn'],
    },
  ],
  properties: {
    ...ownedByStore(),
    kind: p.enum(TRANSACTION_KINDS).$type<TransactionKind>(),
    account: p.enum(LEDGER_ACCOUNTS).$type<LedgerAccount>(),
    /** Empty for an account that is no gateway's. */
    gateway: p.text(),
    countsOn: p.date(),
    debitCents: p.bigint('number'),
    creditCents: p.bigint('number'),
  },
});

export class LedgerTotal extends LedgerTotalSchema.class {}
LedgerTotalSchema.setClass(LedgerTotal);
