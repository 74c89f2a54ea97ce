import { Readable } from 'node:stream';
import { CSV_MARKS, writeCsv, type CsvCell } from '../../base/csv.ts';
import type { StoreTransactions } from '../../base/http/store-transactions.ts';
import { exportInvoices, type InvoiceExport } from '../../invoices/export-invoices.ts';
import type { ListedInvoice } from '../../invoices/search-invoices.ts';
import { formatDecimal, type Cents } from '../../base/money/money.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';

/** The forms of values that are no text. */
interface Writing {
  /** A moment, by the clocks of the store. */
  moment: (at: Date) => string;
  /** An amount in reais. */
  amount: (cents: Cents) => string;
}

/** Named as the API names them, in every language: files are read by programs and formulas too. */
const COLUMNS: readonly [string, (row: ListedInvoice, writing: Writing) => CsvCell][] = [
  ['id', ({ id }) => id],
  ['status', ({ invoice }) => invoice.status],
  ['payment_method', ({ invoice }) => invoice.paymentMethod],
  ['customer_id', ({ customer }) => customer.id],
  ['customer_name', ({ customer }) => customer.name],
  ['customer_email', ({ customer }) => customer.email],
  ['total', ({ invoice }, { amount }) => amount(invoice.totalCents)],
  ['discount_amount', ({ invoice }, { amount }) => amount(invoice.discountCents)],
  ['fine_amount', ({ invoice }, { amount }) => amount(invoice.fineCents)],
  ['interest_amount', ({ invoice }, { amount }) => amount(invoice.interestCents)],
  ['amount_paid', ({ invoice }, { amount }) => amount(invoice.amountPaidCents)],
  ['amount_refunded', ({ invoice }, { amount }) => amount(invoice.amountRefundedCents)],
  ['due_date', ({ invoice }) => invoice.dueDate],
  ['created_at', ({ invoice }, { moment }) => moment(invoice.createdAt)],
  ['paid_at', ({ invoice }, { moment }) => invoice.paidAt && moment(invoice.paidAt)],
  ['external_reference', ({ invoice }) => invoice.externalReference],
];

/**
 * Writes the invoices that a search finds as CSV: UTF-8 with a byte order mark, or Excel takes it for another encoding;
 * columns and cents separated as in the reader's language; amounts in reais; times by the clocks of the store, as
 * spreadsheets read them. Text that a payer or client typed never becomes a formula. A batch is read when the one
 * before it has gone; destroyed, the stream reads no more.
 */
export function invoicesCsv(
  transact: StoreTransactions,
  options: InvoiceExport & { language: PanelLanguage },
): Readable {
  return Readable.from(write(transact, options), { highWaterMark: 1 });
}

async function* write(
  transact: StoreTransactions,
  options: Parameters<typeof invoicesCsv>[1],
): AsyncGenerator<string, void, void> {
  // Sweden writes them as ISO 8601 does: 2026-05-01 09:00:17.
  const { timeZone } = options.company;
  const { delimiter, decimal } = CSV_MARKS[options.language];
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const writing: Writing = {
    moment: (at) => format.format(at),
    amount: (cents) => formatDecimal(cents).replace('.', decimal),
  };
  yield writeCsv([COLUMNS.map(([name]) => name)], { delimiter, isFirst: true });
  for await (const rows of exportInvoices(transact, options)) {
    yield writeCsv(
      rows.map((row) => COLUMNS.map(([, cell]) => cell(row, writing))),
      { delimiter, isFirst: false },
    );
  }
}
