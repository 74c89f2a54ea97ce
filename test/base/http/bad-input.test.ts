import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { sendGatewayCallback } from '../../support/gateway-callback.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const TABLES = [
  'customers',
  'products',
  'invoices',
  'invoice_items',
  'payment_attempts',
  'events',
  'webhook_endpoints',
  'webhook_deliveries',
  'outbox',
];

describe('bad input gets a clear error and writes nothing', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const countRows = async () => {
    const counts = TABLES.map((table) => `(select count(*) from ${table})`).join(' + ');
    return Number((await world.current.database.query<{ n: string }>(`select ${counts} as n`))[0]!.n);
  };

  async function refused(path: string, body: unknown) {
    const before = await countRows();
    const answer = await store.sandbox.request<{
      code: string;
      errors: { field: string; code: string; message: string }[];
      request_id: string;
    }>('POST', `/api/v1${path}`, body);
    expect(await countRows()).toBe(before);
    expect(answer.headers.get('Content-Type')).toMatch('application/problem+json');
    expect(answer.body.request_id).toBe(answer.headers.get('X-Request-Id'));
    return answer;
  }

  const line = () => ({ product_id: store.productId, quantity: 1 });
  const invoice = (fields: Record<string, unknown>) => ({
    customer_id: store.customerId,
    products: [line()],
    payment_method: 'pix',
    ...fields,
  });

  test.each<[string, () => unknown, string]>([
    ['quantity 0', () => invoice({ products: [{ ...line(), quantity: 0 }] }), 'products[0].quantity'],
    ['quantity 10⁹', () => invoice({ products: [{ ...line(), quantity: 1e9 }] }), 'products[0].quantity'],
    ['half a product', () => invoice({ products: [{ ...line(), quantity: 0.5 }] }), 'products[0].quantity'],
    ['a quantity in text', () => invoice({ products: [{ ...line(), quantity: '2' }] }), 'products[0].quantity'],
    ['no products', () => invoice({ products: [] }), 'products'],
    ['101 products', () => invoice({ products: Array.from({ length: 101 }, line) }), 'products'],
    ['products that are no list', () => invoice({ products: line() }), 'products'],
    [
      'an unknown product',
      () => invoice({ products: [line(), { product_id: 987_654, quantity: 1 }] }),
      'products[1].product_id',
    ],
    ['an unknown customer', () => invoice({ customer_id: 987_654 }), 'customer_id'],
    ['a customer in text', () => invoice({ customer_id: '1' }), 'customer_id'],
    ['an id beyond what the database holds', () => invoice({ customer_id: 2 ** 60 }), 'customer_id'],
    ['an unknown method', () => invoice({ payment_method: 'cash' }), 'payment_method'],
    ['a method in capitals', () => invoice({ payment_method: 'PIX' }), 'payment_method'],
    ['no method', () => invoice({ payment_method: undefined }), 'payment_method'],
    ['a due date in the past', () => invoice({ payment_method: 'boleto', due_date: '2020-01-01' }), 'due_date'],
    ['a due date in another life', () => invoice({ payment_method: 'boleto', due_date: '9999-12-30' }), 'due_date'],
    ['a due date that is no day', () => invoice({ due_date: '2026-02-30' }), 'due_date'],
    ['a due date with a time', () => invoice({ due_date: '2099-01-01T00:00:00Z' }), 'due_date'],
    ['an unknown field', () => invoice({ totl: 5 }), 'totl'],
    ['an unknown field of a line', () => invoice({ products: [{ ...line(), price: 0.01 }] }), 'products[0].price'],
    ['a description with a NUL', () => invoice({ description: 'a\u0000b' }), 'description'],
  ])('an invoice with %s', async (_, body, field) => {
    const answer = await refused('/invoices', body());
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    expect([...new Set(answer.body.errors.map((error) => error.field))]).toEqual([field]);
    expect(answer.body.errors[0]!.message).toContain(field);
  });

  test('a total beyond ten digits is refused before anything is added up wrongly', async () => {
    const { id } = await store.sandbox.create<{ id: number }>('/api/v1/products', {
      name: 'Ouro',
      price: 99_999_999.99,
    });
    const answer = await refused('/invoices', invoice({ products: [{ product_id: id, quantity: 10_000 }] }));
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'products', code: 'total_too_large' }] } });
  });

  test.each<[string, unknown, number, string]>([
    ['broken JSON', '{"customer_id": 1,', 400, 'malformed_json'],
    ['an empty body', '', 422, 'invalid_fields'],
    ['a list', '[]', 422, 'invalid_fields'],
    ['null', 'null', 422, 'invalid_fields'],
    ['a number', '1', 422, 'invalid_fields'],
    ['a megabyte', JSON.stringify({ description: 'x'.repeat(1_000_000) }), 413, 'payload_too_large'],
    ['a key of the prototype', '{"__proto__": {"customer_id": 1}}', 422, 'invalid_fields'],
  ])('%s', async (_, body, status, code) => {
    const answer = await refused('/invoices', body);
    expect(answer).toMatchObject({ status, body: { code, status } });
  });

  test('a megabyte of unknown length is refused, and the next request of its client does not wait behind it', async () => {
    const client = new Pool(world.current.baseUrl, { connections: 1, pipelining: 1 });
    const headers = { Authorization: `Bearer ${store.sandboxToken}`, 'Content-Type': 'application/json' };
    const chunks = () => Readable.from(Array.from({ length: 100 }, () => 'x'.repeat(10_000)));
    const path = '/api/v1/customers';
    const refusal = await client.request({ method: 'POST', path, headers, body: chunks() });
    expect([refusal.statusCode, await refusal.body.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
    const next = await client.request({ method: 'GET', path, headers, headersTimeout: 3_000 });
    expect(next.statusCode).toBe(200);
    await next.body.dump();
    await client.close();
  });

  test('a body that says it is too large is refused before anybody is asked who sends it', async () => {
    const body = JSON.stringify({ description: 'x'.repeat(200_000) });
    const headers = { Authorization: 'Bearer nobody', 'Content-Type': 'application/json' };
    const answer = await fetch(`${world.current.baseUrl}/api/v1/customers`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
  });

  test('a body of unknown length that nobody is let in with is not read to its end', async () => {
    const { hostname, port } = new URL(world.current.baseUrl);
    const socket = connect(Number(port), hostname);
    const closed = once(socket, 'close');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    socket.on('error', () => undefined);
    socket.write('POST /api/v1/customers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const sending = setInterval(() => socket.write('5\r\nxxxxx\r\n'), 20);
    await closed;
    clearInterval(sending);
    expect(said).toMatch(/^HTTP\/1.1 401 [^]*Connection: close[^]*token_missing/);
  });

  test('a body that is not JSON by its own word', async () => {
    const answer = await store.sandbox.request('POST', '/api/v1/customers', 'name=Ana', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test.each([
    ['/customers', { name: 'Ana', email: 'nobody' }, 'email'],
    ['/customers', { name: ' ', email: 'a@example.com' }, 'name'],
    ['/customers', { name: 'Ana', email: 'a@example.com', document: '111.444.777-36' }, 'document'],
    ['/products', { name: 'Pão', price: 0 }, 'price'],
    ['/products', { name: 'Pão', price: -1 }, 'price'],
    ['/products', { name: 'Pão', price: 1.005 }, 'price'],
    ['/products', { name: 'Pão', price: '1.00' }, 'price'],
    ['/products', { name: 'Pão', price: 100_000_000 }, 'price'],
    ['/webhooks', { url: 'ftp://example.com', events: ['*'] }, 'url'],
    ['/webhooks', { url: 'https://user:pass@example.com', events: ['*'] }, 'url'],
    ['/webhooks', { url: 'http://169.254.169.254/latest', events: ['*'] }, 'url'],
    ['/webhooks', { url: 'http://[::ffff:10.0.0.1]/', events: ['*'] }, 'url'],
    ['/webhooks', { url: 'http://0x0a000001/', events: ['*'] }, 'url'],
    ['/webhooks', { url: 'https://example.com', events: ['invoice.exploded'] }, 'events[0]'],
    ['/webhooks', { url: 'https://example.com', events: [] }, 'events'],
    ['/webhooks', { url: 'https://example.com', events: ['*'], secret: 'short' }, 'secret'],
  ])('%s with %j', async (path, body, field) => {
    const answer = await refused(path, body);
    expect(answer.status).toBe(422);
    expect([...new Set(answer.body.errors.map((error) => error.field))]).toEqual([field]);
  });

  test('a path that does not exist, a method it does not take, an id that is none', async () => {
    expect(await store.sandbox.get('/api/v1/nothing')).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    });
    const wrongMethod = await store.sandbox.request('DELETE', '/api/v1/customers');
    expect(wrongMethod).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(wrongMethod.headers.get('Allow')).toMatch('POST');
    for (const id of ['0', '-1', 'abc', '1e3', '99999999999999999999', "1'--"]) {
      expect((await store.sandbox.get(`/api/v1/invoices/${encodeURIComponent(id)}`)).status).toBe(404);
    }
    expect((await store.sandbox.get('/api/v1/customers?limit=101')).status).toBe(422);
    expect((await store.sandbox.get('/api/v1/customers?page=2')).status).toBe(422);
  });

  test('a signed callback that says nothing sensible is refused, and never stored', async () => {
    const attemptId = 1;
    const paidAt = new Date().toISOString();
    for (const amountCents of [0, -1, 12.5, '100', 2 ** 60]) {
      const event = { type: 'payment_confirmed', attemptId, paymentId: 'p', amountCents, paidAt } as never;
      expect(await sendGatewayCallback(world.current, event)).toBe(401);
    }
    expect(await sendGatewayCallback(world.current, { type: 'payment_exploded', attemptId } as never)).toBe(401);
    expect(await world.current.database.query('select 1 from gateway_callbacks')).toEqual([]);
  });

  test('a store has at most twenty webhooks in an environment', async () => {
    const full = await world.current.createStore();
    const webhook = { url: 'https://example.com/hook', events: ['*'] };
    for (let n = 2; n <= 20; n += 1) await full.sandbox.create('/api/v1/webhooks', webhook);
    expect(await full.sandbox.post('/api/v1/webhooks', webhook)).toMatchObject({
      status: 409,
      body: { code: 'too_many_webhooks' },
    });
  });

  test('a callback that nobody signed changes nothing', async () => {
    const { id, payments } = await store.createInvoice();
    const body = JSON.stringify({
      id: 'evt_forged',
      type: 'payment_confirmed',
      attemptId: payments[0]!.id,
      paymentId: 'p',
      amountCents: 10_000,
      paidAt: new Date().toISOString(),
    });
    for (const signature of [undefined, 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
      const response = await fetch(`${world.current.baseUrl}/gateways/sandbox/callbacks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(signature ? { 'X-Sandbox-Signature': signature } : {}) },
        body,
      });
      expect(response.status).toBe(401);
    }
    expect((await store.sandbox.invoice(id)).status).toBe('open');
    expect(await world.current.database.query('select 1 from gateway_callbacks')).toEqual([]);
  });
});
