import { describe, expect, test } from '@jest/globals';
import { TOKEN_SCOPES } from '../../src/base/http/token-scopes.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { mailContext } from '../../src/base/mail/queue-mail.ts';
import { createApiClient } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { openPanel } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import { TEST_KEYS } from '../support/world.ts';

/** Four stories of somebody who has what is not theirs. Each ends with nothing lost, and with somebody who is told. */
describe('a store whose access got into other hands', () => {
  const world = useApiWorld({ settings: { trustedProxies: 1 } });
  const secrets = createSecretBox(TEST_KEYS);

  /** Waits for a mail with these words. */
  async function told(email: string, words: string): Promise<string> {
    const found = await eventually(
      async () => {
        const rows = await world.current.database.query<{ content: string }>(
          'select content from mails where recipient = $1 order by id',
          [email],
        );
        const texts = rows.map(({ content }) => JSON.parse(secrets.open(content, mailContext(email))) as MailText);
        return texts.map(({ subject, text }) => `${subject}\n${text}`).filter((text) => text.includes(words));
      },
      ({ length }) => length > 0,
      { withinMs: 20_000 },
    );
    return found[0]!;
  }
  interface MailText {
    subject: string;
    text: string;
  }

  test('a stranger with a leaked sandbox token reaches no production, and the owner hears of the webhook that they set', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const production = () =>
      world.current.database.query(
        `select to_jsonb(s) as settings, (select count(*) from webhook_endpoints w where w.company_id = s.company_id
           and w.environment = 'production') as webhooks from store_settings s
         where company_id = $1 and environment = 'production'`,
        [store.companyId],
      );
    const before = await production();
    const { sandbox: stolen } = store;
    await stolen.request('PATCH', '/api/v1/webhook-settings', { retries: 0, alert_email: 'thief@elsewhere.example' });
    await stolen.create('/api/v1/webhooks', { url: 'http://127.0.0.1:4999/exfiltrate', events: ['*'] });
    expect(await production()).toEqual(before);
    const mail = await told(owner.email, 'the address of a webhook was created or changed');
    expect(mail).toContain(`fatura_test_…${store.sandboxToken.slice(-4)}`);
    // The thief's own address gets a question, and none of the store's alerts.
    expect(await told('thief@elsewhere.example', 'wants to send the alerts')).toContain('/panel/links/');
    const page = (await owner.get(`/panel/stores/${store.companyId}/sandbox/audit`)).html;
    expect(page).toContain('Created a webhook');
  });

  test('a dismissed owner keeps neither the panel nor an invitation, and what they did is in the log', async () => {
    const store = await world.current.createStore();
    const ana = await signedIn(world.current, { companyId: store.companyId });
    const bia = await signedIn(world.current, { companyId: store.companyId });
    const base = `/panel/stores/${store.companyId}/sandbox`;
    await bia.submit(`${base}/tokens`, `${base}/tokens`, { name: 'Bia', scopes: [...TOKEN_SCOPES] });
    expect((await ana.post(`${base}/people/${bia.personId}/remove`)).status).toBe(303);
    expect((await bia.get(base)).status).toBe(404);
    expect((await bia.post(`${base}/tokens`, { scopes: ['read'] })).status).toBe(404);
    const mail = await told(ana.email, 'an API token was generated or rotated');
    expect(mail).toContain(bia.email);
    // The token that she made is named after her, and ends with one act.
    const [token] = await world.current.database.query<{ id: string }>(
      `select id from api_tokens where company_id = $1 and name = 'Bia'`,
      [store.companyId],
    );
    expect((await ana.post(`${base}/tokens/${token!.id}/revoke`)).status).toBe(303);
    const log = (await ana.get(`${base}/audit`)).html;
    for (const line of ['Generated an API token', 'Revoked an API token', bia.email]) expect(log).toContain(line);
  });

  test('a stolen session cookie gives back no money, makes no token and adds no person', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await world.current.database.query(
      'update companies set refund_step_up_cents = 100, refund_approval_cents = 100 where id = $1',
      [store.companyId],
    );
    await world.current.database.query('update people set has_second_factor = true where id = $1', [owner.personId]);
    const invoice = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const thief = openPanel(world.current);
    thief.cookie = owner.cookie;
    const base = `/panel/stores/${store.companyId}/sandbox`;
    const before = await world.current.database.query('select count(*) from api_tokens');
    const tries: [string, Record<string, string | string[]>][] = [
      [`${base}/tokens`, { scopes: [...TOKEN_SCOPES] }],
      [`${base}/invoices/${invoice.id}/refunds`, { amount: '100.00' }],
      [`${base}/people/invite`, { email: 'thief@elsewhere.example', role: 'owner' }],
      [`${base}/security`, { refund_day_limit: '' }],
      ['/panel/account/second-factor/app', {}],
    ];
    for (const [path, fields] of tries) expect([path, (await thief.post(path, fields)).status]).toEqual([path, 422]);
    expect(await world.current.database.query('select count(*) from api_tokens')).toEqual(before);
    expect(await world.current.database.query('select 1 from refunds where invoice_id = $1', [invoice.id])).toEqual([]);
    // The person sees the session, and ends all of them.
    await world.current.database.query('update people set has_second_factor = false where id = $1', [owner.personId]);
    const fresh = openPanel(world.current);
    await fresh.signIn(owner.email, TEST_PASSWORD);
    await fresh.submit('/panel/account', '/panel/account/sessions/end-all');
    expect((await thief.get(base)).status).toBe(303);
  });

  test('a token that is used from another continent is refused there, works at home, and the owner is told once', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await world.current.database.query(
      `update api_tokens set networks = '["203.0.113.0/24"]', name = 'ERP' where company_id = $1`,
      [store.companyId],
    );
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const api = createApiClient({
      ...{ baseUrl: world.current.baseUrl, token: store.sandboxToken, companyId: store.companyId },
    });
    const refund = { url: 'http://127.0.0.1:4999/x', events: ['*'] };
    for (let time = 0; time < 3; time += 1) {
      const answer = await api.request<{ code: string; detail: string }>(
        'POST',
        '/api/v1/webhooks',
        refund,
        from('198.51.100.9'),
      );
      expect([answer.status, answer.body.code]).toEqual([403, 'address_not_allowed']);
      expect(answer.body.detail).toContain('198.51.100.9');
    }
    expect((await api.request('GET', '/api/v1/webhooks', undefined, from('203.0.113.80'))).status).toBe(200);
    const mail = await told(owner.email, 'was refused');
    expect(mail).toContain('ERP');
    expect(mail).toContain('198.51.100.9');
    const mails = await world.current.database.query('select 1 from mails where recipient = $1', [owner.email]);
    expect(mails).toHaveLength(1);
    const page = await eventually(
      async () => {
        const [token] = await world.current.database.query<{ id: string }>(
          `select id from api_tokens where company_id = $1 and environment = 'sandbox'`,
          [store.companyId],
        );
        return (await owner.get(`/panel/stores/${store.companyId}/sandbox/tokens/${token!.id}`)).html;
      },
      (html) => html.includes('198.51.100.9'),
      { withinMs: 10_000 },
    );
    expect(page).toContain('<span class="badge warn">403</span>');
  });
});
