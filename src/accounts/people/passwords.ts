import { hash, verify, type Options } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { createKeyedLimiter } from '../../base/concurrency/keyed-limiter.ts';
import { invalidFields, serviceUnavailable } from '../../base/errors/errors.ts';

/** Argon2id (the library's own choice) with 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const MIN_PASSWORD_LENGTH = 12;
/** Longer ones are refused, as each costs time to hash. */
export const MAX_PASSWORD_LENGTH = 256;

/**
 * An address that tries passwords by the hundred waits for itself, and leaves processor and memory to everybody else.
 */
const places = createKeyedLimiter<string>({ places: 2, patienceMs: 5_000 });

/** @returns in the PHC format, with its salt and cost @throws ApiError 503 when too many are hashed at once */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * The password hash of nobody. The password of a person who is unknown, or has none yet, is checked against it: it
 * takes as long, and tells nothing.
 */
const NOBODY = hash('nobody has this password', COST);

/** @throws ApiError 503 when too many are checked at once */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await NOBODY);
  const isRight = await inTurn(() => verify(known, password.slice(0, MAX_PASSWORD_LENGTH + 1)));
  return passwordHash !== null && isRight;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const release = await places.acquire('argon2');
  if (!release) throw serviceUnavailable('Too many people sign in at this moment: try again.');
  try {
    return await work();
  } finally {
    release();
  }
}

let strength: Promise<ZxcvbnFactory> | undefined;

/** Knows forty thousand common passwords, names, keyboards and dates. Loaded for the first password that is chosen. */
async function loadStrength(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/**
 * A hundred million guesses: what an attacker with the hashes needs long for, and one without them has no chance at.
 */
const STRONG_SCORE = 3;
/** The rest of the text makes no weak password out of a strong one, and would take long to look through. */
const JUDGED_LENGTH = 64;

/**
 * NIST SP 800-63B: length counts, kinds of characters do not; and what is common, or the account's own name, does not
 * do.
 *
 * @throws ApiError 422 for a password that is too easily guessed
 */
export async function checkPassword(password: string, { email }: { email: string }, field = 'password'): Promise<void> {
  const refuse = (code: string, message: string) => invalidFields([{ field, code, message }]);
  if (password.length < MIN_PASSWORD_LENGTH) {
    const message = `${field} must have at least ${MIN_PASSWORD_LENGTH} characters.`;
    throw refuse('password.short', message);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw refuse('password.long', `${field} must have at most ${MAX_PASSWORD_LENGTH} characters.`);
  }
  const own = [email, ...email.split(/[@.]/), 'fatura'];
  strength ??= loadStrength();
  if ((await strength).check(password.slice(0, JUDGED_LENGTH), own).score < STRONG_SCORE) {
    const message = `${field} is too easily guessed: choose a longer one, without your address, common words or rows of keys.`;
    throw refuse('password.weak', message);
  }
}
