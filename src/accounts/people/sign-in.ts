import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Actor } from '../audit/record-audit.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { ApiError, tooManyRequests } from '../../base/errors/errors.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { wholeSeconds } from '../../base/http/rate-limit/whole-seconds.ts';
import { lockPerson } from './lock-person.ts';
import { verifyPassword } from './passwords.ts';
import { Person } from './person.entity.ts';
import { beginSession } from './sessions.ts';
import { writeNewDevice } from './write-mail.ts';

const MAIL_MS = 24 * 3_600_000;
/** A person's kinds of browsers are all among so many sign-ins. */
const SIGN_INS_LOOKED_AT = 500;

export interface SignInDeps {
  em: EntityManager;
  limits: RateLimits;
  secrets: SecretBox;
  publicUrl: string;
}

/**
 * Signs in with address and password. Every try is counted before it is checked: against where it comes from, against
 * the account from there, and, more loosely, against the account from anywhere; so neither many passwords for one
 * account nor one password for many accounts get far, and a stranger elsewhere does not easily lock somebody out.
 * Success gives the tries from there back. A person who signs in from another kind of browser than ever before is told
 * by mail. With a second factor, the session waits for it.
 *
 * @returns the session's token
 * @throws ApiError 401 `credentials_wrong`, whether or not there is such an account; 429 `too_many_sign_ins`; 503
 */
export async function signIn(
  { em, limits, secrets, publicUrl }: SignInDeps,
  { email, password, from, now }: { email: string; password: string; from: SignInOrigin; now: Date },
): Promise<{ person: Person; token: string }> {
  const account = email.trim().toLowerCase();
  await spendTry(limits, { account, address: from.address });
  const known = await em.fork().findOne(Person, { email: account });
  const isRight = await verifyPassword(known?.passwordHash ?? null, password);
  if (!known || !isRight) throw wrongCredentials();
  const signedIn = await inTransaction(em, async (tx) => {
    const person = await lockPerson(tx, known.id);
    // Changed while this one was compared: it is the password no more.
    if (person.passwordHash !== known.passwordHash) throw wrongCredentials();
    if (await isNewDevice(tx, person.id, from.userAgent)) {
      const url = `${publicUrl}/panel/account`;
      const mail = writeNewDevice(person.language ?? 'pt', { browser: from.userAgent, address: from.address, url });
      queueMail(tx, secrets, { to: person.email, expiresAt: new Date(now.getTime() + MAIL_MS), ...mail });
    }
    recordAudit(tx, { ...from, personId: person.id, name: person.email }, { action: 'signIn', now });
    return { person, token: beginSession(tx, { person, ...from, now }) };
  });
  await limits.forgiveSignIns(account, from.address);
  return signedIn;
}

/**
 * The counters are asked one after the other: a try over the first limit spends nothing of the next. @throws ApiError
 * 429
 */
export async function spendTry(
  limits: RateLimits,
  { account, address }: { account: string; address: string },
): Promise<void> {
  const counters = [
    () => limits.spendSignInFrom(address),
    () => limits.spendSignIn(account, address),
    () => limits.spendSignInOf(account),
  ];
  for (const spend of counters) {
    const { exceeded, resetMs } = await spend();
    if (!exceeded) continue;
    const seconds = wholeSeconds(resetMs);
    const minutes = Math.ceil(seconds / 60);
    throw tooManyRequests('too_many_sign_ins', `Too many tries: wait ${minutes} min, or reset the password.`, seconds);
  }
}

export type SignInOrigin = Pick<Actor, 'address' | 'userAgent'>;

/** Whether a person has signed in before, and never from this kind of browser. Versions of a browser are one kind. */
async function isNewDevice(tx: EntityManager, personId: number, userAgent: string): Promise<boolean> {
  const [row] = await tx.execute<{ known: boolean | null }[]>(
    `select bool_or(regexp_replace(user_agent, '[0-9.]+', '', 'g') = regexp_replace(?, '[0-9.]+', '', 'g')) as known
     from (select user_agent from audit_entries where person_id = ? and action = 'signIn'
       order by id desc limit ${SIGN_INS_LOOKED_AT}) as before`,
    [userAgent.slice(0, 300), personId],
  );
  return row?.known === false;
}

function wrongCredentials(): ApiError {
  return new ApiError({
    status: 401,
    code: 'credentials_wrong',
    title: 'Not signed in',
    detail: 'The e-mail address or the password is wrong.',
  });
}
