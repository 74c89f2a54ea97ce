import { hash, verify, type Options } from '@node-rs/argon2';
import { invalidFields } from '../errors/errors.ts';

/** Argon2id (the library's own choice) with 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const MIN_PASSWORD_LENGTH = 12;
/** Longer ones are refused, as each costs time to hash. */
export const MAX_PASSWORD_LENGTH = 256;

/** @returns in the PHC format, with its salt and cost */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Of nobody. Whoever is not known, or has no password yet, is checked against it: it takes as long, and tells nothing. */
const NOBODY = hashPassword('nobody has this password');

export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await NOBODY), password.slice(0, MAX_PASSWORD_LENGTH + 1));
  return passwordHash !== null && isRight;
}

/**
 * NIST SP 800-63B: length counts, kinds of characters do not; and it is not the account's own name.
 *
 * @throws ApiError 422 for a password that is too easily guessed
 */
export function checkPassword(password: string, { email }: { email: string }, field = 'password'): void {
  const refuse = (code: string, message: string) => invalidFields([{ field, code, message }]);
  if (password.length < MIN_PASSWORD_LENGTH) {
    const message = `${field} must have at least ${MIN_PASSWORD_LENGTH} characters.`;
    throw refuse('password.short', message);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw refuse('password.long', `${field} must have at most ${MAX_PASSWORD_LENGTH} characters.`);
  }
  const plain = password.toLowerCase();
  const isAddress = plain.includes(email) || plain.includes(email.split('@')[0]!.padEnd(6, '@'));
  if (isAddress || new Set(plain).size < 5) {
    const message = `${field} is too easily guessed: choose one that is not your address and repeats less.`;
    throw refuse('password.weak', message);
  }
}
