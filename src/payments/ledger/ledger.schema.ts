import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, timeFilters } from '../../base/http/list-page.ts';
import { RECEIVED_BY } from '../../banking/payment-method.ts';
import { PAYOUT_STATUSES } from '../../gateways/payment-gateway.ts';
import { LEDGER_ACCOUNTS, TRANSACTION_KINDS, TRANSACTION_SOURCES } from '../../invoices/ledger/accounts.ts';
import { receivedPaymentSchema } from '../../invoices/payment.schema.ts';
import { END_TO_END_ID } from '../../banking/pix/end-to-end-id.ts';
import type { ListReceivedPaymentsQuery } from '../list-payments.ts';
import type { ListPayoutsQuery } from '../payouts/list-payouts.ts';
import type { ListLedgerQuery } from './list-entries.ts';

/** BRL, with at most two decimals; a balance or an entry may be negative. */
const signed = joi.number().description('BRL, with at most two decimals; may be negative.');

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

export const receivedPaymentListSchema = answerList('ReceivedPaymentList', receivedPaymentSchema);

export const listReceivedPaymentsQuery = pageQuery<ListReceivedPaymentsQuery>({
  invoice_id: fields.id.description('Only of this invoice.'),
  method: joi
    .string()
    .valid(...RECEIVED_BY)
    .description('Only what came so.'),
  gateway: joi
    .string()
    .pattern(/^[a-z]{1,40}$/)
    .messages({ 'string.pattern.base': '{#label} must be the name of a gateway in small letters, or external' })
    .description('Only by this gateway; `external`: past every gateway.'),
  payout_id: fields.id.description('Only of this payout.'),
  end_to_end_id: joi
    .string()
    .pattern(END_TO_END_ID)
    .messages({ 'string.pattern.base': '{#label} must be 32 letters and digits, as banks number a Pix' })
    .description('Only the Pix that banks know by this number.'),
  amount: fields.amount.description('BRL. Only of this amount.'),
  ...timeFilters('paid_at', 'Paid'),
});

export const payoutSchema = answerObject('Payout', {
  id: shown.id,
  gateway: shown.text,
  gateway_payout_id: shown.text.description('The id at the gateway.'),
  status: joi.string().valid(...PAYOUT_STATUSES),
  amount: shown.amount,
  arrives_on: shown.date.description('The day on which the bank of the store has it.'),
  failure_reason: shown.textOrNull.description("The gateway's word for a payout that failed."),
  unexplained: signed
    .allow(null)
    .description(
      'BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it.',
    ),
  created_at: shown.time,
  updated_at: shown.time,
});

export const payoutListSchema = answerList('PayoutList', payoutSchema);

export const listPayoutsQuery = pageQuery<ListPayoutsQuery>(
  {
    gateway: joi
      .string()
      .pattern(/^[a-z]{1,40}$/)
      .description('Only by this gateway.'),
    'arrives_on[gte]': fields.date.description('At the bank on this day or after.'),
    'arrives_on[lte]': fields.date.description('At the bank on this day or before.'),
  },
  { byCreation: false },
);
