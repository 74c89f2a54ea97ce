import type { Mailer } from '../../src/base/mail/send-mails.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDatabase } from '../../src/app/open-database.ts';
import { createMailer } from '../../src/base/mail/create-mailer.ts';
import { recordAttempt } from '../../src/webhooks/record-attempt.ts';
import { sendAlerts } from '../../src/webhooks/send-alerts.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { TestStore } from '../support/world.ts';

describe('a webhook that keeps failing', () => {
  const world = useApiWorld();
  const log = pino({ level: 'silent' });
  const mails: { to: string[]; text: string }[] = [];
  let refusals = 0;
  let orm: MikroORM;
  let smtp: SMTPServer;
  let mailer: Mailer;

  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 3 });
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refusals > 0) {
            refusals -= 1;
            return callback(new Error('mailbox is full'));
          }
          const to = session.envelope.rcptTo.map(({ address }) => address);
          // Soft line breaks of quoted-printable.
          mails.push({ to, text: Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=') });
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'alerts@fatura.example' });
  });
  afterAll(async () => {
    mailer?.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await orm?.close();
  });

  const send = (through: Mailer | null = mailer) =>
    sendAlerts({ em: orm.em, mailer: through, log, publicUrl: world.current.baseUrl });
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address));

  async function storeWith(alertEmail: string | null): Promise<TestStore> {
    const store = await world.current.createStore({ webhookRetries: 0 });
    await store.sandbox.request('PATCH', '/api/v1/webhook-settings', { alert_email: alertEmail });
    return store;
  }
  /** Makes another event of the store, whose one attempt ends so. */
  async function attempt(store: TestStore, error: string | null): Promise<void> {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const rows = await world.current.database.query<{ id: string }>(
      `select id from webhook_deliveries where resource_id = $1`,
      [id],
    );
    const now = new Date().toISOString();
    await recordAttempt(orm.em, {
      deliveryId: Number(rows[0]!.id),
      number: 1,
      startedAt: now,
      endedAt: now,
      durationMs: 5,
      statusCode: error ? 500 : 200,
      error,
      retryAfterSeconds: null,
    });
  }

  test('is mailed about once for each incident, in plain words, with the last error and a link; and once when it works again', async () => {
    const store = await storeWith('ops@padaria.example');
    await attempt(store, 'answered 500');
    await attempt(store, 'answered 502');
    expect(await send()).toBe(1);
    await attempt(store, 'answered 503');
    expect(await send()).toBe(0);
    const [mail] = mailsTo('ops@padaria.example');
    expect(mail!.text).toContain('keeps failing');
    expect(mail!.text).toContain('it answered 502.');
    const webhooks = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const page = `${world.current.baseUrl}/panel/stores/${store.companyId}/sandbox/webhooks/${webhooks.body.data[0]!.id}`;
    const endsWithPage = new RegExp(`\\n${page.replaceAll('.', '\\.')}\\s*$`);
    expect(mail!.text.replaceAll('\r\n', '\n')).toMatch(endsWithPage);
    expect(mail!.text).not.toContain('/hook');

    await attempt(store, null);
    expect(await send()).toBe(1);
    const recovered = mailsTo('ops@padaria.example').at(-1)!.text.replaceAll('\r\n', '\n');
    expect(recovered).toContain('works again');
    expect(recovered).toMatch(endsWithPage);
    expect(await send()).toBe(0);

    await attempt(store, 'refused the connection');
    expect(await send()).toBe(1);
    expect(mailsTo('ops@padaria.example')).toHaveLength(3);
  });

  test('is mailed about by one of several processes', async () => {
    const store = await storeWith('once@padaria.example');
    await attempt(store, 'answered 500');
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(mailsTo('once@padaria.example')).toHaveLength(1);
  });

  test('is mailed about later when the mail server does not take it now', async () => {
    const store = await storeWith('later@padaria.example');
    await attempt(store, 'answered 500');
    refusals = 1;
    expect(await send()).toBe(0);
    // Not at once: the alerts of others go first.
    expect(await send()).toBe(0);
    await world.current.database.query('update webhook_incidents set alert_leased_until = now()');
    expect(await send()).toBe(1);
    expect(mailsTo('later@padaria.example')).toHaveLength(1);
  });

  test('a failing webhook of a store without an address, or without a mail server, is mailed to nobody, now or later', async () => {
    const store = await storeWith(null);
    await attempt(store, 'answered 500');
    expect(await send()).toBe(0);
    await store.sandbox.request('PATCH', '/api/v1/webhook-settings', { alert_email: 'new@padaria.example' });
    expect(await send()).toBe(0);
    const other = await storeWith('nobody@padaria.example');
    await attempt(other, 'answered 500');
    expect(await send(null)).toBe(0);
    expect(await send()).toBe(0);
    expect(mailsTo('nobody@padaria.example')).toEqual([]);
  });
});
