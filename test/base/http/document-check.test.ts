import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createFaturaClient } from '../../../client/index.ts';
import { createApiClient } from '../../support/api-client.ts';
import { checkedFetch } from '../../support/checked-fetch.ts';
import { assertEventMatchesDocument, assertMatchesDocument, type AnswerToCheck } from '../../support/document-check.ts';

const LIMITS = { 'RateLimit-Limit': '120', 'RateLimit-Remaining': '119', 'RateLimit-Reset': '60' };
const AT = '2026-12-31T23:59:59.000Z';
const product = {
  id: 1,
  name: 'Pão de queijo',
  description: null,
  price: 149.9,
  sku: null,
  metadata: {},
  active: true,
  created_at: AT,
  updated_at: AT,
};
const problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: 'There is no product 9.',
  code: 'product_not_found',
  request_id: 'r',
  errors: [],
};
const PROBLEM = { 'Content-Type': 'application/problem+json; charset=utf-8' };

/** A right answer to GET /products/{id}, but for what is given. */
function check({ headers, ...given }: Partial<Omit<AnswerToCheck, 'headers'>> & { headers?: Record<string, string> }) {
  assertMatchesDocument({
    method: 'GET',
    path: '/api/v1/products/1?x=1',
    status: 200,
    body: product,
    headers: new Headers(headers ?? { 'Content-Type': 'application/json; charset=utf-8', ...LIMITS }),
    ...given,
  });
}

describe('the check of events against the document', () => {
  const data = { customer_id: 1, erased_at: AT };
  const event = {
    ...{ id: 1, event: 'customer.erased', company_id: 1, environment: 'sandbox', created_at: AT, sequence: 1 },
    data,
  };

  test('lets pass what the document says', () => {
    expect(() => assertEventMatchesDocument(event)).not.toThrow();
  });

  test.each<[string, object, RegExp]>([
    ['a name that it does not have', { event: 'customer.deleted' }, /customer\.deleted .*no such event/],
    ['a field that it does not have', { data: { ...data, name: 'Ana' } }, /customer\.erased .*\/data .*"name"/],
    ['a field that is missing', { data: { customer_id: 1 } }, /\/data must have required property 'erased_at'/],
    ['the data of another event', { event: 'webhook.test' }, /webhook\.test .*\/data/],
  ])('refuses %s', (_, given, message) => {
    expect(() => assertEventMatchesDocument({ ...event, ...given })).toThrow(message);
  });
});

describe('the check of answers against the document', () => {
  test('lets pass what the document says', () => {
    check({});
    check({ status: 404, headers: PROBLEM, body: problem });
    check({ method: 'DELETE', path: '/api/v1/webhooks/7', status: 204, headers: LIMITS, body: null });
    check({ path: '/api/v1/nowhere', status: 404, headers: PROBLEM, body: problem });
    check({ method: 'DELETE', path: '/api/v1/products', status: 405, headers: PROBLEM, body: problem });
    expect(() => check({})).not.toThrow();
  });

  test.each<[string, Parameters<typeof check>[0], RegExp]>([
    [
      'a field of another type',
      { body: { ...product, price: '149.90' } },
      /^GET \/api\/v1\/products\/\{id\} answered 200.*\/price must be number/,
    ],
    ['a field that is missing', { body: { ...product, sku: undefined } }, /must have required property 'sku'/],
    ['a field that nobody knows', { body: { ...product, secret: 'x' } }, /must NOT have additional properties.*secret/],
    [
      'a time that is none',
      { body: { ...product, created_at: 'yesterday' } },
      /\/created_at must match format "date-time"/,
    ],
    ['no body', { body: null }, /must be object/],
    ['another content type', { headers: { ...LIMITS, 'Content-Type': 'text/html' } }, /no content type text\/html/],
    ['a missing header', { headers: { 'Content-Type': 'application/json' } }, /header RateLimit-Limit is missing/],
    [
      'a header that is no number',
      { headers: { 'Content-Type': 'application/json', ...LIMITS, 'RateLimit-Reset': 'soon' } },
      /header RateLimit-Reset is "soon"/,
    ],
    ['a status of another call', { status: 201 }, /answered 201.*no such status/],
    [
      'a problem that is a success’s body',
      { status: 404, headers: PROBLEM },
      /answered 404.*must have required property 'code'/,
    ],
    [
      'a problem as plain JSON',
      { status: 404, headers: { 'Content-Type': 'application/json' }, body: problem },
      /no content type application\/json/,
    ],
    ['a success of an unknown route', { path: '/api/v1/nowhere' }, /no such operation/],
    [
      'an unknown route without a problem',
      { path: '/api/v1/nowhere', status: 404, headers: PROBLEM, body: {} },
      /required property/,
    ],
    [
      'a method that is not described',
      { method: 'PUT' },
      /^PUT \/api\/v1\/products\/\{id\} answered 200.*no such operation/,
    ],
    [
      'a body where there is none',
      { method: 'DELETE', path: '/api/v1/webhooks/7', status: 204, headers: LIMITS },
      /it has no body/,
    ],
  ])('refuses %s', (_, given, message) => {
    expect(() => check(given)).toThrow(message);
  });

  test('stands between the tests’ clients and every answer of the API', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...LIMITS }).end('{"data":[{}],"has_more":false}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const raw = createApiClient({ baseUrl, token: 't', companyId: 1 });
    const typed = createFaturaClient({ baseUrl, token: 't', fetch: checkedFetch });
    const refusal = /^GET \/api\/v1\/products answered 200.*\/data\/0 must have required property/;
    await expect(raw.get('/api/v1/products')).rejects.toThrow(refusal);
    await expect(typed.GET('/api/v1/products')).rejects.toThrow(refusal);
    server.close();
  });
});
