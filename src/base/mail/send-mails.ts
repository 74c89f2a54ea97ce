import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.ts';
import { claim } from '../db/claim.ts';
import { Mail } from './mail.entity.ts';
import type { Mailer } from './mailer.ts';
import { mailContext, type MailText } from './queue-mail.ts';

/** The number of mails in a round. */
const BATCH = 20;
/** The process that sends has this long for one mail; then it is another process's. A mailer gives up well before. */
export const LEASE_SECONDS = 120;
/** A mail that was refused is tried again after this, twice as long each time, up to an hour. */
const RETRY_SECONDS = 15;
const LONGEST_RETRY_SECONDS = 3_600;

/**
 * Sends what was ordered. No lock is held while the mail server is talked to: a mail is leased, sent, and deleted, one
 * after the other, so that no mail's lease runs while another one is sent, however slow the server is. A process that
 * dies in between may send it twice, never not at all. Without a mail server, mails wait until they expire.
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
  // The process that ordered a mail set its end by its own clock: only a mail that is over by both clocks is of no use.
  await em.fork().execute('delete from mails where expires_at <= least(now(), ?::timestamptz)', [new Date()]);
  if (!mailer) return 0;
  let sent = 0;
  for (let taken = 0; taken < BATCH; taken += 1) {
    const mail = await lease(em);
    if (!mail) break;
    try {
      const content = JSON.parse(secrets.open(mail.content, mailContext(mail.recipient))) as MailText;
      await mailer.send({ ...content, to: mail.recipient });
      await em.fork().nativeDelete(Mail, { id: mail.id });
      sent += 1;
    } catch (error) {
      log.warn({ err: error, mail_id: mail.id }, 'a mail could not be sent; it is tried again');
      const pause = Math.min(RETRY_SECONDS * 2 ** Math.min(mail.attempts, 10), LONGEST_RETRY_SECONDS);
      // If the lease ran out meanwhile, the mail is somebody else's, who says when it is tried again.
      await em
        .fork()
        .execute(`update mails set claimable_at = now() + ? * interval '1 second' where id = ? and claimable_at = ?`, [
          ...[pause, mail.id, mail.claimableAt],
        ]);
    }
  }
  return sent;
}

/** Takes the mail that waits longest. @returns null when none waits */
async function lease(em: EntityManager): Promise<Mail | null> {
  const fork = em.fork();
  const [row] = await fork.execute<{ id: string }[]>(
    claim(
      `select id from mails where claimable_at <= now()::timestamptz(3)
       order by claimable_at, id limit 1 for no key update skip locked`,
      `update mails set claimable_at = now() + interval '${LEASE_SECONDS} seconds', attempts = attempts + 1
       from claimed where mails.id = claimed.id returning mails.id`,
    ),
  );
  return row ? fork.findOne(Mail, { id: Number(row.id) }) : null;
}
