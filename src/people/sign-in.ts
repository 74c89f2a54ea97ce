import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Actor } from '../audit/record-audit.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, tooManyRequests } from '../errors/errors.ts';
import type { RateLimits } from '../http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../http/rate-limit/whole-seconds.ts';
import { verifyPassword } from './passwords.ts';
import { Person } from './person.entity.ts';
import { beginSession } from './sessions.ts';

/**
 * Signs in with address and password. Every try is counted before it is checked, against the account and against where it
 * comes from, so that neither many passwords for one account nor one password for many accounts get far; success gives
 * the account's tries back.
 *
 * @returns the session's token
 * @throws ApiError 401 `credentials_wrong`, whether or not there is such an account; 429 `too_many_sign_ins`
 */
export async function signIn(
  { em, limits }: { em: EntityManager; limits: RateLimits },
  { email, password, from, now }: { email: string; password: string; from: SignInOrigin; now: Date },
): Promise<{ person: Person; token: string }> {
  const account = email.trim().toLowerCase();
  for (const spent of [await limits.spendSignInFrom(from.address), await limits.spendSignIn(account)]) {
    if (!spent.exceeded) continue;
    const seconds = wholeSeconds(spent.resetMs);
    const minutes = Math.ceil(seconds / 60);
    throw tooManyRequests('too_many_sign_ins', `Too many tries: wait ${minutes} min, or reset the password.`, seconds);
  }
  const person = await em.fork().findOne(Person, { email: account });
  if (!(await verifyPassword(person?.passwordHash ?? null, password)) || !person) throw wrongCredentials();
  await limits.forgiveSignIns(account);
  const token = await inTransaction(em, (tx) => {
    const actor = { ...from, personId: person.id, name: person.email };
    recordAudit(tx, actor, { action: 'signIn', now });
    return Promise.resolve(beginSession(tx, { person, ...from, now }));
  });
  return { person, token };
}

export type SignInOrigin = Pick<Actor, 'address' | 'userAgent'>;

function wrongCredentials(): ApiError {
  return new ApiError({
    status: 401,
    code: 'credentials_wrong',
    title: 'Not signed in',
    detail: 'The e-mail address or the password is wrong.',
  });
}
