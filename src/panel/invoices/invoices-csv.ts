import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Company } from '../../companies/company.entity.ts';
import type { Store } from '../../companies/environment.ts';
import type { StoreTransactions } from '../../http/store-transactions.ts';
import { exportInvoices } from '../../invoices/export-invoices.ts';
import type { InvoiceSearch, ListedInvoice } from '../../invoices/search-invoices.ts';
import { formatDecimal } from '../../money/money.ts';

type Cell = string | number | null;

/** Named as the API names them, in every language: files are read by programs and formulas too. */
const COLUMNS: readonly [string, (row: ListedInvoice, moment: (at: Date) => string) => Cell][] = [
  ['id', ({ id }) => id],
  ['status', ({ invoice }) => invoice.status],
  ['payment_method', ({ invoice }) => invoice.paymentMethod],
  ['customer_id', ({ customer }) => customer.id],
  ['customer_name', ({ customer }) => customer.name],
  ['customer_email', ({ customer }) => customer.email],
  ['total', ({ invoice }) => formatDecimal(invoice.totalCents)],
  ['discount_amount', ({ invoice }) => formatDecimal(invoice.discountCents)],
  ['fine_amount', ({ invoice }) => formatDecimal(invoice.fineCents)],
  ['interest_amount', ({ invoice }) => formatDecimal(invoice.interestCents)],
  ['amount_paid', ({ invoice }) => formatDecimal(invoice.amountPaidCents)],
  ['amount_refunded', ({ invoice }) => formatDecimal(invoice.amountRefundedCents)],
  ['due_date', ({ invoice }) => invoice.dueDate],
  ['created_at', ({ invoice }, moment) => moment(invoice.createdAt)],
  ['paid_at', ({ invoice }, moment) => invoice.paidAt && moment(invoice.paidAt)],
  ['external_reference', ({ invoice }) => invoice.externalReference],
];

/** RFC 4180 separates lines so. */
const OPTIONS = { record_delimiter: 'windows', escape_formulas: true } as const;

/**
 * The invoices that a search finds as CSV: UTF-8 with a byte order mark, or Excel takes it for another encoding; amounts in
 * reais with a point; times by the clocks of the store, as spreadsheets read them. What a payer or client typed never
 * becomes a formula. A batch is read when the one before it has gone; destroyed, the stream reads no more.
 */
export function invoicesCsv(
  transact: StoreTransactions,
  options: { store: Store; company: Pick<Company, 'timeZone'>; search: InvoiceSearch },
): Readable {
  return Readable.from(write(transact, options), { highWaterMark: 1 });
}

async function* write(
  transact: StoreTransactions,
  options: Parameters<typeof invoicesCsv>[1],
): AsyncGenerator<string, void, void> {
  // Sweden writes them as ISO 8601 does: 2026-05-01 09:00:17.
  const { timeZone } = options.company;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const moment = (at: Date): string => format.format(at);
  yield stringify([COLUMNS.map(([name]) => name)], { ...OPTIONS, bom: true });
  for await (const rows of exportInvoices(transact, options)) {
    yield stringify(
      rows.map((row) => COLUMNS.map(([, cell]) => cell(row, moment))),
      OPTIONS,
    );
  }
}
