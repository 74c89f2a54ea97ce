import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import type { Cents } from '../../base/money/money.ts';
import type { LedgerAccount, TransactionKind } from '../../invoices/ledger/accounts.ts';

/** The money of a day or a month of a store. */
export interface ReportRow {
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  period: string;
  /** Money of payers, by the day on which they paid. */
  receivedCents: Cents;
  /** The part of it that came past every gateway. */
  externalCents: Cents;
  refundedCents: Cents;
  /** The prices of gateways, by the day of the payment. */
  feesCents: Cents;
  /** receivedCents - refundedCents - feesCents. */
  netCents: Cents;
  /** Disputes that began, less those that ended. */
  disputedCents: Cents;
  paidOutCents: Cents;
  creditedCents: Cents;
  writtenOffCents: Cents;
}

export const REPORT_PERIODS = ['day', 'month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

interface SumRow {
  period: string;
  kind: TransactionKind;
  account: LedgerAccount;
  cents: string;
}

/** The accounts and kinds that make up a figure; their sum, times the sign. */
const FIGURES: Record<
  Exclude<keyof ReportRow, 'period' | 'netCents'>,
  { account: LedgerAccount; kinds: readonly TransactionKind[]; sign: 1 | -1 }
> = {
  receivedCents: { account: 'receivable', kinds: ['payment', 'payment_reversed'], sign: -1 },
  externalCents: { account: 'external', kinds: ['payment', 'payment_reversed'], sign: 1 },
  refundedCents: { account: 'refunds', kinds: ['refund', 'refund_reversed'], sign: 1 },
  feesCents: { account: 'fees', kinds: ['fee'], sign: 1 },
  disputedCents: { account: 'disputes', kinds: ['dispute'], sign: 1 },
  paidOutCents: { account: 'bank', kinds: ['payout', 'payout_returned'], sign: 1 },
  creditedCents: { account: 'credit_notes', kinds: ['credit_note'], sign: 1 },
  writtenOffCents: { account: 'write_offs', kinds: ['write_off', 'write_off_recovered'], sign: 1 },
};

/**
 * The money of each day or month between two days, both included, from the totals of the ledger. A period in which
 * nothing moved is left out.
 */
export async function readReport(
  em: EntityManager,
  { store, from, to, by }: { store: Store; from: string; to: string; by: ReportPeriod },
): Promise<ReportRow[]> {
  const rows = await em.execute<SumRow[]>(
    `select to_char(counts_on, ?) as period, kind, account, sum(debit_cents - credit_cents) as cents
       from ledger_totals
      where company_id = ? and environment = ? and counts_on between ? and ? and account <> 'gateway_balance'
      group by 1, 2, 3 order by 1`,
    [by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM', store.companyId, store.environment, from, to],
  );
  return [...Map.groupBy(rows, ({ period }) => period)]
    .map(([period, sums]) => toRow(period, sums))
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0));
}

function toRow(period: string, sums: readonly SumRow[]): ReportRow {
  const figure = (name: keyof typeof FIGURES): Cents => {
    const { account, kinds, sign } = FIGURES[name];
    const ours = sums.filter((sum) => sum.account === account && kinds.includes(sum.kind));
    return ours.reduce((total, { cents }) => total + sign * Number(cents), 0);
  };
  const names = Object.keys(FIGURES) as (keyof typeof FIGURES)[];
  const figures = Object.fromEntries(names.map((name) => [name, figure(name)])) as Omit<
    ReportRow,
    'period' | 'netCents'
  >;
  const { receivedCents, refundedCents, feesCents } = figures;
  return { period, ...figures, netCents: receivedCents - refundedCents - feesCents };
}
