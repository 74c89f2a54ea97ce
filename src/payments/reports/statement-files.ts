import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { CSV_MARKS, writeCsv, type CsvCell } from '../../base/csv.ts';
import { formatDecimal, fromCents } from '../../base/money/money.ts';
import type { Store } from '../../base/environment.ts';
import type { ReportRow } from './read-report.ts';
import { closingOf, type Statement, type StatementLine } from './read-statement.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

export const FILE_FORMATS = ['csv', 'xlsx', 'ofx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
};

/** Everything that a file of a store's money says. */
export interface StatementFile {
  statement: Statement;
  /** A row for each day of the statement. */
  report: ReportRow[];
  language: PanelLanguage;
  store: Store;
  /** Real time. */
  madeAt: Date;
}

/** The file of a statement, in the form that is asked for. */
export function writeStatement(format: FileFormat, file: StatementFile): Promise<Buffer> {
  return WRITERS[format](file);
}

const WRITERS: Record<FileFormat, (file: StatementFile) => Promise<Buffer>> = {
  csv: (file) => Promise.resolve(Buffer.from(writeStatementCsv(file))),
  xlsx: writeStatementXlsx,
  ofx: (file) => Promise.resolve(Buffer.from(writeStatementOfx(file))),
};

function writeStatementCsv({ statement, language }: StatementFile): string {
  const { columns, kinds } = STATEMENT_WORDS[language];
  const { delimiter, decimal } = CSV_MARKS[language];
  const header = [columns.date, columns.kind, columns.gateway, columns.invoice, columns.amount, columns.transaction];
  const rows = statement.lines.map(({ date, kind, gateway, invoiceId, amountCents, transactionId }): CsvCell[] => {
    const amount = formatDecimal(amountCents).replace('.', decimal);
    return [date, kinds[kind], gateway, invoiceId, amount, transactionId];
  });
  return writeCsv([header, ...rows], { delimiter, isFirst: true, isOurs: true });
}

/** A number that a spreadsheet adds up, with two decimals as its reader's language has them. */
function money(cents: number) {
  return { value: fromCents(cents), type: Number, format: '#,##0.00' };
}

function bold(text: string) {
  return { value: text, fontWeight: 'bold' as const };
}

async function writeStatementXlsx({ statement, report, language }: StatementFile): Promise<Buffer> {
  const words = STATEMENT_WORDS[language];
  const { columns, kinds, figures } = words;
  const lines = statement.lines.map(({ date, kind, gateway, invoiceId, amountCents, transactionId }) => [
    ...[date, kinds[kind], gateway, invoiceId, money(amountCents), transactionId],
  ]);
  const header = [columns.date, columns.kind, columns.gateway, columns.invoice, columns.amount, columns.transaction];
  const names = Object.keys(figures) as (keyof ReportRow)[];
  const days = report.map((row) => names.map((name) => (name === 'period' ? row.period : money(row[name]))));
  const totals = names.map((name) =>
    name === 'period' ? bold(words.total) : money(report.reduce((sum, row) => sum + row[name], 0)),
  );
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile([
    {
      data: [header.map(bold), ...lines],
      sheet: words.statement,
      columns: [{ width: 12 }, { width: 24 }, { width: 12 }, { width: 10 }, { width: 16 }, { width: 12 }],
      stickyRowsCount: 1,
    },
    {
      data: [names.map((name) => bold(figures[name])), ...days, totals],
      sheet: words.report,
      columns: names.map(() => ({ width: 18 })),
      stickyRowsCount: 1,
    },
  ]).toBuffer();
}

/** OFX 1.0.2, the release that accounting programs of Brazil read. */
const OFX_HEADER = [
  ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
  ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE'],
].join('\r\n');

/** The kinds of movements, as OFX knows them. */
function ofxType({ kind, amountCents }: StatementLine): string {
  if (kind === 'fee') return 'FEE';
  if (kind === 'moved') return 'OTHER';
  if (kind === 'payout' || kind === 'payout_returned') return 'XFER';
  return amountCents > 0 ? 'CREDIT' : 'DEBIT';
}

/** A statement with an account for each gateway. */
function writeStatementOfx({ statement, language, store, madeAt }: StatementFile): string {
  const { kinds } = STATEMENT_WORDS[language];
  const { from, to, lines } = statement;
  const status = element('STATUS', element('CODE', '0') + element('SEVERITY', 'INFO'));
  const made = `${madeAt.toISOString().replace(/\D/g, '').slice(0, 14)}[0:GMT]`;
  const signOn = element('SONRS', status + element('DTSERVER', made) + element('LANGUAGE', OFX_LANGUAGES[language]));
  const accounts = closingOf(statement).map(([gateway, closing], index) => {
    const transactions = lines
      .filter((line) => line.gateway === gateway)
      .map((line) => {
        const memo = line.invoiceId === null ? [] : [element('MEMO', `invoice ${line.invoiceId}`)];
        return element(
          'STMTTRN',
          [
            element('TRNTYPE', ofxType(line)),
            element('DTPOSTED', ofxDay(line.date)),
            element('TRNAMT', formatDecimal(line.amountCents)),
            element('FITID', `${line.transactionId}-${ofxDay(line.date)}`),
            element('NAME', kinds[line.kind]),
            ...memo,
          ].join(''),
        );
      });
    const account =
      element('BANKID', OFX_BANK) + element('ACCTID', accountOf(store, gateway)) + element('ACCTTYPE', 'CHECKING');
    const list = element('DTSTART', ofxDay(from)) + element('DTEND', ofxDay(to)) + transactions.join('\r\n');
    const balance = element('BALAMT', formatDecimal(closing)) + element('DTASOF', ofxDay(to));
    const body = [
      element('CURDEF', 'BRL') + element('BANKACCTFROM', account),
      element('BANKTRANLIST', list),
      element('LEDGERBAL', balance),
    ].join('\r\n');
    return element('STMTTRNRS', element('TRNUID', String(index + 1)) + status + element('STMTRS', body));
  });
  const bank = accounts.length > 0 ? element('BANKMSGSRSV1', accounts.join('\r\n')) : '';
  return `${OFX_HEADER}\r\n\r\n${element('OFX', element('SIGNONMSGSRSV1', signOn) + bank)}\r\n`;
}

const OFX_LANGUAGES: Readonly<Record<PanelLanguage, string>> = { pt: 'POR', en: 'ENG' };

/** At most nine letters and digits: no bank of Brazil has letters. */
const OFX_BANK = 'FATURA';

/** At most 22 characters: `7-stripe`, and `7-test-stripe` in the sandbox. */
function accountOf({ companyId, environment }: Store, gateway: string): string {
  return [companyId, ...(environment === 'sandbox' ? ['test'] : []), gateway].join('-');
}

/** OFX writes days without hyphens. */
function ofxDay(date: string): string {
  return date.replaceAll('-', '');
}

/** ASCII alone: a letter with a mark loses it, and nothing of a text becomes a tag. */
function element(name: string, content: string): string {
  const isText = !content.startsWith('<');
  const ascii = content.normalize('NFD').replace(/[^\x20-\x7e\r\n]/g, '');
  const text = isText ? ascii.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : content;
  return `<${name}>${text}</${name}>`;
}
