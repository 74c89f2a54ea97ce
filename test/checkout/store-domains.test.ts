import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readDomain } from '../../src/accounts/companies/checkout-domain.ts';
import { setBrand } from '../../src/accounts/companies/set-brand.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { drawnPicture } from '../support/drawn-picture.ts';
import { hasAcme, startAcme, type AcmeWorld } from '../support/acme.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const DOMAIN = 'checkout.padaria.example';

describe('the name of a domain', () => {
  test.each([
    ['checkout.padaria.example', 'checkout.padaria.example'],
    [' Checkout.Padaria.Example. ', 'checkout.padaria.example'],
    ['pão.example', 'xn--po-sia.example'],
    ['https://checkout.padaria.example', null],
    ['checkout.padaria.example/pay', null],
    ['localhost', null],
    ['127.0.0.1', null],
    ['[::1]', null],
    ['-a.example', null],
    [`${'a'.repeat(64)}.example`, null],
    [`${'a.'.repeat(130)}example`, null],
    ['', null],
  ])('%j is %j', (text, name) => {
    expect(readDomain(text)).toBe(name);
  });
});

const describeWithAcme = hasAcme ? describe : describe.skip;

describeWithAcme('a domain of a store', () => {
  let acme: AcmeWorld;
  const world = useApiWorld({
    settings: async () => {
      acme = await startAcme();
      const { nameServer, httpsPort: port, root: ca } = acme;
      return { trustedProxies: 1, domains: { nameServers: [nameServer], port, ca } };
    },
  });
  let store: TestStore;
  let other: TestStore;
  let owner: PanelBrowser;
  const settings = ({ companyId }: TestStore) => `/panel/stores/${companyId}/sandbox/settings`;
  const save = (browser: PanelBrowser, of: TestStore, domain: string) =>
    browser.submit(settings(of), `${settings(of)}/domain`, { domain });
  const check = (browser: PanelBrowser, of: TestStore) => browser.submit(settings(of), `${settings(of)}/domain/check`);
  const recordOf = async (browser: PanelBrowser, of: TestStore) =>
    /fatura-domain=[\w-]+/.exec((await browser.get(settings(of))).html)![0];

  beforeAll(async () => {
    await acme.startProxy(new URL(world.current.baseUrl).host);
    store = await world.current.createStore();
    other = await world.current.createStore();
    owner = await signedIn(world.current, { companyId: store.companyId });
  }, 60_000);
  afterAll(() => acme.stop());

  const auditOf = async ({ companyId }: TestStore) => {
    const rows = await world.current.database.query<{ action: string; details: object }>(
      `select action, details from audit_entries where company_id = $1 order by id`,
      [companyId],
    );
    return rows.map(({ action, details }) => ({ action, fields: Object.keys(details) }));
  };

  async function setLogo(): Promise<void> {
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const changes = { logo: await drawnPicture() };
    await setBrand(orm.em.fork(), { companyId: store.companyId, changes, now: new Date() });
    await orm.close();
  }

  /** Asks as a browser of the internet does: the name leads to the proxy, whose certificate must be of the name. */
  function visit(path: string, domain = DOMAIN): Promise<{ status: number; html: string }> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ host: '127.0.0.1', port: acme.httpsPort, path, servername: domain, ca: acme.root, agent: false },
          headers: { Host: domain, Accept: 'text/html', 'Accept-Language': 'pt-BR' },
        },
        (answer) => {
          let html = '';
          answer.setEncoding('utf8').on('data', (part: string) => (html += part));
          answer.on('end', () => resolve({ status: answer.statusCode!, html }));
        },
      );
      asked.on('error', reject);
      asked.end();
    });
  }

  test('has a certificate once it is proven; links lead to it once it leads here', async () => {
    const before = await store.createInvoice();
    expect(before.checkout_url).toBe(`${world.current.baseUrl}/checkout/${before.checkout_hash}`);
    expect((await save(owner, store, 'https://x')).html).toContain('Give the name of a domain alone');
    expect((await save(owner, store, DOMAIN.toUpperCase())).status).toBe(303);

    // Nobody gets a certificate for a name that is not proven.
    await expect(visit(`/checkout/${before.checkout_hash}`)).rejects.toThrow(/alert|ECONNRESET|EPROTO/);
    expect((await check(owner, store)).html).toContain('DNS does not have the TXT record yet');
    await acme.setText(`_fatura.${DOMAIN}`, 'fatura-domain=of-somebody-else');
    expect((await check(owner, store)).html).toContain('DNS does not have the TXT record yet');
    await acme.setText(`_fatura.${DOMAIN}`, await recordOf(owner, store));
    const checked = await check(owner, store);
    expect([checked.status, checked.location]).toEqual([303, `${settings(store)}?done=checkDomain`]);
    expect((await owner.get(settings(store))).html).toContain('New links have this domain.');

    // The picture of a link preview is at the domain too.
    await setLogo();
    const invoice = await store.createInvoice();
    expect(invoice.checkout_url).toBe(`https://${DOMAIN}/checkout/${invoice.checkout_hash}`);
    expect((await store.sandbox.invoice(before.id)).checkout_url).toMatch(`https://${DOMAIN}/`);
    // People of the store open the page at the panel's address, where their visit does not count as the payer's.
    for (const page of ['', '/share']) {
      const { html } = await owner.get(`${settings(store).replace('/settings', '')}/invoices/${invoice.id}${page}`);
      expect(html).toContain(`href="${world.current.baseUrl}/checkout/${invoice.checkout_hash}"`);
      expect(html.includes(`https://${DOMAIN}/checkout/`)).toBe(page === '/share');
    }
    for (const { checkout_hash: hash } of [before, invoice]) {
      const page = await visit(`/checkout/${hash}`);
      expect(page.status).toBe(200);
      expect(page.html).toContain('Padaria Estrela');
      expect(page.html).toContain(`content="https://${DOMAIN}/checkout/${hash}/logo`);
    }
    const link = await store.sandbox.create<{ url: string }>('/api/v1/payment-links', {
      ...{ name: 'Bread', payment_method: 'pix', products: [{ product_id: store.productId, quantity: 1 }] },
    });
    expect(link.url).toMatch(`https://${DOMAIN}/pay/`);
    expect((await visit(new URL(link.url).pathname)).status).toBe(200);
  }, 60_000);

  test('has the pages of its own payers, and nothing else', async () => {
    const ofOther = await other.createInvoice();
    const link = await other.sandbox.create<{ url: string }>('/api/v1/payment-links', {
      ...{ name: 'Bread', payment_method: 'pix', products: [{ product_id: other.productId, quantity: 1 }] },
    });
    const paths = [
      ...[`/checkout/${ofOther.checkout_hash}`, `/checkout/${ofOther.checkout_hash}/status`],
      ...[new URL(link.url).pathname, '/panel', '/panel/sign-in', '/docs', '/api/v1/invoices', '/'],
      ...['/domains/ask?domain=checkout.padaria.example', '/readyz'],
    ];
    const answers = await Promise.all(paths.map((path) => visit(path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
    const style = /\/checkout\/assets\/checkout\.css[^"]*/.exec(
      (await visit(`/checkout/${(await store.createInvoice()).checkout_hash}`)).html,
    )![0];
    expect((await visit(style)).status).toBe(200);
    // The platform's address has the pages of everybody.
    expect((await fetch(`${world.current.baseUrl}/checkout/${ofOther.checkout_hash}`)).status).toBe(200);
  });

  test('is of a single store, and is let go by its owner', async () => {
    const rival = await signedIn(world.current, { companyId: other.companyId });
    await save(rival, other, DOMAIN);
    await acme.setText(`_fatura.${DOMAIN}`, await recordOf(rival, other));
    expect((await check(rival, other)).html).toContain('Another store uses this domain');
    expect((await store.createInvoice()).checkout_url).toMatch(`https://${DOMAIN}/`);

    await save(owner, store, '');
    expect((await store.createInvoice()).checkout_url).toMatch(world.current.baseUrl);
    expect((await check(rival, other)).status).toBe(303);
    expect((await other.createInvoice()).checkout_url).toMatch(`https://${DOMAIN}/`);
  });

  test('that does not lead here is said to, and the links stay as they are', async () => {
    const browser = await signedIn(world.current, { companyId: store.companyId, language: 'pt' });
    const domain = 'outro.padaria.example';
    await save(browser, store, domain);
    await acme.setText(`_fatura.${domain}`, await recordOf(browser, store));
    // A private address is not called.
    await acme.setAddress(domain, '10.0.0.1');
    expect((await check(browser, store)).html).toContain('O domínio ainda não responde por https');
    expect((await store.createInvoice()).checkout_url).toMatch(world.current.baseUrl);
    await acme.setAddress(domain, '127.0.0.1');
    expect((await check(browser, store)).status).toBe(303);
    expect((await store.createInvoice()).checkout_url).toMatch(`https://${domain}/`);
    expect((await auditOf(store)).slice(-2)).toEqual([
      { action: 'checkDomain', fields: ['domainProvenAt'] },
      { action: 'checkDomain', fields: ['domainLiveAt'] },
    ]);
  });
});
