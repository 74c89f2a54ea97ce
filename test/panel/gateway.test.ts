import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { PHONE, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import type { FormFields, PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { startStripeServer, type StripeServer } from '../support/stripe-server.ts';
import type { TestStore } from '../support/world.ts';

type Environment = 'sandbox' | 'production';

const GOOD = {
  secret_key: 'sk_test_fatura',
  publishable_key: 'pk_test_fatura',
  callback_secret: 'whsec_abcdefgh1234',
  statement_suffix: '',
};
const LIVE = { ...GOOD, secret_key: 'sk_live_fatura', publishable_key: 'pk_live_fatura' };

const pageOf = ({ companyId }: TestStore, environment: Environment = 'sandbox') =>
  `/panel/stores/${companyId}/${environment}/settings/gateway`;

/** The problems that the page names, by field. */
function problemsIn(html: string): Record<string, string> {
  const found = html.matchAll(/id="saveGateway-([a-z_]+)-problem">([^<]+)</g);
  return Object.fromEntries([...found].map(([, field, text]) => [field!, text!.replaceAll('&#39;', "'")]));
}

describe('the payment gateway of a store', () => {
  let stripe: StripeServer;
  let mailbox: string;
  const world = useApiWorld({
    async settings() {
      stripe = await startStripeServer();
      mailbox = await mkdtemp(join(tmpdir(), 'gateway-mail-'));
      return { stripeApiUrl: stripe.url, mail: { directory: mailbox, from: 'fatura@platform.example' } };
    },
  });
  afterAll(async () => {
    await stripe?.stop();
    if (mailbox) await rm(mailbox, { recursive: true });
  });

  const query = <T extends Record<string, unknown>>(sql: string, ...params: unknown[]) =>
    world.current.database.query<T>(sql, params);
  const rowsOf = (store: TestStore) =>
    query<{ row: string; environment: string; gateway: string; account_id: string; failure: string | null }>(
      'select g::text as row, g.* from gateway_accounts g where company_id = $1 order by environment',
      store.companyId,
    );
  const auditOf = (store: TestStore) =>
    query<{ action: string; environment: string; subject: string; details: Record<string, unknown>; row: string }>(
      'select a::text as row, a.* from audit_entries a where company_id = $1 order by id',
      store.companyId,
    );
  const save = (
    browser: PanelBrowser,
    store: TestStore,
    { fields = GOOD, environment = 'sandbox' }: { fields?: FormFields; environment?: Environment } = {},
  ) =>
    browser.submit(pageOf(store, environment), `${pageOf(store, environment)}/set/stripe`, {
      collects: ['pix', 'boleto', 'card'],
      ...fields,
    });
  /** The mails about a store, in whatever order. */
  /** The alerts of a store; its owners hear of each change of the gateway too. */
  const mailsAbout = async ({ companyId }: TestStore) => {
    const names = (await readdir(mailbox)).filter((name) => name.endsWith('.txt'));
    const mails = await Promise.all(names.map((name) => readFile(join(mailbox, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`/panel/stores/${companyId}/`) && mail.includes('refuses the access'));
  };
  /** A store whose sandbox collects with the fake gateway, by a key of its own. */
  async function storeWithGateway(key: string, language: 'pt' | 'en' = 'en') {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, language });
    stripe.addKey(key);
    expect(await save(owner, store, { fields: { ...GOOD, secret_key: key } })).toMatchObject({ status: 303 });
    return { store, owner };
  }

  test('is none at first: the page says what that means here, and where the gateway is to call back', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const production = await owner.get(pageOf(store, 'production'));
    expect(production.html).toContain('gateway_not_configured');
    expect(production.html).toContain(`${world.current.baseUrl}/gateways/stripe/${store.companyId}<`);
    expect(production.html).toContain('<code>payment_intent.succeeded</code>');
    expect(production.html).toContain('There has been no comparison yet.');
    const sandbox = await owner.get(pageOf(store));
    expect(sandbox.html).toContain('The sandbox comes with a test gateway');
    expect(sandbox.html).toContain(`${world.current.baseUrl}/gateways/stripe/${store.companyId}-sandbox<`);
    const settings = await owner.get(`/panel/stores/${store.companyId}/production/settings`);
    expect(settings.html).toContain(`href="${pageOf(store, 'production')}"`);
    expect(settings.html).toContain('None: invoices are refused');
  });

  test.each([
    ['pt', ['Preencha este campo.', 'Este valor não serve', 'O gateway não aceita esta chave.']],
    ['en', ['Fill in this field.', 'must begin with', 'Stripe does not take the secret key']],
  ] as const)(
    'is refused with the reason beside each setting that is wrong (%s), and nothing is saved',
    async (language, words) => {
      const store = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: store.companyId, language });
      const asked = stripe.requests.length;
      const empty = await save(owner, store, { fields: {} });
      expect(empty.status).toBe(422);
      const missing = ['secret_key', 'publishable_key', 'callback_secret'];
      expect(problemsIn(empty.html)).toEqual(Object.fromEntries(missing.map((name) => [name, words[0]])));
      expect(empty.html).toContain('href="#saveGateway-secret_key"');

      const wrong = {
        secret_key: LIVE.secret_key,
        publishable_key: 'sk_test_x',
        callback_secret: 'x',
        statement_suffix: '1',
      };
      const invalid = await save(owner, store, { fields: wrong });
      expect(Object.keys(problemsIn(invalid.html))).toEqual(Object.keys(wrong));
      expect(problemsIn(invalid.html).secret_key).toContain(words[1]);
      // The typed values are there again, but for the secret ones.
      expect(invalid.html).toContain('value="sk_test_x"');
      expect(invalid.html).not.toContain(LIVE.secret_key);
      expect(stripe.requests).toHaveLength(asked);

      const unknown = await save(owner, store, { fields: { ...GOOD, secret_key: 'sk_test_unknown' } });
      expect(unknown.status).toBe(422);
      expect(Object.keys(problemsIn(unknown.html))).toEqual(['secret_key']);
      expect(problemsIn(unknown.html).secret_key).toContain(words[2]);
      expect(unknown.html).not.toContain('sk_test_unknown');
      expect(stripe.requests.length).toBeGreaterThan(asked);
      expect([await rowsOf(store), await auditOf(store)]).toEqual([[], []]);
    },
  );

  test('names a key that may not do what is needed', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, language: 'pt' });
    stripe.addKey('rk_test_restricted');
    stripe.restrictKey('rk_test_restricted');
    const answer = await save(owner, store, { fields: { ...GOOD, secret_key: 'rk_test_restricted' } });
    expect(problemsIn(answer.html).secret_key).toContain('não tem as permissões necessárias');
  });

  test('is told of in the form when it cannot be asked, and nothing is saved', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    stripe.failNext({ path: '/v1/payment_intents', how: '500_before' });
    const answer = await save(owner, store);
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('The gateway could not be asked just now. Nothing was saved');
    expect(answer.html).toContain(`value="${GOOD.publishable_key}"`);
    expect(await rowsOf(store)).toEqual([]);
  });

  test('is asked before it is saved; its secrets are encrypted, and in no page and no line of the audit log', async () => {
    const asked = stripe.requests.length;
    const { store, owner } = await storeWithGateway('sk_test_of_this_store_9876');
    const paths = stripe.requests.slice(asked).map(({ path }) => path.replace('/v1/', ''));
    expect(paths).toEqual(['payment_intents', 'customers', 'refunds', 'disputes', 'account']);
    const [row] = await rowsOf(store);
    expect(row).toMatchObject({ environment: 'sandbox', gateway: 'stripe', account_id: 'acct_1FaturaTestServer' });
    const entries = await auditOf(store);
    expect(entries).toMatchObject([
      {
        action: 'saveGateway',
        environment: 'sandbox',
        subject: 'gateway stripe',
        details: {
          account_id: 'acct_1FaturaTestServer',
          environment: 'sandbox',
          changed: ['secret_key', 'publishable_key', 'callback_secret'],
          collects: ['pix', 'boleto', 'card'],
        },
      },
    ]);
    const page = await owner.get(pageOf(store));
    for (const text of [
      'Padaria Estrela',
      'acct_1FaturaTestServer',
      'Pix, Boleto and ',
      '<bdi>PADARIA ESTRELA</bdi>',
      'ends in 9876.',
      'ends in 1234.',
    ]) {
      expect(page.html).toContain(text);
    }
    expect(page.html).toContain('value="pk_test_fatura"');
    const audit = await owner.get(`/panel/stores/${store.companyId}/sandbox/audit`);
    expect(audit.html).toContain('Set the payment gateway');
    for (const text of [row!.row, entries[0]!.row, page.html, audit.html]) {
      expect(text).not.toContain('sk_test_of_this_store');
      expect(text).not.toContain('whsec_abc');
    }
    expect((await owner.get(pageOf(store, 'production'))).html).toContain('gateway_not_configured');
  });

  test('the gateway of production takes live keys, beside that of the sandbox', async () => {
    const { store, owner } = await storeWithGateway('sk_test_in_both');
    const wrong = await save(owner, store, { environment: 'production' });
    expect(Object.keys(problemsIn(wrong.html))).toEqual(['secret_key', 'publishable_key']);
    expect(await save(owner, store, { fields: LIVE, environment: 'production' })).toMatchObject({ status: 303 });
    expect(await rowsOf(store)).toMatchObject([{ environment: 'production' }, { environment: 'sandbox' }]);
    expect((await auditOf(store)).map(({ environment }) => environment)).toEqual(['sandbox', 'production']);
  });

  test('keeps a secret that is left empty, and lets go of what anybody may know', async () => {
    const { store, owner } = await storeWithGateway('sk_test_kept_4321');
    const changed = { publishable_key: 'pk_test_another', statement_suffix: 'PAES' };
    expect(await save(owner, store, { fields: changed })).toMatchObject({ status: 303 });
    const { html } = await owner.get(pageOf(store));
    expect(html).toContain('ends in 4321.');
    expect(html).toContain('value="pk_test_another"');
    expect(html).toContain('value="PAES"');
    expect(html).toContain('<bdi>FATURA* PAES</bdi>');
    expect((await auditOf(store)).at(-1)!.details.changed).toEqual(['publishable_key', 'statement_suffix']);
    await save(owner, store, { fields: { publishable_key: 'pk_test_another', statement_suffix: '' } });
    expect((await owner.get(pageOf(store))).html).not.toContain('PAES');
  });

  test('warns of the payment methods that the account cannot collect by', async () => {
    const { store, owner } = await storeWithGateway('sk_test_methods');
    await query(`update gateway_accounts set methods = '["card"]' where company_id = $1`, store.companyId);
    expect((await owner.get(pageOf(store))).html).toContain('This account cannot collect by Pix or Boleto yet.');
    const path = pageOf(store);
    expect(await owner.submit(path, `${path}/check/stripe`)).toMatchObject({
      status: 303,
      location: `${path}?gateway=stripe&done=checkGateway`,
    });
    expect((await owner.get(path)).html).not.toContain('cannot collect by');
    expect((await auditOf(store)).at(-1)).toMatchObject({
      action: 'checkGateway',
      details: { account_id: 'acct_1FaturaTestServer', environment: 'sandbox' },
    });
  });

  test('that refuses its key is told of on its page, on the overview of owners, to operators, and by one mail; a good key mends it', async () => {
    const { store, owner } = await storeWithGateway('sk_test_to_be_revoked');
    await world.current.database.query(
      'update store_settings set alert_email = $2, confirmed_alert_email = $2 where company_id = $1',
      [store.companyId, 'dona@padaria.example'],
    );
    const path = pageOf(store);
    const overview = `/panel/stores/${store.companyId}/sandbox`;
    stripe.revokeKey('sk_test_to_be_revoked');
    const refused = await owner.submit(path, `${path}/check/stripe`);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Stripe does not take the secret key');
    expect(refused.html).toContain('Stripe has refused the access of this store since');
    expect(refused.html).toContain('The key is not accepted any more');

    expect((await owner.get(overview)).html).toContain(`<a href="${path}">See what to do</a>`);
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    expect((await developer.get(overview)).html).not.toContain('has refused the access');
    expect((await developer.get(path)).html).toContain('Ask an owner of the store');
    const production = await owner.get(`/panel/stores/${store.companyId}/production`);
    expect(production.html).not.toContain('has refused the access');
    const operator = await signedIn(world.current, { isOperator: true });
    const shown = await operator.get(`/panel/platform/stores/${store.companyId}`);
    expect(shown.html).toMatch(/Access refused since[\s\S]*acct_1FaturaTestServer/);

    // Refused again: it is the same failure.
    await owner.submit(path, `${path}/check/stripe`);
    const [mail] = await eventually(
      () => mailsAbout(store),
      ({ length }) => length > 0,
      { withinMs: 40_000 },
    );
    expect(mail).toContain('To: dona@padaria.example');
    expect(mail).toContain('Subject: Stripe refuses the access of Padaria Estrela in sandbox');
    expect(mail).toContain(`${world.current.baseUrl}${path}`);
    expect(mail).not.toContain('acct_');
    expect(mail).not.toContain('sk_test');

    expect(await save(owner, store)).toMatchObject({ status: 303 });
    expect((await owner.get(path)).html).not.toContain('has refused the access');
    expect((await owner.get(overview)).html).not.toContain('has refused the access');
    expect(await mailsAbout(store)).toHaveLength(1);
  }, 90_000);

  test('shows what the latest comparisons found, of this store and environment, in words', async () => {
    const { store, owner } = await storeWithGateway('sk_test_compared');
    const { id: invoiceId } = await store.createInvoice();
    const [attempt] = await query<{ id: string }>('select id from payment_attempts where invoice_id = $1', invoiceId);
    const findings = [
      {
        kind: 'second_charge',
        details: { attempt_id: Number(attempt!.id), charge_id: 'pi_second', amount_cents: 1050 },
      },
      { kind: 'could_not_apply', details: { about: 'pi_x-paid', outcome: 'unknown' } },
    ];
    const insert = `insert into gateway_reconciliations (company_id, environment, gateway, since, until, charges_seen, repaired,
      findings, created_at) values ($1, $2, 'stripe', now(), now(), $3, 2, $4, now())`;
    await query(insert, store.companyId, 'sandbox', 777, '[]');
    for (const seen of [1, 2, 3, 4]) await query(insert, store.companyId, 'sandbox', seen, '[]');
    await query(insert, store.companyId, 'sandbox', 1234, JSON.stringify(findings));
    await query(insert, store.companyId, 'production', 888, '[]');
    const { html } = await owner.get(pageOf(store));
    const seen = [...html.matchAll(/Charges seen: ([\d,]+) · Made up for: 2</g)].map(([, count]) => count);
    expect(seen).toEqual(['1,234', '4', '3', '2', '1']);
    expect(html.match(/No difference\./g)).toHaveLength(4);
    expect(html).toContain('The gateway has a second charge for the same attempt.');
    expect(html).toContain(`/sandbox/invoices/${invoiceId}">invoice ${invoiceId}</a>`);
    expect(html).toContain(`attempt ${attempt!.id} · charge at the gateway pi_second · amount R$`);
    expect(html).toContain('Something that the gateway has on record could not be recorded here.');
  });

  test('is removed after the page said how much is open', async () => {
    const { store, owner } = await storeWithGateway('sk_test_removed');
    const { id } = await store.createInvoice();
    await query(`update payment_attempts set gateway = 'stripe', state = 'pending' where invoice_id = $1`, id);
    const path = pageOf(store);
    expect((await owner.get(path)).html).toContain('1 charge is open at this gateway.');
    expect(await owner.submit(path, `${path}/remove/stripe`)).toMatchObject({ status: 303 });
    expect(await rowsOf(store)).toEqual([]);
    expect((await auditOf(store)).at(-1)).toMatchObject({
      action: 'removeGateway',
      subject: 'gateway stripe',
      details: { account_id: 'acct_1FaturaTestServer', environment: 'sandbox', open_charges: 1 },
    });
    expect((await owner.get(path)).html).toContain('The test gateway of the sandbox');
    expect((await owner.post(`${path}/remove/stripe`)).status).toBe(404);
    expect((await owner.post(`${path}/check/stripe`)).status).toBe(404);
  });

  test('is set by owners of the store alone, at a gateway that there is', async () => {
    const { store, owner } = await storeWithGateway('sk_test_only_owners_5555');
    const elsewhere = await world.current.createStore();
    const stranger = await signedIn(world.current, { companyId: elsewhere.companyId });
    const path = pageOf(store);
    const before = await rowsOf(store);
    const asked = stripe.requests.length;
    for (const act of ['set/stripe', 'check/stripe', 'remove/stripe']) {
      expect((await stranger.post(`${path}/${act}`, GOOD)).status).toBe(404);
      for (const role of ['developer', 'support'] as const) {
        const member = await signedIn(world.current, { companyId: store.companyId, role });
        expect((await member.post(`${path}/${act}`, GOOD)).status).toBe(403);
      }
    }
    expect((await stranger.get(path)).status).toBe(404);
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    const { html } = await developer.get(path);
    expect(html).toContain('Only owners of the store can set its gateway.');
    expect(html).not.toContain(`${path}/`);
    expect(html).not.toContain('5555');
    expect((await owner.post(`${path}/set/paypal`, GOOD)).status).toBe(404);
    expect((await owner.get(`${path}?gateway=paypal`)).status).toBe(404);
    expect(stripe.requests).toHaveLength(asked);
    expect(await rowsOf(store)).toEqual(before);
  });

  describe('in a browser', () => {
    const { inBrowser, open } = useBrowser();
    let shop: { store: TestStore; reader: PanelBrowser };
    beforeAll(async () => {
      const { store } = await storeWithGateway('sk_test_in_a_browser');
      const { companyId } = store;
      await query(
        `update gateway_accounts set failing_since = now(), failure = 'permission_missing', methods = '["card"]'
         where company_id = $1`,
        companyId,
      );
      const details = { attempt_id: 12, charge_id: 'pi_3QkExampleExampleExample', amount_cents: 105000 };
      await query(
        `insert into gateway_reconciliations (company_id, environment, gateway, since, until, charges_seen, repaired,
           findings, created_at) values ($1, 'sandbox', 'stripe', now(), now(), 1234, 2, $2, now())`,
        companyId,
        JSON.stringify([{ kind: 'payable_after_end', details }]),
      );
      shop = { store, reader: await signedIn(world.current, { companyId, isOperator: true, language: 'pt' }) };
    });

    async function openAs({ cookie }: PanelBrowser, viewport: typeof PHONE) {
      const window = await open({ viewport });
      const [name = '', value = ''] = cookie!.split('=');
      await window.context.addCookies([{ name, value, url: world.current.baseUrl }]);
      return window;
    }

    inBrowser('its address for callbacks is copied by a button', async () => {
      const window = await openAs(shop.reader, PHONE);
      await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await window.page.goto(world.current.baseUrl + pageOf(shop.store));
      await window.page.getByRole('button', { name: 'Copiar' }).click();
      await window.page.getByRole('button', { name: 'Copiado' }).waitFor();
      const address = `${world.current.baseUrl}/gateways/stripe/${shop.store.companyId}-sandbox`;
      expect(await window.clipboard()).toBe(address);
    });

    inBrowser.each([320, PHONE.width, 1280])('the gateway’s pages are usable by all, and fit %d px', async (width) => {
      const { store, reader } = shop;
      const window = await openAs(reader, { width, height: 800 });
      const base = `/panel/stores/${store.companyId}/sandbox`;
      const paths = [`${base}/settings/gateway`, base, `${base}/settings`, `/panel/platform/stores/${store.companyId}`];
      for (const [at, path] of paths.entries()) {
        await window.page.goto(world.current.baseUrl + path);
        const wide = await window.page.evaluate('document.documentElement.scrollWidth');
        expect([path, wide, await window.accessibilityProblems()]).toEqual([path, width, []]);
        const shots = process.env.SCREENSHOTS_OF_GATEWAY;
        if (shots) await window.page.screenshot({ path: join(shots, `${width}-${at}.png`), fullPage: true });
      }
      expect(window.complaints).toEqual([]);
    });
  });
});
