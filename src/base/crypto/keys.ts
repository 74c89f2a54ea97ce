import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text that fits an address, a header and a cookie. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a `newKey`. */
export function isKeyShaped(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The hash of a key for the database, so that nobody who reads the table can use it: SHA-256, hexadecimal. A key of 256
 * random bits needs no slow hash.
 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
