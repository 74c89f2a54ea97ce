import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Mail } from './mail.entity.ts';

export interface MailText {
  subject: string;
  text: string;
}

/** The context for which a mail's content is sealed: a ciphertext that is moved to another recipient does not open. */
export function mailContext(recipient: string): string {
  return `mail:${recipient}`;
}

/** Orders a mail with the change that it tells of; it is sent after the commit. */
export function queueMail(
  tx: EntityManager,
  secrets: SecretBox,
  { to, expiresAt, subject, text }: MailText & { to: string; expiresAt: Date },
): void {
  tx.create(Mail, {
    recipient: to,
    content: secrets.seal(JSON.stringify({ subject, text }), mailContext(to)),
    attempts: 0,
    expiresAt,
  });
}
