import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { notFound, tooManyRequests } from '../../base/errors/errors.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../../base/http/rate-limit/whole-seconds.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import type { AccessLink } from './access-link.entity.ts';
import { createLink, endLinks, findLink, linkUrl, RESET_MS } from './access-links.ts';
import { lockPerson } from './lock-person.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import { endSessions } from './sessions.ts';
import type { SignInOrigin } from './sign-in.ts';
import { writePasswordChanged, writePasswordReset } from './write-mail.ts';

interface ResetDeps {
  em: EntityManager;
  secrets: SecretBox;
  limits: RateLimits;
  publicUrl: string;
}

/**
 * Whether a mail to reset a password may be asked for: a few an hour for an account from one place, and more of them
 * from anywhere, so that a stranger cannot easily use up a person's. A person over the account's limit is not told, and
 * gets none.
 *
 * @throws ApiError 429 for an address that asks too often
 */
export async function mayResetPassword(
  limits: RateLimits,
  { account, address }: { account: string; address: string },
): Promise<boolean> {
  const { exceeded, resetMs } = await limits.spendResetFrom(address);
  if (exceeded) {
    const seconds = wholeSeconds(resetMs);
    const minutes = Math.ceil(seconds / 60);
    throw tooManyRequests('too_many_resets', `Too many requests: try again in ${minutes} min.`, seconds);
  }
  if ((await limits.spendReset(account, address)).exceeded) return false;
  return !(await limits.spendResetOf(account)).exceeded;
}

/**
 * Mails a link by which a person sets a new password, if there is such an account. Links that were mailed before go on
 * working until one of them is used: whoever asks in somebody's name takes nothing from them.
 */
export async function mailPasswordReset(
  { em, secrets, publicUrl }: Omit<ResetDeps, 'limits'>,
  { account, from, language, now }: { account: string; from: SignInOrigin; language: PanelLanguage; now: Date },
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const person = await tx.findOne(Person, { email: account });
    if (!person) return;
    const link = { kind: 'password_reset' as const, email: account, personId: person.id, companyId: null, role: null };
    const { token, expiresAt } = createLink(tx, link, { now, lastsMs: RESET_MS });
    const mail = writePasswordReset(person.language ?? language, { url: linkUrl(publicUrl, token) });
    queueMail(tx, secrets, { to: account, expiresAt, ...mail });
    recordAudit(tx, { ...from, personId: person.id, name: account }, { action: 'requestPasswordReset', now });
  });
}

/**
 * Sets a new password by a mailed link, signs the person out everywhere, and gives the account's tries to sign in back.
 *
 * @throws ApiError 404 `link_not_found`; 422; 503
 */
export async function resetPassword(
  { em, secrets, limits, publicUrl }: ResetDeps,
  { token, password, from, now }: { token: string; password: string; from: SignInOrigin; now: Date },
): Promise<void> {
  const { email, personId } = await findResetLink(em.fork(), { token, now });
  await checkPassword(password, { email });
  const passwordHash = await hashPassword(password);
  await inTransaction(em, async (tx) => {
    // The person before the link, and the link is looked at anew: another link of the same person ends this one.
    const person = await lockPerson(tx, personId!);
    await findResetLink(tx, { token, now, lock: true });
    await setPassword({ em: tx, secrets, publicUrl }, { person, passwordHash, now });
    recordAudit(tx, { ...from, personId: person.id, name: person.email }, { action: 'resetPassword', now });
  });
  await limits.forgiveSignIns(email, from.address);
  await limits.forgiveSignInsOf(email);
}

async function findResetLink(
  em: EntityManager,
  which: { token: string; now: Date; lock?: boolean },
): Promise<AccessLink> {
  const link = await findLink(em, which);
  if (link.kind !== 'password_reset') throw notFound('link', 'of this kind');
  return link;
}

/**
 * In the caller's transaction, which has locked the person: the new password, no other session, no other link, and a
 * mail that tells of it.
 */
export async function setPassword(
  { em: tx, secrets, publicUrl }: Omit<ResetDeps, 'limits'>,
  { person, passwordHash, keepSession, now }: { person: Person; passwordHash: string; keepSession?: number; now: Date },
): Promise<void> {
  person.passwordHash = passwordHash;
  await tx.flush();
  await endSessions(tx, { personId: person.id, ...(keepSession !== undefined && { exceptId: keepSession }) });
  await endLinks(tx, { kind: 'password_reset', personId: person.id }, now);
  const mail = writePasswordChanged(person.language ?? 'pt', { url: `${publicUrl}/panel/forgot-password` });
  const expiresAt = new Date(now.getTime() + 24 * 3_600_000);
  queueMail(tx, secrets, { to: person.email, expiresAt, ...mail });
}
