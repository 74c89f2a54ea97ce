import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { PHONE, useBrowser } from '../support/browser.ts';
import { signedIn } from '../support/panel-people.ts';
import type { FormFields } from '../support/panel-client.ts';
import { startPixBank, type PixBank } from '../support/pix-bank/bank.ts';
import { settingsOf } from '../support/pix-bank/settings.ts';
import { startStripeServer, type StripeServer } from '../support/stripe-server.ts';

describe('a store with two gateways', () => {
  let bank: PixBank;
  let stripe: StripeServer;
  const world = useApiWorld({
    async settings() {
      stripe = await startStripeServer();
      return { stripeApiUrl: stripe.url };
    },
  });
  const { inBrowser, open: openBrowser } = useBrowser();
  beforeAll(async () => {
    bank = await startPixBank();
  });
  afterAll(async () => {
    await bank?.stop();
    await stripe?.stop();
  });

  /** Nobody types the secret of the callbacks. */
  const bankForm = (more: FormFields = {}): FormFields => {
    const typed = Object.entries(settingsOf(bank)).filter(([name]) => name !== 'callback_secret');
    return { ...Object.fromEntries(typed), ...more };
  };
  async function open(language: 'pt' | 'en' = 'en') {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, language });
    const path = `/panel/stores/${store.companyId}/sandbox/settings/gateway`;
    const set = (gateway: string, fields: FormFields) =>
      owner.submit(`${path}?gateway=${gateway}`, `${path}/set/${gateway}`, fields);
    return { store, owner, path, set };
  }
  const STRIPE = {
    secret_key: 'sk_test_fatura',
    publishable_key: 'pk_test_fatura',
    callback_secret: 'whsec_abcdefgh1234',
  };
  /** Each method and where it is collected, as the page says. */
  const waysIn = (html: string): Record<string, string> => {
    const section = html.slice(html.indexOf('id="ways"'), html.indexOf('</dl>', html.indexOf('id="ways"')));
    return Object.fromEntries(
      [...section.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+?)\s*(?:<|$)/g)].map(([, method, gateway]) => [
        method!,
        gateway!,
      ]),
    );
  };

  test('collects Pix at its bank and cards at Stripe, and an invoice goes where its method is collected', async () => {
    const { store, owner, path, set } = await open();
    expect(await set('stripe', { ...STRIPE, collects: ['pix', 'boleto', 'card'] })).toMatchObject({ status: 303 });
    expect(waysIn((await owner.get(path)).html)).toEqual({ Pix: 'Stripe', Boleto: 'Stripe', Card: 'Stripe' });
    expect(await set('pix', bankForm())).toMatchObject({ status: 303 });
    const { html } = await owner.get(`${path}?gateway=pix`);
    expect(waysIn(html)).toEqual({ Pix: 'API Pix', Boleto: 'Stripe', Card: 'Stripe' });
    expect(html).toContain('The certificate ends on');
    expect(html).not.toContain(bank.client.key.split('\n')[1]);
    expect(html).not.toMatch(/callbacks\/[\w-]{43}/);
    // It is made here, and the bank alone is told of it.
    expect(bank.webhookUrl()).toMatch(new RegExp(`/gateways/pix/${store.companyId}-sandbox/callbacks/[\\w-]{43}$`));

    const gatewayOf = async (method: string): Promise<string> => {
      const { id } = await store.createInvoice({ payment_method: method });
      const attempts = await world.current.database.query<{ gateway: string }>(
        'select gateway from payment_attempts where invoice_id = $1',
        [id],
      );
      return attempts[0]?.gateway ?? 'none yet';
    };
    expect([await gatewayOf('pix'), await gatewayOf('card')]).toEqual(['pix', 'none yet']);
    const boleto = await store.sandbox.request<{ errors: { field: string }[] }>('POST', '/api/v1/invoices', {
      ...{ customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 1 }] },
      payment_method: 'boleto',
    });
    // Stripe asks for an address, which the bank does not.
    expect(boleto.body.errors.map(({ field }) => field)).toContain('customer.address');

    expect(await owner.submit(`${path}?gateway=pix`, `${path}/remove/pix`)).toMatchObject({ status: 303 });
    expect(waysIn((await owner.get(path)).html)).toMatchObject({
      Pix: 'The test gateway of the sandbox',
      Card: 'Stripe',
    });
  });

  test.each([
    ['pt', 'Esta chave é de outro certificado'],
    ['en', 'private_key is the key of another certificate'],
  ] as const)(
    'says in words what is wrong with a bank (%s), and keeps what was typed but the secrets',
    async (language, words) => {
      const { owner, path, set } = await open(language);
      const another = bank.authority.issue('another').key;
      const refused = await set('pix', bankForm({ private_key: another }));
      expect(refused.status).toBe(422);
      expect(refused.html).toContain(words);
      expect(refused.html).toContain(bank.client.cert.split('\n')[1]!);
      expect(refused.html).not.toContain(another.split('\n')[1]);
      const production = await owner.get(path.replace('/sandbox/', '/production/'));
      expect(production.html).toContain(language === 'pt' ? 'Cobranças são recusadas' : 'Invoices are refused');
    },
  );

  inBrowser.each([PHONE.width, 1280])('its page is usable by all, and fits %d px', async (width) => {
    const { store, owner, path, set } = await open('pt');
    await set('stripe', { ...STRIPE, collects: ['card'] });
    await set('pix', bankForm());
    const window = await openBrowser({ viewport: { width, height: 800 } });
    const [name = '', value = ''] = owner.cookie!.split('=');
    await window.context.addCookies([{ name, value, url: world.current.baseUrl }]);
    await window.page.goto(`${world.current.baseUrl}${path}?gateway=pix`);
    const wide = await window.page.evaluate('document.documentElement.scrollWidth');
    expect([store.companyId, wide, await window.accessibilityProblems()]).toEqual([store.companyId, width, []]);
    const shots = process.env.SCREENSHOTS_OF_GATEWAY;
    if (shots) await window.page.screenshot({ path: join(shots, `bank-${width}.png`), fullPage: true });
    expect(window.complaints).toEqual([]);
  });
});
