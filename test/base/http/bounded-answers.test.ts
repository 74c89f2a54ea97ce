import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import { invalidFields } from '../../../src/base/errors/errors.ts';
import type { TestStore } from '../../support/world.ts';

describe('an answer is bounded, whatever was asked', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const post = async (path: string, body: string) => {
    const answer = await fetch(`${world.current.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${store.sandboxToken}` },
      body,
    });
    const text = await answer.text();
    const problem = JSON.parse(text) as { code: string; errors: { field: string; code: string; message: string }[] };
    return { status: answer.status, bytes: Buffer.byteLength(text), ...problem };
  };
  const MOST_BYTES = 70_000;

  test('thousands of unknown fields', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, 1]));
    const { status, bytes, errors } = await post('/customers', JSON.stringify(unknown));
    expect([status, errors.at(-1)!.code]).toEqual([422, 'too_many_errors']);
    expect(errors.at(-1)!.message).toMatch(/^4\d{3} more fields are wrong/);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('thousands of wrong lines', async () => {
    const products = Array.from({ length: 3_000 }, () => ({ product_id: 0, quantity: 0 }));
    const body = { customer_id: store.customerId, payment_method: 'pix', products };
    const { status, bytes } = await post('/invoices', JSON.stringify(body));
    expect(status).toBe(422);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('fields whose names are as long as a body', async () => {
    const { status, bytes, errors } = await post('/customers', JSON.stringify({ [`x${'y'.repeat(90_000)}`]: 1 }));
    expect(status).toBe(422);
    expect(errors.every(({ field, message }) => field.length <= 200 && message.length <= 400)).toBe(true);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('few short values are told whole', () => {
    const given = Array.from({ length: 50 }, (_, index) => ({ field: `f${index}`, code: 'c', message: 'm.' }));
    expect(invalidFields(given).errors).toEqual(given);
  });

  test.each([
    ['at the top', '{"__proto__": {"admin": true}, "name": "Ana", "email": "ana@example.com"}'],
    ['within', '{"name": "Ana", "email": "ana@example.com", "metadata": {"__proto__": "x"}}'],
  ])('a __proto__ %s is refused in its own words', async (_where, body) => {
    const { status, errors } = await post('/customers', body);
    expect(status).toBe(422);
    expect(errors).toEqual([
      { field: '__proto__', code: 'object.proto', message: expect.stringContaining('another name') },
    ]);
  });

  test('a body that nests deeper than any request is refused, and not followed', async () => {
    const depth = 20_000;
    const { status } = await post('/customers', `{"name": ${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(status).toBe(422);
  });

  test('a refused token is told how many more there may be', async () => {
    const answer = await fetch(`${world.current.baseUrl}/api/v1/customers`, {
      headers: { Authorization: 'Bearer fatura_test_wrong' },
    });
    expect(answer.status).toBe(401);
    expect(Number(answer.headers.get('RateLimit-Limit'))).toBe(30);
    expect(Number(answer.headers.get('RateLimit-Remaining'))).toBe(29);
    expect(Number(answer.headers.get('RateLimit-Reset'))).toBeGreaterThanOrEqual(1);
  });

  test('the schema of interest says what 1 % a month is', async () => {
    const answer = await fetch(`${world.current.baseUrl}/api/v1/openapi.json`);
    expect(await answer.text()).toMatch(/1 % a month is 0\.0333/);
  });

  test('the schema of a price says its decimals', async () => {
    const answer = await fetch(`${world.current.baseUrl}/api/v1/openapi.json`);
    const { components } = (await answer.json()) as {
      components: { schemas: Record<string, { properties: Record<string, { description: string }> }> };
    };
    expect(components.schemas.CreateProduct!.properties.price!.description).toMatch(/two decimals/);
  });
});
