import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Mailer } from './send-mails.ts';

const TIMEOUT_MS = 10_000;

/** Where mail goes: to a mail server, or into a folder where whoever develops opens it. */
export type MailSettings = { smtpUrl: string; from: string } | { directory: string; from: string };

/**
 * Sends plain-text mail.
 *
 * `smtpUrl`: `smtp://user:password@host:587` or `smtps://…`; `from`: the sender's address; `directory`: each mail becomes
 * a text file there, and nobody is sent anything.
 */
export function createMailer(settings: MailSettings): Mailer {
  return 'smtpUrl' in settings ? createSmtpMailer(settings) : createFileMailer(settings);
}

function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
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

/** As plain text, links in one piece. Written beside and renamed, so that whoever watches the folder never reads half a mail. */
function createFileMailer({ directory, from }: { directory: string; from: string }): Mailer {
  return {
    async send({ to, subject, text }) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`;
      const mail = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, '', text, ''].join('\n');
      await writeFile(join(directory, `${name}.new`), mail, { mode: 0o600 });
      await rename(join(directory, `${name}.new`), join(directory, name));
    },
    close: () => undefined,
  };
}
