import { createHash, randomBytes } from 'node:crypto';

/** A random key of 256 bits, and the hash that the database keeps of it: nobody who reads the table can use it. */
export function newKey(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashKey(token) };
}

/** SHA-256, hexadecimal; a key of 256 random bits needs no slow hash. */
export function hashKey(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
