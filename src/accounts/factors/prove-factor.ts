import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { invalidFields, type ApiError } from '../../base/errors/errors.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';
import { verifyCurrentPassword } from '../people/change-account.ts';
import { lockPerson } from '../people/lock-person.ts';
import { PersonSession } from '../people/person-session.entity.ts';
import { spendTry, type SignInOrigin } from '../people/sign-in.ts';
import type { SignedIn } from '../people/sessions.ts';
import { verifyProof, type PasskeySite } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { factorContext, SecondFactor } from './second-factor.entity.ts';
import { totpPeriodOf } from './totp.ts';

/** A factor that was proven counts for so long before acts that are asked for it. */
export const PROVEN_MS = 10 * 60_000;

export interface ProveDeps {
  em: EntityManager;
  secrets: SecretBox;
  limits: RateLimits;
  publicUrl: string;
}

/** A code of the app or a recovery code, or the answer of a passkey; without a second factor the password. */
export interface Proof {
  code?: string | undefined;
  assertion?: string | undefined;
  password?: string | undefined;
}

/** Whether a session proved its person just now: by the second factor, or by the password of a person without one. */
export function hasJustProven({ person, session }: SignedIn, now: Date): boolean {
  const provenAt = person.hasSecondFactor ? session.factorAt : (session.factorAt ?? session.createdAt);
  return provenAt !== null && now.getTime() - provenAt.getTime() < PROVEN_MS;
}

/**
 * Proves a person without a second factor by the password, which counts for ten minutes: a stranger at an open browser
 * must not add a factor of their own, and so take over the account.
 *
 * @throws ApiError 422 `password.missing` or `password.wrong` of the field `_password`; 429 `too_many_sign_ins`
 */
export async function provePassword(
  deps: ProveDeps,
  { me, proof, from, now }: { me: SignedIn; proof: Proof; from: SignInOrigin; now: Date },
): Promise<void> {
  const field = '_password';
  const { password = '' } = proof;
  if (!password) {
    throw invalidFields([{ field, code: 'password.missing', message: 'The current password is needed.' }]);
  }
  const { email } = await verifyCurrentPassword(deps, { personId: me.person.id, password, field, from });
  await inTransaction(deps.em.fork(), (tx) => tx.nativeUpdate(PersonSession, { id: me.session.id }, { factorAt: now }));
  me.session.factorAt = now;
  await deps.limits.forgiveSignIns(email, from.address);
}

/**
 * Proves the second factor of a session's person: the session is no longer pending, and acts that ask for the factor go
 * on for ten minutes. Each code and each answer counts once. Tries are counted as those of a password are.
 *
 * @throws ApiError 422 `factor.missing` or `factor.wrong` of the field `_code`; 429 `too_many_sign_ins`
 */
export async function proveFactor(
  { em, secrets, limits, publicUrl }: ProveDeps,
  given: { me: SignedIn; sessionToken: string; proof: Proof; from: SignInOrigin; now: Date },
): Promise<void> {
  const { me, sessionToken, proof, from, now } = given;
  if (!proof.code && !proof.assertion) throw refusal('factor.missing');
  const personId = me.person.id;
  const account = `second factor of ${me.person.email}`;
  await spendTry(limits, { account, address: from.address });
  const isProven = await inTransaction(em.fork(), async (tx) => {
    // Tries come one after the other: a code that two requests bring counts in one of them.
    await lockPerson(tx, personId);
    const session = await tx.findOne(PersonSession, { id: me.session.id, personId });
    if (!session) return false;
    const site: PasskeySite = { publicUrl, sessionToken, now };
    const { code = '', assertion = '' } = proof;
    const ok = assertion
      ? await provePasskey(tx, { session, personId, site, assertion })
      : await proveCode(tx, secrets, { personId, code, now });
    if (ok) Object.assign(session, { factorAt: now, isPending: false });
    return ok;
  });
  if (!isProven) throw refusal('factor.wrong');
  Object.assign(me.session, { factorAt: now, isPending: false });
  await limits.forgiveSignIns(account, from.address);
}

async function provePasskey(
  tx: EntityManager,
  {
    session,
    personId,
    site,
    assertion,
  }: { session: PersonSession; personId: number; site: PasskeySite; assertion: string },
): Promise<boolean> {
  const digest = createHash('sha256').update(assertion).digest('base64url');
  if (session.lastProof === digest) return false;
  const proven = await verifyProof(tx, { personId, site, answer: assertion });
  if (!proven) return false;
  Object.assign(proven.passkey, { counter: proven.counter, lastUsedAt: site.now });
  session.lastProof = digest;
  return true;
}

async function proveCode(
  tx: EntityManager,
  secrets: SecretBox,
  { personId, code, now }: { personId: number; code: string; now: Date },
): Promise<boolean> {
  const factor = await tx.findOne(SecondFactor, { personId });
  if (!factor) return false;
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const { totpSecret, totpConfirmedAt, totpPeriod } = factor;
    if (totpSecret === null || totpConfirmedAt === null) return false;
    const period = totpPeriodOf(secrets.open(totpSecret, factorContext(personId)), digits, now);
    if (period === null || (totpPeriod !== null && period <= totpPeriod)) return false;
    factor.totpPeriod = period;
    return true;
  }
  if (factor.recoveryCodes === null) return false;
  const codes = JSON.parse(secrets.open(factor.recoveryCodes, factorContext(personId))) as string[];
  const left = spendRecoveryCode(codes, code);
  if (left === null) return false;
  factor.recoveryCodes = secrets.seal(JSON.stringify(left), factorContext(personId));
  return true;
}

function refusal(code: 'factor.missing' | 'factor.wrong'): ApiError {
  const message = code === 'factor.missing' ? 'A second factor is needed.' : 'The code is wrong, or was used before.';
  return invalidFields([{ field: '_code', code, message }]);
}
