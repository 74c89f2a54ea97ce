import { createHash } from 'node:crypto';
import type { Store } from '../../base/environment.ts';

/** The mark by which our charges and returns are known again at a bank, whose account may have other business. */
export interface OurMark {
  /** The id of this Fatura: test accounts are often shared with another. */
  installation: string;
  store: Store;
}

const DIGITS = 16;
/** 48 bits: who shares the account is another Fatura at most. */
const MARK_LENGTH = 12;

/** The txid of an attempt's charge: 29 letters and digits, where the Central Bank allows 26 to 35. */
export function txidOf(mark: OurMark, attemptId: number): string {
  return `f${markOf(mark)}${String(attemptId).padStart(DIGITS, '0')}`;
}

/** The attempt of a txid; null for one that is not ours. */
export function attemptOf(mark: OurMark, txid: string | undefined): number | null {
  return numberOf('f', mark, txid);
}

/** The id of a refund at the bank, where a return has 1 to 35 letters and digits. */
export function returnIdOf(mark: OurMark, refundId: number): string {
  return `d${markOf(mark)}${String(refundId).padStart(DIGITS, '0')}`;
}

/** The refund of a return; null for one that somebody else made. */
export function refundOf(mark: OurMark, returnId: string): number | null {
  return numberOf('d', mark, returnId);
}

/** The contract's number by which a mandate is known again at a bank: up to 35 characters. */
export function contractOf(mark: OurMark, mandateId: number): string {
  return `m${markOf(mark)}${String(mandateId).padStart(DIGITS, '0')}`;
}

function markOf({ installation, store: { companyId, environment } }: OurMark): string {
  return createHash('sha256').update(`${installation} ${companyId} ${environment}`).digest('hex').slice(0, MARK_LENGTH);
}

function numberOf(kind: 'f' | 'd', mark: OurMark, text: string | undefined): number | null {
  const match = new RegExp(`^${kind}${markOf(mark)}(\\d{${DIGITS}})$`, 'i').exec(text ?? '');
  const number = match ? Number(match[1]) : 0;
  return number > 0 ? number : null;
}
