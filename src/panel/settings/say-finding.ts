import type { Finding } from '../../payments/reconciliation/reconciliation.entity.ts';
import type { Formats } from '../formats.ts';
import type { FindingWords } from './finding.words.ts';

/** A finding of a comparison: its kind, and its subject. */
export interface SaidFinding {
  text: string;
  /** `attempt 12`, `amount R$ 10.00`. */
  details: string[];
  /** The invoice of the attempt that it is about, where there is one. */
  invoiceId: number | null;
}

/** A finding in the reader's language; a detail that has no word is called as it is. */
export function sayFinding(
  { kind, details }: Finding,
  { words, f, invoices }: { words: FindingWords; f: Formats; invoices: ReadonlyMap<number, number> },
): SaidFinding {
  // The record has them in an order of its own.
  const names = [...new Set([...Object.keys(words.details), ...Object.keys(details)])];
  const said = names.flatMap((name) => {
    const value = details[name] ?? null;
    if (value === null) return [];
    const isMoney = name.endsWith('_cents') && typeof value === 'number';
    const label = Object.hasOwn(words.details, name) ? words.details[name]! : name;
    return [`${label} ${isMoney ? f.money(value) : value}`];
  });
  const invoiceId = invoices.get(Number(details.attempt_id)) ?? null;
  return { text: Object.hasOwn(words.findings, kind) ? words.findings[kind] : kind, details: said, invoiceId };
}

/** The attempts that findings are about. */
export function attemptsOf(findings: Finding[]): number[] {
  const ids = findings.flatMap(({ details: { attempt_id: id } }) => (typeof id === 'number' ? [id] : []));
  return [...new Set(ids)];
}
