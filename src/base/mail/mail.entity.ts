import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * A mail that is still to be sent; it is deleted when the mail server has taken it. When it is tried is by PostgreSQL's
 * clock.
 */
export const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    recipient: p.text(),
    /** Subject and text as JSON, encrypted: it may carry a link that is a key. */
    content: p.text(),
    attempts: p.integer().default(0),
    /** Until then it is somebody's, or waits to be tried again. */
    claimableAt: p.datetime(3).defaultRaw('now()').index(),
    /** The mail is of no use afterwards, and is dropped. */
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail);
