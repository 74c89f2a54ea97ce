import type { MailText } from './queue-mail.ts';

/** A mail as it goes to the mail server. */
export interface OutgoingMail extends MailText {
  to: string;
  /** Beside the text. */
  html?: string;
  /** The name before the platform's address. */
  fromName?: string;
  replyTo?: string;
  messageId?: string;
  headers?: Record<string, string>;
}

/**
 * The end of an attempt that must not be made twice. `sent`: the server took the mail. `refused`: for good; `bounced`
 * because of the address. `unavailable`: the server certainly did not take it, and may later. `unknown`: the line broke
 * while the server had it. `why` names nobody: the server's own words may quote an address.
 */
export type MailOutcome =
  | { status: 'sent' }
  | { status: 'refused'; reason: 'bounced' | 'refused' }
  | { status: 'unavailable' | 'unknown'; why: string };

/** Sends mail. */
export interface Mailer {
  /** Ends within a minute, whatever the mail server does: a mail is leased for two. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Sends mail to payers, too. */
export interface PayerMailer extends Mailer {
  /** As `send`, for a mail that nobody may get twice. Never throws. */
  sendOnce(mail: OutgoingMail): Promise<MailOutcome>;
}
