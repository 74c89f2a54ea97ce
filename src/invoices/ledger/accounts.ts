/**
 * The accounts of a store's ledger, in one environment. An amount is positive on the debit side and negative on the
 * credit side (docs/decisions/0037-ledger.md).
 *
 * - `receivable`: what invoices ask for. Money, a credit note or a write-off credits it.
 * - `gateway_balance`: the money that a gateway holds for the store, an account for each gateway.
 * - `bank`: the money that a gateway paid out.
 * - `external`: the money that came past every gateway, as cash or by transfer.
 * - `fees`: the price of a gateway. `refunds`: money that went back. `disputes`: money that a payer's bank holds back.
 * - `surplus`: money of payers that nobody owed.
 * - `credit_notes`, `write_offs`: claims that the store gave up.
 */
export const LEDGER_ACCOUNTS = [
  'receivable',
  'gateway_balance',
  'bank',
  'external',
  'fees',
  'refunds',
  'disputes',
  'surplus',
  'credit_notes',
  'write_offs',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** The causes of a transaction, and the table whose row `source_id` names. */
export const TRANSACTION_SOURCES = {
  payment: 'payment',
  payment_reversed: 'payment',
  surplus: 'invoice',
  refund: 'refund',
  refund_reversed: 'refund',
  fee: 'payment',
  moved: 'payment',
  dispute: 'dispute',
  payout: 'payout',
  payout_returned: 'payout',
  credit_note: 'concession',
  write_off: 'concession',
  write_off_recovered: 'invoice',
} as const;
export type TransactionKind = keyof typeof TRANSACTION_SOURCES;
export const TRANSACTION_KINDS = Object.keys(TRANSACTION_SOURCES) as TransactionKind[];

/** A row of a ledger transaction: where money is, or what became of it. */
export interface LedgerLeg {
  account: LedgerAccount;
  /** Set for `gateway_balance` alone. */
  gateway?: string;
  /** Debit positive, credit negative; never 0. */
  amountCents: number;
  /** `YYYY-MM-DD`. The day of the store from which the amount counts; for a gateway's balance, when it is available. */
  countsOn: string;
}

/** A transaction before it is written. */
export interface LedgerDraft {
  kind: TransactionKind;
  /** The row that caused it; read when the draft is written, as a new row has its id by then. */
  source: { id: number };
  legs: LedgerLeg[];
}

/** A transaction of two accounts: so many cents from one to the other. None for no cents; the reverse for fewer. */
export function transfer(
  kind: TransactionKind,
  source: { id: number },
  {
    amountCents,
    debit,
    credit,
    countsOn,
  }: {
    amountCents: number;
    debit: Pick<LedgerLeg, 'account' | 'gateway'> & { countsOn?: string };
    credit: Pick<LedgerLeg, 'account' | 'gateway'> & { countsOn?: string };
    countsOn: string;
  },
): LedgerDraft {
  const legs =
    amountCents === 0
      ? []
      : [
          { countsOn, ...debit, amountCents },
          { countsOn, ...credit, amountCents: -amountCents },
        ];
  return { kind, source, legs };
}
