import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Mail } from './mail.entity.ts';
import { mailContext, type MailText } from './queue-mail.ts';

/** How many are sent in one round. */
const BATCH = 20;
/** Whoever sends has this long for one mail; then it is somebody else's. A mailer gives up well before. */
export const LEASE_MS = 120_000;
/** A mail that was refused is tried again after this, twice as long each time, up to an hour. */
const RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 3_600_000;

/** Sends mail; null where no mail server is set. */
export interface Mailer {
  /** Ends within a minute, whatever the mail server does: a mail is leased for two. */
  send(mail: MailText & { to: string }): Promise<void>;
  close(): void;
}

/**
 * Sends what was ordered. No lock is held while the mail server is talked to: a mail is leased, sent, and deleted, one after
 * the other, so that no mail's lease runs while another one is sent, however slow the server is. A process that dies in
 * between may send it twice, never not at all. Without a mail server, mails wait until they expire.
 *
 * @returns how many were sent
 */
export async function sendMails(deps: {
  em: EntityManager;
  mailer: Mailer | null;
  secrets: SecretBox;
  log: Logger;
  /** Real time, from which leases and pauses count. */
  now?: () => Date;
}): Promise<number> {
  const { em, mailer, secrets, log, now = () => new Date() } = deps;
  await em.fork().nativeDelete(Mail, { expiresAt: { $lte: now() } });
  if (!mailer) return 0;
  let sent = 0;
  for (let taken = 0; taken < BATCH; taken += 1) {
    const mail = await lease(em, now());
    if (!mail) break;
    try {
      const content = JSON.parse(secrets.open(mail.content, mailContext(mail.recipient))) as MailText;
      await mailer.send({ ...content, to: mail.recipient });
      await em.fork().nativeDelete(Mail, { id: mail.id });
      sent += 1;
    } catch (error) {
      log.warn({ err: error, mail_id: mail.id }, 'a mail could not be sent; it is tried again');
      const pause = Math.min(RETRY_MS * 2 ** Math.min(mail.attempts, 10), LONGEST_RETRY_MS);
      // If the lease ran out meanwhile, the mail is somebody else's, who says when it is tried again.
      const mine = { id: mail.id, claimableAt: mail.claimableAt };
      await em.fork().nativeUpdate(Mail, mine, { claimableAt: new Date(now().getTime() + pause) });
    }
  }
  return sent;
}

/** Takes the mail that waits longest. @returns null when none waits */
async function lease(em: EntityManager, now: Date): Promise<Mail | null> {
  const fork = em.fork();
  const [row] = await fork.execute<{ id: string }[]>(
    `update mails set claimable_at = ?, attempts = attempts + 1 where id in (
       select id from mails where claimable_at <= ? order by claimable_at, id limit 1 for update skip locked)
     returning id`,
    [new Date(now.getTime() + LEASE_MS), now],
  );
  return row ? fork.findOne(Mail, { id: Number(row.id) }) : null;
}
