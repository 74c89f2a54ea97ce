import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { openDatabase } from '../../src/app/open-database.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { createMailer } from '../../src/base/mail/create-mailer.ts';
import type { Mailer } from '../../src/base/mail/mailer.ts';
import { sendMails } from '../../src/base/mail/send-mails.ts';
import { recordAttempt } from '../../src/webhooks/record-attempt.ts';
import { queueAlerts } from '../../src/webhooks/queue-alerts.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

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
    mailer = await createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'alerts@fatura.example' });
  });
  afterAll(async () => {
    mailer?.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await orm?.close();
  });

  const secrets = createSecretBox(TEST_KEYS);
  /** The server of the world orders alerts too, and has no mail server: the mails that are sent are counted. */
  const send = async (through: Mailer | null = mailer): Promise<number> => {
    await queueAlerts({ em: orm.em, secrets, log, publicUrl: world.current.baseUrl });
    return sendMails({ em: orm.em, mailer: through, secrets, log });
  };
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address));

  async function storeWith(alertEmail: string | null): Promise<TestStore> {
    const store = await world.current.createStore({ webhookRetries: 0 });
    await world.current.database.query(
      'update store_settings set alert_email = $2, confirmed_alert_email = $2 where company_id = $1',
      [store.companyId, alertEmail],
    );
    return store;
  }
  const ask = (store: TestStore, alertEmail: string) =>
    store.sandbox.request<{ alert_email_confirmed: boolean }>('PATCH', '/api/v1/webhook-settings', {
      alert_email: alertEmail,
    });
  const linkIn = (text: string): string => /\/panel\/links\/[\w-]+/.exec(text)![0];
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
    // Not at once: the mails of others go first.
    expect(await send()).toBe(0);
    await world.current.database.query('update mails set claimable_at = now()');
    expect(await send()).toBe(1);
    expect(mailsTo('later@padaria.example')).toHaveLength(1);
  });

  test('of a store without an address is mailed about to its owners, and to nobody else of its people', async () => {
    const store = await storeWith(null);
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    await attempt(store, 'answered 500');
    expect(await send()).toBe(1);
    expect(mailsTo(owner.email)[0]!.text).toContain('keeps failing');
    expect(mailsTo(developer.email)).toEqual([]);
  });

  test('is mailed about when there is a mail server again', async () => {
    const store = await storeWith('patient@padaria.example');
    await attempt(store, 'answered 500');
    expect(await send(null)).toBe(0);
    expect(await send()).toBe(1);
    expect(mailsTo('patient@padaria.example')).toHaveLength(1);
  });

  test('is not mailed about to an address before its reader confirmed it by a mailed link', async () => {
    const store = await storeWith(null);
    const owner = await signedIn(world.current, { companyId: store.companyId });
    expect((await ask(store, 'ops@elsewhere.example')).body.alert_email_confirmed).toBe(false);
    expect(await send()).toBe(1);
    const [question] = mailsTo('ops@elsewhere.example');
    await attempt(store, 'answered 500');
    expect(await send()).toBe(1);
    expect(mailsTo('ops@elsewhere.example')).toHaveLength(1);
    expect(mailsTo(owner.email).at(-1)!.text).toContain('keeps failing');

    const link = linkIn(question!.text);
    const reader = openPanel(world.current);
    // To look at the page confirms nothing: scanners of mail do look.
    expect((await reader.get(link)).html).toContain('ops@elsewhere.example');
    expect(
      (await store.sandbox.get<{ alert_email_confirmed: boolean }>('/api/v1/webhook-settings')).body,
    ).toMatchObject({ alert_email: 'ops@elsewhere.example', alert_email_confirmed: false });
    expect((await reader.submit(link, `${link}/alert-address`)).status).toBe(200);
    expect((await reader.get(link)).status).toBe(404);
    await attempt(store, null);
    expect(await send()).toBe(1);
    expect(mailsTo('ops@elsewhere.example').at(-1)!.text).toContain('works again');
    const lines = await world.current.database.query(
      `select actor, action from audit_entries where company_id = $1 and action = 'confirmAlertAddress'`,
      [store.companyId],
    );
    expect(lines).toEqual([{ actor: 'ops@elsewhere.example', action: 'confirmAlertAddress' }]);
  });

  test('whose address was replaced meanwhile: the link to the address before confirms nothing', async () => {
    const store = await storeWith(null);
    await ask(store, 'first@elsewhere.example');
    await send();
    const link = linkIn(mailsTo('first@elsewhere.example')[0]!.text);
    await ask(store, 'second@elsewhere.example');
    expect((await openPanel(world.current).get(link)).status).toBe(404);
  });

  test('whose address is one of the store’s people needs no link', async () => {
    const store = await storeWith(null);
    const { email } = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    expect((await ask(store, email)).body.alert_email_confirmed).toBe(true);
    await send();
    expect(mailsTo(email)).toEqual([]);
  });

  test('is mailed about twenty times a day at most; the address that a store asks counts too', async () => {
    const store = await storeWith(null);
    await send();
    for (let asked = 0; asked < 22; asked += 1) await ask(store, `stranger-${asked}@elsewhere.example`);
    let sent = 0;
    for (let more = await send(); more > 0; more = await send()) sent += more;
    expect(sent).toBe(20);
    await world.current.database.query(`update mail_counts set day = current_date - 1`);
    await ask(store, 'tomorrow@elsewhere.example');
    expect(await send()).toBe(1);
  });
});
