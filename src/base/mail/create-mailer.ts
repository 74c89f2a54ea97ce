import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import nodemailer from 'nodemailer';
import type { Mailer } from './send-mails.ts';

/** For each step of talking to the mail server. */
const TIMEOUT_MS = 10_000;
/** For a mail as a whole: a server that answers each step slowly would have it beyond its lease. */
const SEND_LIMIT_MS = 60_000;

/** Where mail goes: to a mail server, or into a folder where whoever develops opens it. */
export type MailSettings = { smtpUrl: string; from: string } | { directory: string; from: string };

/**
 * Sends plain-text mail.
 *
 * `smtpUrl`: `smtp://user:password@host:587` or `smtps://…`; `from`: the sender's address; `directory`: each mail
 * becomes a text file there, and nobody is sent anything.
 *
 * Mails carry links that are keys. So a server that is not on this machine must offer STARTTLS, or nothing is sent, not
 * even the password, unless `smtpUrl` ends in `?requireTLS=false`.
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
    // The URL's query goes before these options.
    requireTLS: mustEncrypt(new URL(smtpUrl)),
  };
  const transport = nodemailer.createTransport(options, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text, signal: AbortSignal.timeout(SEND_LIMIT_MS) });
    },
    close: () => transport.close(),
  };
}

/** With `smtps:` everything is encrypted from the first byte, and there is nothing to be required. */
function mustEncrypt({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLoopback = host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
  return protocol === 'smtp:' && !isLoopback;
}

/**
 * As plain text, links in one piece. Written beside and renamed, so that whoever watches the folder never reads half a
 * mail.
 */
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
