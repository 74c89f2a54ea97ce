import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer } from '../../../src/base/mail/create-mailer.ts';

const MAIL = { to: 'ana@store.example', subject: 'Hello', text: 'There you are.' };
/** This machine answers there too, but it is no loopback address: to the mailer the server might be anywhere. */
const ELSEWHERE = '0.0.0.0';

const servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
  );
});

/** A mail server, and what it was sent: `encrypted` or `plain` for each mail. */
async function startSmtp(host: string, options: SMTPServerOptions) {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData(stream, session, callback) {
      stream.resume();
      stream.on('end', () => {
        mails.push(session.secure ? 'encrypted' : 'plain');
        callback();
      });
    },
  });
  // A client that refuses a certificate hangs up.
  server.on('error', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

/** `sent`, or why it was not. */
async function send(smtpUrl: string): Promise<string> {
  const mailer = await createMailer({ smtpUrl, from: 'fatura@platform.example' });
  return mailer
    .send(MAIL)
    .then(
      () => 'sent',
      (error: Error) => error.message,
    )
    .finally(() => mailer.close());
}

const CERTIFICATES = join(import.meta.dirname, '../../webhooks/certificates');
const CERTIFICATE: SMTPServerOptions = {
  key: readFileSync(join(CERTIFICATES, 'receiver.key')),
  cert: readFileSync(join(CERTIFICATES, 'self-signed.pem')),
};
const PLAIN: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

test.each(['127.0.0.1', 'localhost', 'LOCALHOST'])('a mail server on this machine (%s) needs no TLS', async (host) => {
  const { port, mails } = await startSmtp('127.0.0.1', PLAIN);
  expect(await send(`smtp://${host}:${port}`)).toBe('sent');
  expect(mails).toEqual(['plain']);
});

test('a mail server elsewhere that offers no TLS gets neither mail nor password', async () => {
  const passwords: unknown[] = [];
  const { port, mails } = await startSmtp(ELSEWHERE, {
    ...PLAIN,
    onAuth(auth, _session, callback) {
      passwords.push(auth.password);
      callback(null, { user: auth.username });
    },
  });
  const address = `${ELSEWHERE}:${port}`;
  expect(await send(`smtp://fatura:secret@${address}`)).toMatch(/STARTTLS/);
  expect({ mails, passwords }).toEqual({ mails: [], passwords: [] });
  expect(await send(`smtp://fatura:secret@${address}?requireTLS=false`)).toBe('sent');
  expect({ mails, passwords }).toEqual({ mails: ['plain'], passwords: ['secret'] });
});

test('a mail server elsewhere that offers TLS gets mail through it', async () => {
  const { port, mails } = await startSmtp(ELSEWHERE, CERTIFICATE);
  // Nobody answers for the server's certificate, which only this test may pass over.
  expect(await send(`smtp://${ELSEWHERE}:${port}`)).toMatch(/self-signed/);
  expect(await send(`smtp://${ELSEWHERE}:${port}?tls.rejectUnauthorized=false`)).toBe('sent');
  expect(mails).toEqual(['encrypted']);
});
