import { beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import sharp from 'sharp';
import { setBrand } from '../../src/accounts/companies/set-brand.ts';
import { drawnPicture } from '../support/drawn-picture.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

describe('the payer’s addresses', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  const call = (path: string, options: RequestInit = {}) =>
    fetch(`${world.current.baseUrl}${path}`, { redirect: 'manual', ...options });
  const asPayer = { headers: { Accept: 'text/html', 'Accept-Language': 'pt-BR' } };

  test('the page comes with a policy that lets nothing in from elsewhere, and is kept by nobody', async () => {
    const { checkout_hash: hash } = await store.createInvoice();
    const response = await call(`/checkout/${hash}`, asPayer);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('Padaria Estrela');
    expect(html).not.toContain('ana@example.com');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+'/);
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(html).not.toMatch(/(?:src|href|action)="https?:/);
  });

  test('the page of an authorization is as private, and is another page once its payer has agreed', async () => {
    const payer = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };
    const { id: customer_id } = await store.sandbox.create<{ id: number }>('/api/v1/customers', payer);
    const { id, authorization_url: url } = await subscribe(store, {
      ...{ customer_id, payment_method: 'pix_automatic', trial_days: 5 },
    });
    const path = new URL(url!).pathname;
    const read = async (): Promise<string> => {
      const response = await call(path, asPayer);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const html = await response.text();
      for (const word of Object.values(payer)) expect(html).not.toContain(word);
      return html;
    };
    const set = (fields: string) =>
      world.current.database.query(`update mandates set ${fields} where subscription_id = $1`, [id]);
    const version = async (): Promise<string> =>
      ((await (await call(`${path}/status`)).json()) as { version: string }).version;
    expect(await read()).toContain('Preparando a autorização');
    expect((await call(`${path}/pix.svg`)).status).toBe(404);
    const before = await version();
    await set(`status = 'pending', qr_code = '00020126180014br.gov.bcb.pix'`);
    expect(await read()).toContain('Autorize o Pix Automático');
    expect(await version()).not.toBe(before);
    expect((await call(`${path}/pix.svg`)).headers.get('content-type')).toContain('image/svg+xml');
    expect((await call(`${path}/events`)).status).toBe(204);
    await set(`status = 'authorized', is_settled = true`);
    expect(await read()).toContain('Pix Automático autorizado');
    await set(`status = 'canceled'`);
    expect(await read()).toContain('Esta autorização terminou');
    for (const unknown of ['A'.repeat(24), 'x']) {
      expect((await call(`/checkout/authorizations/${unknown}`, asPayer)).status).toBe(404);
    }
  });

  test.each([
    ['a hash that nobody was given', 'A'.repeat(24)],
    ['what cannot be a hash', 'x'],
    ['an id', '1'],
    ['a path', '..%2f..%2fetc'],
  ])('%s is a page that says so, and a problem for programs', async (_what, hash) => {
    for (const path of ['', '/status', '/events', '/pix.svg', '/boleto.pdf', '/boleto.svg', '/logo']) {
      const page = await call(`/checkout/${hash}${path}`, asPayer);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      const problem = await call(`/checkout/${hash}${path}`, { headers: { Accept: 'application/json' } });
      expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
    for (const [path, body] of [
      ['/acts', { act: 'opened' }],
      ['/payments', { card_token: 'tok_approved', amount: 100 }],
    ] as const) {
      const answer = await call(`/checkout/${hash}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test('a card’s token submitted there is a payment of the invoice, and more installments than allowed are refused', async () => {
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card', installments: 3 });
    const submit = (body: unknown) =>
      call(`/checkout/${hash}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ amount: 100, ...(body as object) }),
      });
    expect((await submit({ card_token: 'tok_approved', installments: 4 })).status).toBe(422);
    expect((await submit({ card_token: '4242424242424242' })).status).toBe(422);
    const before = (await (await call(`/checkout/${hash}/status`)).json()) as { version: string };
    const answer = await submit({ card_token: 'tok_approved', installments: 3 });
    expect(answer.status).toBe(202);
    expect(((await answer.json()) as { version: string }).version).not.toBe(before.version);
    expect((await store.sandbox.invoice(id)).payments).toMatchObject([{ status: 'pending', installments: 3 }]);
    expect((await submit({ card_token: 'tok_approved' })).status).toBe(409);
  });

  test('an invoice takes ten payments a minute, whatever addresses they come from', async () => {
    const { checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const answers: [number, boolean][] = [];
    for (let index = 0; index < 12; index += 1) {
      const answer = await call(`/checkout/${hash}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: '{}',
      });
      answers.push([answer.status, Number(answer.headers.get('retry-after')) > 0]);
    }
    const refused = Array.from({ length: 10 }, () => [422, false]);
    expect(answers).toEqual([...refused, [429, true], [429, true]]);
  });

  test('a form without JavaScript comes back to the page', async () => {
    const { id, checkout_hash: hash } = await store.createInvoice();
    await world.current.database.query(`update invoices set status = 'refused' where id = $1`, [id]);
    await world.current.database.query(`update payment_attempts set state = 'refused' where invoice_id = $1`, [id]);
    const answer = await call(`/checkout/${hash}/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
      body: '',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/${hash}`]);
    expect((await store.sandbox.invoice(id)).payments.map(({ status }) => status)).toEqual(['refused', 'pending']);
  });

  test('the store’s colour and picture are on the page; what is no picture is refused', async () => {
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const png = await drawnPicture();
    const brand = (changes: Parameters<typeof setBrand>[1]['changes']) =>
      setBrand(orm.em.fork(), { companyId: store.companyId, changes, now: new Date() });
    await brand({ color: '#1A7F5A', logo: png, document: '12.ABC.345/01DE-35' });
    await expect(brand({ logo: Buffer.from('<svg onload="alert(1)">') })).rejects.toThrow('PNG, JPEG or WebP');
    await expect(brand({ logo: Buffer.alloc(1_000_001) })).rejects.toThrow('1 MB');
    await expect(brand({ logo: png.subarray(0, 60) })).rejects.toThrow('PNG, JPEG or WebP');
    await expect(brand({ color: 'red;}' })).rejects.toThrow('#1a7f5a');
    await orm.close();
    const { checkout_hash: hash } = await store.createInvoice();
    const html = await (await call(`/checkout/${hash}`, asPayer)).text();
    expect(html).toContain('#1a7f5a');
    expect(html).toContain(`/checkout/${hash}/logo?v=`);
    const logo = await call(`/checkout/${hash}/logo`);
    expect(logo.headers.get('content-type')).toBe('image/png');
    const kept = Buffer.from(await logo.arrayBuffer());
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 176, height: 96 });
    // The receipt shows it too.
    const paid = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: paid.payments[0]!.id, amountCents: 10_000 });
    const receipt = await call(`/checkout/${paid.checkout_hash}/receipt.pdf`);
    expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1')).toContain('/Subtype /Image');
  });

  test('the invoice names its page, its QR code and its PDF', async () => {
    const invoice = await store.createInvoice();
    const { body } = await store.sandbox.get<{ checkout_url: string }>(`/api/v1/invoices/${invoice.id}`);
    expect(body.checkout_url).toBe(`${world.current.baseUrl}/checkout/${invoice.checkout_hash}`);
  });

  test('the query is dropped from the page’s address', async () => {
    const { checkout_hash: hash } = await store.createInvoice();
    const answer = await call(
      `/checkout/${hash}?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret`,
      asPayer,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/${hash}`]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).not.toContain('secret');
    expect((await call(`/checkout/${hash}/status?x=1`)).status).toBe(200);
  });

  test('a tokeniser is kept for good under an address that changes with it, and only those of gateways are there', async () => {
    for (const name of ['tokeniser-sandbox.js', 'tokeniser-stripe.js']) {
      const answer = await call(`/checkout/assets/${name}?v=1`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    for (const name of ['tokeniser-other.js', '..%2fcheckout.routes.ts']) {
      expect((await call(`/checkout/assets/${name}`)).status).toBe(404);
    }
  });

  test('a second step’s address that was made up is not found', async () => {
    for (const name of ['1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x', '1']) {
      expect((await call(`/gateways/sandbox/challenges/${name}`)).status).toBe(404);
      const answer = await call(`/gateways/sandbox/challenges/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'outcome=confirmed',
      });
      expect(answer.status).toBe(404);
    }
  });
});
