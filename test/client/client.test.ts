import { describe, expect, test } from '@jest/globals';
import { createFaturaClient, FaturaError, listAll, orThrow } from '../../client/index.ts';

const product = { name: 'Pão de queijo', price: 149.9 };

type Reply = () => Response | Error;
const reply =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  reply(status, { code, request_id: 'r', detail: `It is ${code}.`, errors: [] }, headers);
const lost: Reply = () => new TypeError('fetch failed');

/**
 * A client whose requests are answered by the replies in turn, the last one for all that follow; it waits for nobody.
 */
function clientOf(replies: Reply[], options: { maxRetries?: number } = {}) {
  const requests: { method: string; url: string; headers: Headers; body: string }[] = [];
  const waits: number[] = [];
  const client = createFaturaClient({
    baseUrl: 'http://api.test',
    token: 'fatura_test_x',
    ...options,
    fetch: async (request) => {
      const { method, url, headers } = request;
      requests.push({ method, url, headers, body: await request.text() });
      const answer = replies[Math.min(requests.length, replies.length) - 1]!();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const create = () => client.POST('/api/v1/products', { body: product });
  return { client, requests, waits, create };
}

describe('the client', () => {
  test('says who it is, and gives each write a key of its own', async () => {
    const { requests, client, create } = clientOf([reply(201)]);
    await create();
    await create();
    await client.GET('/api/v1/products');
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBeNull();
    expect(requests[0]!.headers.get('Authorization')).toBe('Bearer fatura_test_x');
    expect(requests[0]!.headers.has('X-Company-ID')).toBe(false);
  });

  test('keeps the caller’s own key', async () => {
    const { requests, client } = clientOf([reply(201)]);
    await client.POST('/api/v1/products', { body: product, params: { header: { 'Idempotency-Key': 'order-7' } } });
    expect(requests[0]!.headers.get('Idempotency-Key')).toBe('order-7');
  });

  test.each<[string, Reply]>([
    ['a lost connection', lost],
    ['503', problem(503, 'service_unavailable')],
    ['503 of a proxy', () => new Response('<html>', { status: 503 })],
    ['429', problem(429, 'rate_limited')],
    ['409 while a twin is worked on', problem(409, 'idempotency_key_in_use')],
  ])('sends a write again after %s, the same bytes with the same key', async (_, failure) => {
    const { requests, waits, create } = clientOf([failure, failure, reply(201, { id: 7 })]);
    expect(await orThrow(create())).toEqual({ id: 7 });
    expect(new Set(requests.map(({ headers, body }) => `${headers.get('Idempotency-Key')} ${body}`)).size).toBe(1);
    expect(requests).toHaveLength(3);
    // Between half and the whole of 250 ms, then of 500 ms.
    expect(waits.map((ms, n) => ms >= 125 * 2 ** n && ms <= 250 * 2 ** n)).toEqual([true, true]);
  });

  test('waits as long as Retry-After says', async () => {
    const { waits, create } = clientOf([problem(429, 'rate_limited', { 'Retry-After': '42' }), reply(201)]);
    await orThrow(create());
    expect(waits).toEqual([42_000]);
  });

  test.each<[string, Reply]>([
    ['it would have to wait for an hour', problem(503, 'service_unavailable', { 'Retry-After': '3600' })],
    ['its token is wrong', problem(429, 'too_many_failed_authentications', { 'Retry-After': '1' })],
    ['the state of the thing forbids it', problem(409, 'invoice_paid')],
    ['the request is wrong', problem(422, 'invalid_fields')],
    ['the API failed', problem(500, 'internal_error')],
  ])('does not try again when %s', async (_, failure) => {
    const { requests, create } = clientOf([failure]);
    expect((await create()).error).toMatchObject({ request_id: 'r' });
    expect(requests).toHaveLength(1);
  });

  test('gives up after its number of retries, with what happened last', async () => {
    const busy = clientOf([problem(503, 'service_unavailable')], { maxRetries: 3 });
    expect((await busy.create()).response.status).toBe(503);
    expect(busy.requests).toHaveLength(4);
    const alone = clientOf([lost]);
    await expect(alone.create()).rejects.toThrow('fetch failed');
    expect(alone.requests).toHaveLength(3);
    const once = clientOf([lost], { maxRetries: 0 });
    await expect(once.create()).rejects.toThrow('fetch failed');
    expect(once.requests).toHaveLength(1);
  });

  test('does not try again what the caller has given up, nor what is no loss of connection', async () => {
    const gone = new AbortController();
    const { client, requests } = clientOf([
      () => {
        gone.abort();
        return new TypeError('fetch failed');
      },
    ]);
    await expect(client.GET('/api/v1/products', { signal: gone.signal })).rejects.toThrow();
    expect(requests).toHaveLength(1);
    const mistaken = clientOf([() => new RangeError('a mistake')]);
    await expect(mistaken.create()).rejects.toThrow('a mistake');
    expect(mistaken.requests).toHaveLength(1);
  });

  test('orThrow throws the problem, also where a proxy answered without one', async () => {
    const refused = await orThrow(clientOf([problem(422, 'invalid_fields')]).create()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FaturaError);
    expect(refused).toMatchObject({
      status: 422,
      message: 'It is invalid_fields.',
      problem: { code: 'invalid_fields' },
    });
    const proxy = clientOf([() => new Response('<html>', { status: 502 })]).create();
    await expect(orThrow(proxy)).rejects.toMatchObject({ status: 502, problem: null });
  });

  test('listAll reads page after page, and no page before it is asked for', async () => {
    const { client, requests } = clientOf([
      reply(200, { data: [{ id: 9 }, { id: 8 }], has_more: true }),
      reply(200, { data: [{ id: 3 }], has_more: false }),
    ]);
    const ids: number[] = [];
    const products = listAll((cursor) =>
      client.GET('/api/v1/products', { params: { query: { 'created_at[gte]': '2026-01-01T00:00:00Z', ...cursor } } }),
    );
    for await (const { id, price } of products) {
      ids.push(id);
      // The type is the list's own.
      expect(price satisfies number).toBeUndefined();
      expect(requests).toHaveLength(id > 3 ? 1 : 2);
    }
    expect(ids).toEqual([9, 8, 3]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('starting_after'))).toEqual([null, '8']);
    expect(new URL(requests[1]!.url).searchParams.get('created_at[gte]')).toBe('2026-01-01T00:00:00Z');
  });
});
