import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Locator } from 'playwright-core';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import { applyEvent } from '../support/apply-event.ts';
import { GatewayAccount } from '../../src/gateways/gateway-account.entity.ts';
import { sealSettings } from '../../src/gateways/gateway-settings.ts';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, PHONE, useBrowser, type Payer } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { standInForStripe } from '../support/stripe-js.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

const NUMBER = '4242424242424242';
const SETTINGS = {
  secret_key: 'sk_test_faturasecret',
  publishable_key: 'pk_test_fatura',
  callback_secret: 'whsec_faturasecret',
};
const POLICY =
  "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self' 'nonce-N'; " +
  "img-src 'self'; connect-src 'self' https://api.stripe.com; " +
  "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe('a card form with the field of a store’s own gateway', () => {
  const { inBrowser, open } = useBrowser();
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm?.close());
  beforeEach(async () => {
    store = await world.current.createStore();
    await giveAccount(store);
    await world.current.database.query('delete from rate_limit_counters');
  });

  async function giveAccount({ companyId }: TestStore): Promise<void> {
    const secrets = createSecretBox(TEST_KEYS);
    const provider = openGateways(orm.em, secrets, world.current.config).gateways.providers[0]!;
    const whose = { companyId, environment: 'sandbox' as const };
    const now = new Date();
    const em = orm.em.fork();
    em.create(GatewayAccount, {
      ...whose,
      gateway: provider.name,
      accountId: 'acct_secretive',
      displayName: 'Padaria',
      methods: ['card'],
      ...sealSettings(secrets, { provider, whose, settings: SETTINGS }),
      checkedAt: now,
      failingSince: null,
      failure: null,
      alertedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
  }

  const invoiceOf = async (fields: Record<string, unknown> = {}) => {
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card', ...fields });
    return { id, url: `${world.current.baseUrl}/checkout/${hash}` };
  };
  const fieldOf = ({ page }: Payer): Locator => page.getByLabel(/^stand-in/);
  const pay = ({ page }: Payer) => page.getByRole('button', { name: /^(Pagar|Pay)/ });

  inBrowser('takes the number to the gateway alone, and the token to the store', async () => {
    const payer = await open();
    const { page, context } = payer;
    const { methodsMade } = await standInForStripe(context);
    const { id, url } = await invoiceOf({ installments: 3 });
    const response = await page.goto(url);
    const policy = (await response!.headerValue('content-security-policy'))!;
    expect(policy.replace(/nonce-[^']+/, 'nonce-N')).toBe(POLICY);
    const html = await response!.text();
    expect(html).toContain('pk_test_fatura');
    expect(html).not.toMatch(/faturasecret|acct_secretive/);

    await page.getByLabel('Nome como está no cartão').fill('ANA SOUZA');
    await fieldOf(payer).fill(NUMBER);
    await page.getByLabel('Parcelas').selectOption('3');
    expect(await payer.accessibilityProblems()).toEqual([]);
    expect(await payer.layoutShift()).toBe(0);
    expect(await page.content()).not.toContain(NUMBER);
    await pay(payer).click();
    await payer.reads('Processando o pagamento');

    expect(methodsMade.map((method) => Object.fromEntries(method))).toEqual([
      { key: 'pk_test_fatura', type: 'card', number: NUMBER, name: 'ANA SOUZA' },
    ]);
    const ours = payer.requests.filter((request) => request.url().startsWith(world.current.baseUrl));
    const sent = ours.map((request) => `${request.url()} ${request.postData()}`).join('\n');
    expect(sent).toContain('{"card_token":"pm_standin1","installments":3,"amount":100}');
    expect(sent).not.toMatch(/4242/);
    const attempts = await world.current.database.query(
      `select gateway, installments from payment_attempts where invoice_id = $1`,
      [id],
    );
    expect(attempts).toEqual([{ gateway: 'stripe', installments: 3 }]);
    expect(payer.complaints).toEqual([]);
  });

  inBrowser.each([
    ['pt-BR', PHONE, 'stand-in pt-BR'],
    ['en-US', PHONE, 'stand-in en'],
    ['es-AR', DESKTOP, 'stand-in es-419'],
  ])('in %s the field speaks the page’s language and looks like those beside it', async (language, viewport, label) => {
    const payer = await open({ language, viewport });
    await standInForStripe(payer.context);
    const { url } = await invoiceOf({ installments: 2 });
    await payer.page.goto(url);
    await payer.page.getByLabel(label, { exact: true }).waitFor();
    const box = await payer.page.locator('.gateway-field').boundingBox();
    const holder = await payer.page.locator('#holder').boundingBox();
    expect(box).toMatchObject({ x: holder!.x, width: holder!.width, height: holder!.height });
    expect(await payer.accessibilityProblems()).toEqual([]);
    expect(payer.complaints).toEqual([]);
    if (process.env.PICTURES) {
      const path = `${process.env.PICTURES}/gateway-field-${language}.png`;
      await payer.page.screenshot({ path, fullPage: true });
    }
  });

  inBrowser('the fault of a card is said at the field in the gateway’s words, and nothing is sent', async () => {
    const payer = await open();
    const { page } = payer;
    await standInForStripe(payer.context);
    await page.goto((await invoiceOf()).url);
    const problem = page.locator('#details-problem');
    await fieldOf(payer).pressSequentially('x');
    await page.getByText('O número do seu cartão é inválido.').waitFor();
    expect(await problem.getAttribute('role')).toBe('alert');
    await fieldOf(payer).fill('4242');
    await eventually(() => page.evaluate(hasNoProblem), Boolean);
    await pay(payer).click();
    await page.getByText('Escreva o nome como está no cartão.').waitFor();
    expect((await payer.focused()).id).toBe('holder');
    await page.getByLabel('Nome como está no cartão').fill('ANA SOUZA');
    await pay(payer).click();
    await page.getByText('O número do seu cartão está incompleto.').waitFor();
    expect(await payer.accessibilityProblems()).toEqual([]);
    expect(await fieldOf(payer).inputValue()).toBe('4242');
    expect(await pay(payer).isEnabled()).toBe(true);
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/gateway-field-invalid.png`, fullPage: true });
    }
    expect(payer.requests.some((request) => request.url().endsWith('/payments'))).toBe(false);
    expect(payer.complaints).toEqual([]);
  });

  inBrowser('a script that is blocked is said, and loaded again when the payer asks', async () => {
    const payer = await open();
    const { page, context } = payer;
    await context.route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto((await invoiceOf()).url);
    await page.getByText('Não foi possível carregar o campo do cartão.').waitFor();
    expect(await pay(payer).isEnabled()).toBe(false);
    expect(await payer.accessibilityProblems()).toEqual([]);
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/gateway-field-blocked.png`, fullPage: true });
    }
    await context.unroute('https://js.stripe.com/**');
    await standInForStripe(context);
    await page.getByRole('button', { name: 'Carregar de novo' }).click();
    await fieldOf(payer).fill(NUMBER);
    expect(await page.getByRole('button', { name: 'Carregar de novo' }).isVisible()).toBe(false);
    await page.getByLabel('Nome como está no cartão').fill('ANA SOUZA');
    await pay(payer).click();
    await payer.reads('Processando o pagamento');
    expect(payer.complaints).toEqual([expect.stringContaining('js.stripe.com')]);
  });

  inBrowser('a payer who is typing into it goes on typing, unless there is something else to pay', async () => {
    const payer = await open();
    const { page } = payer;
    await standInForStripe(payer.context);
    const { id, url } = await invoiceOf();
    await page.goto(url);
    await fieldOf(payer).pressSequentially('4242');
    await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description: 'Outra descrição' });
    await page.getByText('Outra descrição').waitFor();
    expect(await fieldOf(payer).inputValue()).toBe('4242');
    const products = [{ product_id: store.productId, quantity: 3 }];
    await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { products });
    await page.getByRole('button', { name: /^Pagar R\$.150,00$/ }).waitFor();
    // A fresh form has a fresh field.
    await eventually(() => page.evaluate(hasOneField), Boolean);
    expect(await fieldOf(payer).inputValue()).toBe('');
    expect(payer.complaints).toEqual([]);
  });

  inBrowser('a page that was opened without the field’s policy is opened anew when it shows the field', async () => {
    const payer = await open();
    const { page } = payer;
    await standInForStripe(payer.context);
    const { id, url } = await invoiceOf();
    const token = { card_token: 'pm_another' };
    const { id: attemptId } = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/payments`, token);
    // The bank's page brings the payer back with words of the gateway's, which are dropped.
    const response = await page.goto(
      `${url}?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=failed`,
    );
    expect(page.url()).toBe(url);
    expect(await response!.headerValue('content-security-policy')).not.toContain('stripe');
    await payer.reads('Processando o pagamento');
    const event = { id: `evt_${id}`, type: 'payment_refused', attemptId, reason: 'limit_exceeded' } as const;
    const whose = { companyId: store.companyId, environment: 'sandbox' } as const;
    await applyEvent(orm.em, { gateway: 'stripe', store: whose, event, at: new Date() });
    await payer.reads('O pagamento não foi aprovado');
    await page.getByText('O cartão passou do limite de compras deste período.').waitFor();
    await fieldOf(payer).fill(NUMBER);
    expect(payer.complaints).toEqual([]);
  });
});

declare const document: {
  querySelector(selector: string): { textContent: string; children: { length: number } } | null;
};

/** Runs in the page. */
function hasNoProblem(): boolean {
  return document.querySelector('#details-problem')!.textContent === '';
}

/** Runs in the page. */
function hasOneField(): boolean {
  return document.querySelector('.gateway-field')!.children.length === 1;
}
