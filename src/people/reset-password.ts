import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { inTransaction } from '../db/transaction.ts';
import { notFound, tooManyRequests } from '../errors/errors.ts';
import type { RateLimits } from '../http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../http/rate-limit/whole-seconds.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { createLink, endLinks, findLink, linkUrl, RESET_MS } from './access-links.ts';
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
 * Mails a link by which a person sets a new password. Whoever asks is told the same whether or not there is such an
 * account; an account that has got its mails of this hour gets no more, and they are told the same too.
 *
 * @throws ApiError 429 for an address that asks too often
 */
export async function requestPasswordReset(
  { em, secrets, limits, publicUrl }: ResetDeps,
  { email, from, language, now }: { email: string; from: SignInOrigin; language: PanelLanguage; now: Date },
): Promise<void> {
  const { exceeded, resetMs } = await limits.spendResetFrom(from.address);
  if (exceeded) {
    const seconds = wholeSeconds(resetMs);
    const minutes = Math.ceil(seconds / 60);
    throw tooManyRequests('too_many_resets', `Too many requests: try again in ${minutes} min.`, seconds);
  }
  const account = email.trim().toLowerCase();
  if ((await limits.spendReset(account)).exceeded) return;
  await inTransaction(em, async (tx) => {
    const person = await tx.findOne(Person, { email: account });
    if (!person) return;
    await endLinks(tx, { kind: 'password_reset', personId: person.id }, now);
    const link = { kind: 'password_reset' as const, email: account, personId: person.id, companyId: null, role: null };
    const { token, expiresAt } = createLink(tx, link, { now, lastsMs: RESET_MS });
    const mail = writePasswordReset(person.language ?? language, { url: linkUrl(publicUrl, token) });
    queueMail(tx, secrets, { to: account, expiresAt, now, ...mail });
    recordAudit(tx, { ...from, personId: person.id, name: account }, { action: 'requestPasswordReset', now });
  });
}

/**
 * Sets a new password by a mailed link, and signs the person out everywhere.
 *
 * @throws ApiError 404 `link_not_found`; 422
 */
export async function resetPassword(
  { em, secrets, publicUrl }: Omit<ResetDeps, 'limits'>,
  { token, password, from, now }: { token: string; password: string; from: SignInOrigin; now: Date },
): Promise<Person> {
  return inTransaction(em, async (tx) => {
    const link = await findLink(tx, { token, now, lock: true });
    if (link.kind !== 'password_reset') throw notFound('link', 'of this kind');
    const person = await tx.findOneOrFail(Person, link.personId!);
    checkPassword(password, person);
    await setPassword({ em: tx, secrets, publicUrl }, { person, password, now });
    link.usedAt = now;
    recordAudit(tx, { ...from, personId: person.id, name: person.email }, { action: 'resetPassword', now });
    return person;
  });
}

/** In the caller's transaction: the new password, no other session, no other link, and a mail that tells of it. */
export async function setPassword(
  { em: tx, secrets, publicUrl }: Omit<ResetDeps, 'limits'>,
  { person, password, keepSession, now }: { person: Person; password: string; keepSession?: number; now: Date },
): Promise<void> {
  person.passwordHash = await hashPassword(password);
  await tx.flush();
  await endSessions(tx, { personId: person.id, ...(keepSession !== undefined && { exceptId: keepSession }) });
  await endLinks(tx, { kind: 'password_reset', personId: person.id }, now);
  const mail = writePasswordChanged(person.language ?? 'pt', { url: `${publicUrl}/panel/forgot-password` });
  const expiresAt = new Date(now.getTime() + 24 * 3_600_000);
  queueMail(tx, secrets, { to: person.email, expiresAt, now, ...mail });
}
