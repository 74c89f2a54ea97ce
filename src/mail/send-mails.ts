import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Mail } from './mail.entity.ts';
import { mailContext, type MailText } from './queue-mail.ts';

const BATCH = 20;
/** Whoever sends has this long; then the mail is somebody else's. */
const LEASE_MS = 60_000;
/** A mail that was refused is tried again after this, twice as long each time, up to an hour. */
const RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 3_600_000;

/** Sends mail; null where no mail server is set. */
export interface Mailer {
  send(mail: MailText & { to: string }): Promise<void>;
  close(): void;
}

/**
 * Sends what was ordered. No lock is held while the mail server is talked to: a mail is leased, sent, and deleted. A process
 * that dies in between may send it twice, never not at all. Without a mail server, mails wait until they expire.
 *
 * @returns how many were sent
 */
export async function sendMails(deps: {
  em: EntityManager;
  mailer: Mailer | null;
  secrets: SecretBox;
  log: Logger;
}): Promise<number> {
  const { em, mailer, secrets, log } = deps;
  await em.fork().nativeDelete(Mail, { expiresAt: { $lte: new Date() } });
  if (!mailer) return 0;
  let sent = 0;
  for (const mail of await lease(em)) {
    try {
      const content = JSON.parse(secrets.open(mail.content, mailContext(mail.recipient))) as MailText;
      await mailer.send({ ...content, to: mail.recipient });
      await em.fork().nativeDelete(Mail, { id: mail.id });
      sent += 1;
    } catch (error) {
      log.warn({ err: error, mail_id: mail.id }, 'a mail could not be sent; it is tried again');
      const pause = Math.min(RETRY_MS * 2 ** Math.min(mail.attempts, 10), LONGEST_RETRY_MS);
      await em.fork().nativeUpdate(Mail, { id: mail.id }, { claimableAt: new Date(Date.now() + pause) });
    }
  }
  return sent;
}

async function lease(em: EntityManager): Promise<Mail[]> {
  const now = new Date();
  const fork = em.fork();
  const rows = await fork.execute<{ id: string }[]>(
    `update mails set claimable_at = ?, attempts = attempts + 1 where id in (
       select id from mails where claimable_at <= ? order by claimable_at, id limit ${BATCH} for update skip locked)
     returning id`,
    [new Date(now.getTime() + LEASE_MS), now],
  );
  return fork.find(Mail, { id: rows.map(({ id }) => Number(id)) }, { orderBy: { id: 'asc' } });
}
