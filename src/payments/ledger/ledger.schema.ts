import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, timeFilters } from '../../base/http/list-page.ts';
import { LEDGER_ACCOUNTS, TRANSACTION_KINDS, TRANSACTION_SOURCES } from '../../invoices/ledger/accounts.ts';
import type { ListLedgerQuery } from './list-entries.ts';

const signed = shown.signedAmount;

export const balanceSchema = answerObject('Balance', {
  as_of: shown.date.description('The day of the store on which it is so.'),
  available: signed.description(
    'BRL that the gateways hold and the store can have now. Negative: more went back than was there.',
  ),
  pending: signed.description('BRL that becomes available later.'),
  disputed: signed.description('BRL that the banks of payers hold back until disputes are decided.'),
  pending_by_day: joi
    .array()
    .items(answerObject('PendingDay', { date: shown.date, amount: signed }))
    .description('The days on which more becomes available, the first one first.'),
  gateways: joi
    .array()
    .items(answerObject('GatewayBalance', { gateway: shown.text, available: signed, pending: signed })),
});

const accounts = joi.string().valid(...LEDGER_ACCOUNTS);

export const ledgerEntrySchema = answerObject('LedgerEntry', {
  id: shown.id,
  transaction_id: shown.id.description('The entries of a transaction come to zero.'),
  kind: joi.string().valid(...TRANSACTION_KINDS),
  source: answerObject('LedgerSource', {
    type: joi.string().valid(...new Set(Object.values(TRANSACTION_SOURCES))),
    id: shown.id,
  }).description('The row that caused it.'),
  account: accounts,
  gateway: shown.textOrNull.description('The gateway that holds the money; of `gateway_balance` alone.'),
  amount: signed.description('BRL: positive on the debit side, negative on the credit side.'),
  counts_on: shown.date.description('The day of the store from which it counts; for a gateway, when it is available.'),
  invoice_id: shown.id.allow(null),
  posted_at: shown.time,
});

export const ledgerEntryListSchema = answerList('LedgerEntryList', ledgerEntrySchema);

export const listLedgerQuery = pageQuery<ListLedgerQuery>(
  {
    account: accounts.description('Only in this account.'),
    invoice_id: fields.id.description('Only of this invoice.'),
    transaction_id: fields.id.description('Only of this transaction.'),
    ...timeFilters('posted_at', 'Posted'),
  },
  { byCreation: false },
);
