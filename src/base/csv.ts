import { stringify } from 'csv-stringify/sync';

/**
 * The marks that a spreadsheet expects where its reader's language is spoken: a comma that separates cents separates no
 * columns.
 */
export const CSV_MARKS: Record<'pt' | 'en', { delimiter: string; decimal: string }> = {
  pt: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
};

export type CsvCell = string | number | null;

/**
 * Rows as CSV: lines are separated as RFC 4180 has it.
 *
 * @param isFirst whether the file begins with these rows: then with a byte order mark, or Excel takes UTF-8 for another
 *   encoding
 * @param isOurs whether every cell is ours: text that a payer or a client typed must never become a formula, and a
 *   negative amount looks like one
 */
export function writeCsv(
  rows: readonly CsvCell[][],
  { delimiter, isFirst, isOurs = false }: { delimiter: string; isFirst: boolean; isOurs?: boolean },
): string {
  return stringify([...rows], { record_delimiter: 'windows', escape_formulas: !isOurs, delimiter, bom: isFirst });
}
