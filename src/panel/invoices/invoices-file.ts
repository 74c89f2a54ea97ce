import { Readable } from 'node:stream';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { CSV_MARKS, writeCsv, type CsvCell } from '../../base/csv.ts';
import type { StoreTransactions } from '../../base/http/store-transactions.ts';
import { formatDecimal, fromCents, type Cents } from '../../base/money/money.ts';
import { plainDocument } from '../../banking/documents/portuguese.ts';
import { exportInvoices, type InvoiceExport } from '../../invoices/export-invoices.ts';
import type { ListedInvoice } from '../../invoices/search-invoices.ts';
import type { CommonWords } from '../common/common.words.ts';

/** A workbook is made in memory: a file of more rows is a CSV, which is sent while it is read. */
export const MAX_XLSX_ROWS = 20_000;

/** A value of a row, before it is written as its file has it. */
type Cell = string | number | null | { cents: Cents } | { at: Date };

type Words = Pick<CommonWords, 'statuses' | 'methods' | 'erasedCustomer'>;

const COLUMNS = {
  id: ({ id }) => id,
  status: ({ invoice }, t) => t.statuses[invoice.status],
  method: ({ invoice }, t) => t.methods[invoice.paymentMethod],
  customerId: ({ customer }) => customer.id,
  customer: ({ customer }, t) => customer.name ?? t.erasedCustomer,
  document: ({ customer }) => (customer.document === null ? null : plainDocument(customer.document)),
  email: ({ customer }) => customer.email,
  total: ({ invoice }) => ({ cents: invoice.totalCents }),
  discount: ({ invoice }) => ({ cents: invoice.discountCents }),
  fine: ({ invoice }) => ({ cents: invoice.fineCents }),
  interest: ({ invoice }) => ({ cents: invoice.interestCents }),
  paid: ({ invoice }) => ({ cents: invoice.amountPaidCents }),
  refunded: ({ invoice }) => ({ cents: invoice.amountRefundedCents }),
  dueDate: ({ invoice }) => invoice.dueDate,
  createdAt: ({ invoice }) => ({ at: invoice.createdAt }),
  paidAt: ({ invoice }) => invoice.paidAt && { at: invoice.paidAt },
  reference: ({ invoice }) => invoice.externalReference,
  // The last: programs that read a file by the numbers of its columns go on.
  installmentInterest: ({ invoice }) => ({ cents: invoice.installmentInterestCents }),
} as const satisfies Record<string, (row: ListedInvoice, t: Words) => Cell>;

export type ExportColumn = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as ExportColumn[];

interface FileOptions extends InvoiceExport {
  language: PanelLanguage;
  columns: Record<ExportColumn, string>;
  t: Words;
}

const cellsOf = (row: ListedInvoice, t: Words): Cell[] => NAMES.map((name) => COLUMNS[name](row, t));

/**
 * Writes the invoices that a search finds as CSV, in the words of the reader: UTF-8 with a byte order mark, or Excel
 * takes it for another encoding; columns and cents separated as in the reader's language; amounts in reais; times by
 * the clocks of the store, as spreadsheets read them. Text that a payer or client typed never becomes a formula. A
 * batch is read when the one before it has gone; destroyed, the stream reads no more.
 */
export function invoicesCsv(transact: StoreTransactions, options: FileOptions): Readable {
  return Readable.from(write(transact, options), { highWaterMark: 1 });
}

async function* write(transact: StoreTransactions, options: FileOptions): AsyncGenerator<string, void, void> {
  const { delimiter, decimal } = CSV_MARKS[options.language];
  const moment = momentIn(options.company.timeZone);
  const text = (cell: Cell): CsvCell => {
    if (cell === null || typeof cell !== 'object') return cell;
    return 'at' in cell ? moment(cell.at) : formatDecimal(cell.cents).replace('.', decimal);
  };
  yield writeCsv([NAMES.map((name) => options.columns[name])], { delimiter, isFirst: true });
  for await (const rows of exportInvoices(transact, options)) {
    yield writeCsv(
      rows.map((row) => cellsOf(row, options.t).map(text)),
      { delimiter, isFirst: false },
    );
  }
}

/**
 * The same as a workbook, whose amounts are numbers that a spreadsheet adds up.
 *
 * @param more what the last row says where more are found than a workbook has
 */
export async function invoicesXlsx(
  transact: StoreTransactions,
  options: FileOptions & { sheet: string; more: string },
): Promise<Buffer> {
  const moment = momentIn(options.company.timeZone);
  const value = (cell: Cell) => {
    if (cell === null || typeof cell !== 'object') return cell;
    return 'at' in cell ? moment(cell.at) : { value: fromCents(cell.cents), type: Number, format: '#,##0.00' };
  };
  const rows: ReturnType<typeof value>[][] = [];
  let isMore = false;
  for await (const batch of exportInvoices(transact, options)) {
    const room = MAX_XLSX_ROWS - rows.length;
    rows.push(...batch.slice(0, room).map((row) => cellsOf(row, options.t).map(value)));
    isMore = batch.length > room;
    if (isMore) break;
  }
  const header = NAMES.map((name) => ({ value: options.columns[name], fontWeight: 'bold' as const }));
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile([
    {
      data: [header, ...rows, ...(isMore ? [[options.more]] : [])],
      sheet: options.sheet,
      columns: NAMES.map((name) => ({ width: name === 'customer' || name === 'email' ? 28 : 16 })),
      stickyRowsCount: 1,
    },
  ]).toBuffer();
}

/** Sweden writes moments as ISO 8601 does: 2026-05-01 09:00:17. */
function momentIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
