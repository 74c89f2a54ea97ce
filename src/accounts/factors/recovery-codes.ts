import { randomInt, timingSafeEqual } from 'node:crypto';

const CODES = 10;
const LENGTH = 10;
/** No letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Ten codes of 49 bits, as people write them down: `k7mzp-2hq9x`. Each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** @returns the codes without the one that was given; null where it is none of them */
export function spendRecoveryCode(codes: readonly string[], given: string): string[] | null {
  const wanted = plain(given);
  const left = codes.filter((code) => !isSame(plain(code), wanted));
  return left.length < codes.length ? left : null;
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
