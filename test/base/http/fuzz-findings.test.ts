import { beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

/** The findings of `npm run fuzz`, and of requests written by hand; see tools/schemathesis. */
describe('findings of the API fuzz', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const customer = (name = 'Ana Souza') => ({ name, email: 'ana@example.com' });
  const list = (query: string) => store.sandbox.get<{ errors: { field: string; code: string }[] }>(`/api/v1/${query}`);

  /** An answer of a request as these bytes, which no HTTP client would send. */
  function sendRaw(target: string): Promise<string> {
    const { hostname, port } = new URL(world.current.baseUrl);
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  }

  test.each(['/invoices/{id}/refunds', '/invoices/{id}/payments', '/invoices/{id}/cancel'])(
    'POST %s takes null for a wrong body, not for none: no money moves by it',
    async (path) => {
      const { id } = await store.sandbox.create<{ id: number }>('/api/v1/invoices', {
        customer_id: store.customerId,
        products: [{ product_id: store.productId, quantity: 1 }],
        payment_method: 'card',
      });
      const answer = await store.sandbox.request('POST', `/api/v1${path.replace('{id}', String(id))}`, 'null');
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: '', code: 'object.base' }] } });
    },
  );

  test.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-02-30T00:00:00Z',
    '2026-02-28T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-12-31T23:59:59+24:00',
  ])('the time %s, which PostgreSQL or the calendar does not know, is refused by name', async (time) => {
    const answer = await list(`customers?created_at[gte]=${encodeURIComponent(time)}`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ code: 'timestamp.invalid' }] } });
  });

  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2024-02-29T23:59:59-03:00'])(
    'the time %s is taken',
    async (time) => {
      expect((await list(`customers?created_at[gte]=${encodeURIComponent(time)}`)).status).toBe(200);
    },
  );

  test.each(['/API/v1/customers', '/api/V1/customers/1', '/api/v1/Customers', '/Healthz'])(
    '%s is no path, whoever asks: paths are case-sensitive',
    async (path) => {
      const anonymous = await fetch(`${world.current.baseUrl}${path}`);
      expect([401, 404]).toContain(anonymous.status);
      expect(anonymous.headers.get('Content-Type')).toMatch('application/problem+json');
      expect(await store.sandbox.get(path)).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    },
  );

  test('a target that is no URL is answered with a problem', async () => {
    const answer = await sendRaw('http://[/api/v1/customers');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-type: application\/problem\+json/i);
    expect(answer).toMatch('"code":"malformed_target"');
  });

  test('a path whose escapes are wrong is answered with a problem', async () => {
    for (const path of ['/api/v1/customers/%zz', '/api/v1/customers/%ff', '/api/v1/customers/%00', '/%zz']) {
      expect(await store.sandbox.get(path)).toMatchObject({ status: 404, body: { title: 'Not found' } });
    }
  });

  test('a query named __proto__ is refused by name like any other that is not known', async () => {
    const answer = await list('customers?__proto__=1');
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: '__proto__', code: 'object.unknown' }] } });
  });

  test.each(['iso-8859-1', 'utf-16', 'foo'])('a body that says it is %s is refused, not kept garbled', async (name) => {
    const headers = { 'Content-Type': `application/json; charset=${name}` };
    const answer = await store.sandbox.request('POST', '/api/v1/customers', customer(), headers);
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test.each(['application/json; charset=UTF-8', 'application/json; charset="utf-8"', 'APPLICATION/JSON;charset=utf8'])(
    'a body of the type %s is taken',
    async (type) => {
      const headers = { 'Content-Type': type };
      const answer = await store.sandbox.request('POST', '/api/v1/customers', customer('João'), headers);
      expect(answer).toMatchObject({ status: 201, body: { name: 'João' } });
    },
  );

  test('the document says which years a date has, which moments a time, and what the URL and secret of a webhook are', async () => {
    const { body } = await store.sandbox.get<{
      components: { schemas: Record<string, { properties: Record<string, { pattern?: string; minimum?: number }> }> };
    }>('/api/v1/openapi.json');
    const property = (schema: string, name: string) => body.components.schemas[schema]!.properties[name]!;
    const pattern = (schema: string, name: string) => new RegExp(property(schema, name).pattern!);

    expect(pattern('CreateInvoice', 'due_date').test('0547-10-02')).toBe(false);
    expect(pattern('Customer', 'created_at').test('2026-12-31T23:59:60Z')).toBe(false);
    const url = pattern('CreateWebhook', 'url');
    expect(
      ['ftp://a.example', 'https://me:pw@a.example/', `https://${'a'.repeat(254)}/`].filter((u) => url.test(u)),
    ).toEqual([]);
    const secret = pattern('CreateWebhook', 'secret');
    const secrets = [23, 24, 64, 65].map((bytes) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`);
    expect(secrets.map((text) => secret.test(text))).toEqual([false, true, true, false]);
    expect(property('FineInput', 'value').minimum).toBe(0.0001);
  });
});
