import nodemailer from 'nodemailer';
import type { Mailer } from '../webhooks/send-alerts.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends plain-text mail over SMTP.
 *
 * @param smtpUrl `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender's address
 */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const options = {
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const transport = nodemailer.createTransport(options, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
    close: () => transport.close(),
  };
}
