import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import { statementsOf } from '../../support/count-queries.ts';
import type { TestStore } from '../../support/world.ts';

describe('authentication', () => {
  const world = useApiWorld();
  let store: TestStore;
  let other: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
    other = await world.current.createStore();
  });

  async function call(headers: Record<string, string>) {
    const response = await fetch(`${world.current.baseUrl}/api/v1/customers`, { headers });
    return { status: response.status, body: (await response.json()) as { code?: string; data?: unknown[] }, response };
  }

  test('X-API-TOKEN with X-Company-ID is let in', async () => {
    const { status } = await call({ 'X-API-TOKEN': store.sandboxToken, 'X-Company-ID': String(store.companyId) });
    expect(status).toBe(200);
  });

  test('Authorization: Bearer is let in with and without X-Company-ID', async () => {
    const Authorization = `Bearer ${store.sandboxToken}`;
    expect((await call({ Authorization })).status).toBe(200);
    expect((await call({ Authorization, 'X-Company-ID': String(store.companyId) })).status).toBe(200);
  });

  test.each<[string, () => Record<string, string>, number, string]>([
    ['no token', () => ({}), 401, 'token_missing'],
    ['a token without a company id', () => ({ 'X-API-TOKEN': store.sandboxToken }), 401, 'company_id_missing'],
    [
      'a company id that is no id',
      () => ({ 'X-API-TOKEN': store.sandboxToken, 'X-Company-ID': 'one' }),
      401,
      'company_id_invalid',
    ],
    ['an unknown token', () => ({ 'X-API-TOKEN': 'fatura_test_nobody', 'X-Company-ID': '1' }), 401, 'token_unknown'],
    ['another scheme', () => ({ Authorization: `Basic ${store.sandboxToken}` }), 401, 'token_missing'],
    [
      'two tokens that differ',
      () => ({
        'X-API-TOKEN': store.sandboxToken,
        Authorization: `Bearer ${other.sandboxToken}`,
        'X-Company-ID': String(store.companyId),
      }),
      401,
      'tokens_differ',
    ],
    [
      'the token of another company',
      () => ({ 'X-API-TOKEN': store.sandboxToken, 'X-Company-ID': String(other.companyId) }),
      403,
      'token_of_another_company',
    ],
    [
      'a bearer token with another company’s id',
      () => ({ Authorization: `Bearer ${store.sandboxToken}`, 'X-Company-ID': String(other.companyId) }),
      403,
      'token_of_another_company',
    ],
  ])('%s is refused', async (_, headers, status, code) => {
    const answer = await call(headers());
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
    expect(answer.response.headers.get('Content-Type')).toMatch('application/problem+json');
  });

  test('a text that is no token is refused before the database is asked for it', async () => {
    const asked = (token: string) =>
      statementsOf(() => call({ 'X-API-TOKEN': token, 'X-Company-ID': String(store.companyId) }));
    const asksForTokens = (texts: string[]) => texts.some((text) => text.includes('api_tokens'));
    const unknown = `${store.sandboxToken.slice(0, -1)}${store.sandboxToken.endsWith('A') ? 'B' : 'A'}`;
    expect(asksForTokens(await asked(unknown))).toBe(true);
    for (const text of [
      'fatura_test_nobody',
      unknown.replace('fatura_', ''),
      `${unknown}A`,
      `${unknown.slice(0, -1)}/`,
    ]) {
      expect(asksForTokens(await asked(text))).toBe(false);
    }
  });

  test('the database holds no token, and its prefix shows the environment', async () => {
    expect(store.sandboxToken).toMatch(/^fatura_test_[\w-]{43}$/);
    expect(store.productionToken).toMatch(/^fatura_live_[\w-]{43}$/);
    const rows = await world.current.database.query('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(store.sandboxToken.slice(-20));
  });
});

describe('resources of a store in an environment', () => {
  const world = useApiWorld();

  test('is neither visible nor usable with another store’s token, nor with the other environment’s', async () => {
    const store = await world.current.createStore();
    const stranger = await world.current.createStore();
    const invoice = await store.createInvoice();
    for (const client of [stranger.sandbox, store.production]) {
      for (const path of [`/customers/${store.customerId}`, `/invoices/${invoice.id}`]) {
        expect((await client.get(`/api/v1${path}`)).status).toBe(404);
      }
      for (const list of ['/customers', '/products']) {
        const { body } = await client.get<{ data: { id: number }[] }>(`/api/v1${list}?limit=100`);
        expect(body.data.map(({ id }) => id)).not.toContain(list === '/customers' ? store.customerId : store.productId);
      }
      expect((await client.post(`/api/v1/invoices/${invoice.id}/cancel`)).status).toBe(404);
    }
    for (const path of ['payments', 'cancel']) {
      expect((await stranger.sandbox.post(`/api/v1/invoices/${invoice.id}/${path}`)).status).toBe(404);
    }
    const simulated = await stranger.sandbox.post(`/api/v1/sandbox/invoices/${invoice.id}/payment`, {
      outcome: 'confirmed',
    });
    expect(simulated.status).toBe(404);

    const borrowed = await stranger.sandbox.post('/api/v1/invoices', {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 1 }],
      payment_method: 'pix',
    });
    expect(borrowed.status).toBe(422);
    expect(borrowed.body.errors).toMatchObject([
      { field: 'customer_id', code: 'not_found' },
      { field: 'products[0].product_id', code: 'not_found' },
    ]);
  });

  test('production has no gateway yet, and says so', async () => {
    const store = await world.current.createStore();
    const customer = await store.production.create<{ id: number }>('/api/v1/customers', {
      name: 'Ana',
      email: 'a@example.com',
    });
    const product = await store.production.create<{ id: number }>('/api/v1/products', { name: 'Pão', price: 1 });
    const answer = await store.production.post('/api/v1/invoices', {
      customer_id: customer.id,
      products: [{ product_id: product.id, quantity: 1 }],
      payment_method: 'pix',
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'gateway_not_configured' } });
    const simulated = await store.production.post('/api/v1/sandbox/invoices/1/payment', { outcome: 'confirmed' });
    expect(simulated).toMatchObject({ status: 403, body: { code: 'sandbox_only' } });
  });

  test('an event of one environment is not sent to the other’s webhooks', async () => {
    const store = await world.current.createStore();
    await store.production.create('/api/v1/webhooks', { url: 'https://store.example/hook', events: ['*'] });
    const { id } = await store.createInvoice();
    const rows = await world.current.database.query(
      `select distinct environment from webhook_deliveries where resource_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ environment: 'sandbox' }]);
  });
});
