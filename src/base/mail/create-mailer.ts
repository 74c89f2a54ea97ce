import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { SendMailOptions } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import type { MailOutcome, OutgoingMail, PayerMailer } from './mailer.ts';

/** For each step of talking to the mail server. */
const TIMEOUT_MS = 10_000;
/** For a mail as a whole: a server that answers each step slowly would have it beyond its lease. */
const SEND_LIMIT_MS = 60_000;

/** Where mail goes: to a mail server, or into a folder where whoever develops opens it. */
export type MailSettings = { smtpUrl: string; from: string } | { directory: string; from: string };

/**
 * Sends mail.
 *
 * `smtpUrl`: `smtp://user:password@host:587` or `smtps://…`; `from`: the sender's address; `directory`: each mail
 * becomes a text file there, and nobody is sent anything.
 *
 * Mails carry links that are keys. So a server that is not on this machine must offer STARTTLS, or nothing is sent, not
 * even the password, unless `smtpUrl` ends in `?requireTLS=false`.
 */
export async function createMailer(settings: MailSettings): Promise<PayerMailer> {
  return 'smtpUrl' in settings ? await createSmtpMailer(settings) : createFileMailer(settings);
}

async function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Promise<PayerMailer> {
  const [{ default: nodemailer }, { default: addressparser }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/addressparser'),
  ]);
  // The platform's own address; a store's name stands before it.
  const address = addressparser(from, { flatten: true })[0]?.address ?? from;
  const toMessage = ({ fromName, ...mail }: OutgoingMail): SendMailOptions => ({
    ...mail,
    from: fromName === undefined ? from : { name: fromName, address },
  });
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
    async send(mail) {
      await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(SEND_LIMIT_MS) });
    },
    async sendOnce(mail) {
      const talk = listenIn();
      // A connection of its own, whose talk is heard.
      const once = nodemailer.createTransport({ ...options, logger: talk.logger, debug: true });
      try {
        const message = { ...toMessage(mail), signal: AbortSignal.timeout(SEND_LIMIT_MS) };
        await once.sendMail(message);
        return { status: 'sent' };
      } catch (error) {
        return explainRefusal(error as SmtpError, talk.wasHandedOver());
      } finally {
        once.close();
      }
    },
    close: () => transport.close(),
  };
}

/** An error as Nodemailer has it: `responseCode` is the server's answer, where there was one. */
interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
  /** Nodemailer's own, `ECONNECTION`. */
  code?: string;
}

/**
 * Hears the answers of the mail server. Nodemailer's errors do not tell whether a mail was on its way: its data follow
 * the answer 354 (RFC 5321, section 4.1.1.4), and what comes before it may be sent at once (RFC 2920).
 */
function listenIn(): { logger: SMTPTransport.Options['logger']; wasHandedOver: () => boolean } {
  let wasHandedOver = false;
  const hear = (entry: unknown, ...words: unknown[]): void => {
    const { tnx } = (entry ?? {}) as { tnx?: string };
    if (tnx === 'server' && String(words[0]).startsWith('354')) wasHandedOver = true;
  };
  const silent = (): void => undefined;
  const levels = { trace: hear, debug: hear, info: silent, warn: silent, error: silent, fatal: silent };
  return { logger: { ...levels, level: silent }, wasHandedOver: () => wasHandedOver };
}

/**
 * An answer of 5xx is final (RFC 5321, section 4.2.1): of an address it means that the mailbox takes no mail. Without
 * an answer, a mail may have arrived once its data followed.
 */
function explainRefusal({ responseCode, command = '', code }: SmtpError, wasHandedOver: boolean): MailOutcome {
  if (responseCode === undefined) {
    return {
      status: wasHandedOver ? 'unknown' : 'unavailable',
      why: `no answer of the mail server: ${code ?? 'lost'}`,
    };
  }
  const why = `the mail server answers ${responseCode}${command && ` to ${command}`}`;
  if (responseCode < 500) return { status: 'unavailable', why };
  if (command === 'RCPT TO') return { status: 'refused', reason: 'bounced' };
  return command === 'DATA' ? { status: 'refused', reason: 'refused' } : { status: 'unavailable', why };
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
function createFileMailer({ directory, from }: { directory: string; from: string }): PayerMailer {
  const write = async ({ to, subject, text, fromName, replyTo, headers = {} }: OutgoingMail): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`;
    const head = [
      `From: ${fromName === undefined ? from : `${fromName} <${from}>`}`,
      ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
      ...[`To: ${to}`, `Subject: ${subject}`],
      ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ];
    const mail = [...head, '', text, ''].join('\n');
    await writeFile(join(directory, `${name}.new`), mail, { mode: 0o600 });
    await rename(join(directory, `${name}.new`), join(directory, name));
  };
  return {
    send: write,
    async sendOnce(mail) {
      await write(mail);
      return { status: 'sent' };
    },
    close: () => undefined,
  };
}
