import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import type { Config } from '../../../src/app/config.ts';
import { limitRate } from '../../../src/base/http/rate-limit/limit-rate.ts';
import { networkOf } from '../../../src/base/http/rate-limit/network-of.ts';
import { createRateLimits, FAILURES_PER_MINUTE } from '../../../src/base/http/rate-limit/rate-limits.ts';
import { renderProblem } from '../../../src/base/http/render-problem.ts';
import { startServer, type RunningServer } from '../../../src/server.ts';
import { createApiClient, type ApiAnswer, type ApiClient } from '../../support/api-client.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore, World } from '../../support/world.ts';

const PATH = '/api/v1/customers';
const log = pino({ level: 'silent' });

/** The values of the headers: limit, remaining, and whether the window ends within a minute. */
function standing({ headers }: ApiAnswer): [number, number, boolean] {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`));
  return [Number(limit), Number(remaining), /^\d+$/.test(reset ?? '') && Number(reset) >= 1 && Number(reset) <= 60];
}

async function spend(client: ApiClient, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await client.get(PATH)).status);
  return statuses;
}

/**
 * More API processes on the world's database, each with a memory of its own. Called before the world, they end before
 * it.
 */
function useServers(worldOf: () => World) {
  const servers: RunningServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  return async (overrides: Partial<Config> = {}): Promise<string> => {
    const server = await startServer({ ...worldOf().config, port: 0, ...overrides }, { log });
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
}

/**
 * A store’s production (its sandbox has served three requests that set the store up), of which nothing was spent when
 * the test begins.
 */
function productionAt(baseUrl: string, store: TestStore): ApiClient {
  return createApiClient({ baseUrl, token: store.productionToken, companyId: store.companyId });
}

describe('the requests that a store may make in a minute', () => {
  const startAnother = useServers(() => world.current);
  const world = useApiWorld();

  test('are 120 with the plan starter: the 121st is answered 429, and says when to come back', async () => {
    const { production } = await world.current.createStore({ plan: 'starter', rateLimitPerMinute: null });
    expect(standing(await production.get(PATH))).toEqual([120, 119, true]);
    expect(new Set(await spend(production, 118))).toEqual(new Set([200]));
    expect(standing(await production.get(PATH))).toEqual([120, 0, true]);

    const refused = await production.get<{ detail: string }>(PATH);
    expect(refused).toMatchObject({
      status: 429,
      body: { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited', errors: [] },
    });
    expect(refused.headers.get('Content-Type')).toMatch('application/problem+json');
    expect(refused.body.detail).toMatch(/^This store may make 120 requests a minute in production: try again in \d+ s/);
    expect(standing(refused as ApiAnswer<never>)).toEqual([120, 0, true]);
    expect(refused.headers.get('Retry-After')).toBe(refused.headers.get('RateLimit-Reset'));
  });

  test.each([
    ['growth', 600],
    ['scale', 3_000],
  ] as const)('are, with the plan %s, %i', async (plan, limit) => {
    const { production } = await world.current.createStore({ plan, rateLimitPerMinute: null });
    expect(standing(await production.get(PATH))).toEqual([limit, limit - 1, true]);
  });

  test('are the store’s own number where it has one', async () => {
    const { production } = await world.current.createStore({ plan: 'scale', rateLimitPerMinute: 3 });
    expect(await spend(production, 4)).toEqual([200, 200, 200, 429]);
  });

  test('are counted apart in sandbox and production: a load test does not stop sales', async () => {
    const store = await world.current.createStore({ rateLimitPerMinute: 5 });
    expect((await spend(store.sandbox, 3)).at(-1)).toBe(429);
    expect(await spend(store.production, 5)).toEqual([200, 200, 200, 200, 200]);
  });

  test('are counted apart for each store', async () => {
    const one = await world.current.createStore({ rateLimitPerMinute: 3 });
    const other = await world.current.createStore({ rateLimitPerMinute: 3 });
    expect((await spend(one.production, 4)).at(-1)).toBe(429);
    expect(await spend(other.production, 3)).toEqual([200, 200, 200]);
  });

  test('are shared by all API processes', async () => {
    const store = await world.current.createStore({ rateLimitPerMinute: 4 });
    const elsewhere = productionAt(await startAnother(), store);
    expect(await spend(store.production, 2)).toEqual([200, 200]);
    expect(standing(await elsewhere.get(PATH))).toEqual([4, 1, true]);
    expect(await spend(elsewhere, 1)).toEqual([200]);
    expect(await spend(store.production, 1)).toEqual([429]);
    expect(await spend(elsewhere, 1)).toEqual([429]);
  });

  test('are never more, however many come at once', async () => {
    const { production } = await world.current.createStore({ rateLimitPerMinute: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => production.get(PATH)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('are whole again when the window is over', async () => {
    const { production } = await world.current.createStore({ rateLimitPerMinute: 3 });
    await spend(production, 2);
    await world.current.database.query('update rate_limit_counters set expire = $1', [Date.now() - 1]);
    expect(standing(await production.get(PATH))).toEqual([3, 2, true]);
  });

  test('follow a change of plan with the next request, which forgets nothing', async () => {
    const { companyId, production } = await world.current.createStore({ rateLimitPerMinute: 3 });
    expect(await spend(production, 4)).toEqual([200, 200, 200, 429]);
    await world.current.database.query(
      `update companies set plan = 'growth', rate_limit_per_minute = null where id = $1`,
      [companyId],
    );
    expect(standing(await production.get(PATH))).toEqual([600, 596, true]);
  });

  test('cost a process no query once they are spent', async () => {
    const store = await world.current.createStore({ rateLimitPerMinute: 3 });
    expect(await spend(store.production, 4)).toEqual([200, 200, 200, 429]);
    await world.current.database.query('delete from rate_limit_counters');
    expect(await spend(store.production, 1)).toEqual([429]);
    expect(await world.current.database.query('select * from rate_limit_counters')).toEqual([]);
  });

  test('are stated on answers that are errors too', async () => {
    const { production } = await world.current.createStore({ rateLimitPerMinute: 10 });
    const failures = [
      await production.get(`${PATH}/999999`),
      await production.post(PATH, { name: '' }),
      await production.post(PATH, '{"name":'),
    ];
    expect(failures.map(({ status }) => status)).toEqual([404, 422, 400]);
    expect(failures.map(standing)).toEqual([9, 8, 7].map((remaining) => [10, remaining, true]));
  });
});

describe('failed authentication', () => {
  const startAnother = useServers(() => world.current);
  const world = useApiWorld();
  // Every test has an API process of its own, as a process remembers who is over the limit.
  beforeEach(() => world.current.database.query('delete from rate_limit_counters'));

  async function fail(baseUrl: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(baseUrl + PATH, { headers: { Authorization: 'Bearer fatura_test_wrong', ...headers } });
  }

  async function failTimes(baseUrl: string, times: number, headersOf: (i: number) => Record<string, string>) {
    const statuses = new Set<number>();
    for (let i = 0; i < times; i++) statuses.add((await fail(baseUrl, headersOf(i))).status);
    return [...statuses];
  }

  test('is limited by address; a valid token from there is let in all the same', async () => {
    const baseUrl = await startAnother();
    expect(await failTimes(baseUrl, FAILURES_PER_MINUTE, () => ({}))).toEqual([401]);
    const refused = await fail(baseUrl);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ code: 'too_many_failed_authentications', status: 429 });

    const store = await world.current.createStore();
    expect(await spend(productionAt(baseUrl, store), 1)).toEqual([200]);
  });

  test('is limited when the token is valid, but for another company', async () => {
    const baseUrl = await startAnother();
    const store = await world.current.createStore();
    const headers = { Authorization: `Bearer ${store.sandboxToken}`, 'X-Company-ID': '999999' };
    expect(await failTimes(baseUrl, FAILURES_PER_MINUTE, () => headers)).toEqual([403]);
    expect((await fail(baseUrl, headers)).status).toBe(429);
  });

  test('is limited by all API processes together', async () => {
    const [one, other] = [await startAnother(), await startAnother()];
    expect(await failTimes(one, FAILURES_PER_MINUTE, () => ({}))).toEqual([401]);
    expect((await fail(other)).status).toBe(429);
  });

  test('is not told apart by an X-Forwarded-For that no proxy of ours wrote', async () => {
    const baseUrl = await startAnother();
    const forged = (i: number) => ({ 'X-Forwarded-For': `198.51.100.${i}` });
    expect(await failTimes(baseUrl, FAILURES_PER_MINUTE, forged)).toEqual([401]);
    expect((await fail(baseUrl, forged(99))).status).toBe(429);
  });

  test('is counted, behind a trusted proxy, against the address that the proxy saw', async () => {
    const baseUrl = await startAnother({ trustedProxies: 1 });
    // The entries before the proxy's own came from the client.
    const seenAs = (address: string) => (i: number) => ({ 'X-Forwarded-For': `203.0.113.${i}, ${address}` });
    expect(await failTimes(baseUrl, FAILURES_PER_MINUTE, seenAs('198.51.100.1'))).toEqual([401]);
    expect((await fail(baseUrl, seenAs('198.51.100.1')(99))).status).toBe(429);
    expect((await fail(baseUrl, seenAs('198.51.100.2')(99))).status).toBe(401);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('from %s is counted against %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the networks of a customer with many IPv6 addresses', () => {
  const world = useApiWorld();

  test('are limited by /56 and /48 too, to more than a /64; another customer is not', async () => {
    const pool = new pg.Pool({ connectionString: world.current.database.url, max: 2 });
    const limits = createRateLimits({ pool });
    const failFrom = async (address: string) => (await limits.spendFailure(address)).exceeded;
    const spend = async (addresses: string[]) => {
      const exceeded: boolean[] = [];
      for (const address of addresses) exceeded.push(await failFrom(address));
      return exceeded.filter(Boolean).length;
    };
    // A /56 has 256 networks of /64: one address of each, so that none of them is exceeded by itself.
    const ofHome = (n: number) => `2001:db8:0:${n.toString(16)}::1`;
    expect(await spend(Array.from({ length: 4 * FAILURES_PER_MINUTE }, (_, n) => ofHome(n)))).toBe(0);
    expect(await failFrom(ofHome(200))).toBe(true);
    expect(await failFrom('2001:db8:1:100::1')).toBe(false);
    // A /48 has 256 of those.
    const ofCompany = (n: number) => `2001:db8:2:${(n * 256).toString(16)}::1`;
    expect(await spend(Array.from({ length: 256 }, (_, n) => ofCompany(n)))).toBe(0);
    const more = Array.from(
      { length: 16 * FAILURES_PER_MINUTE - 256 },
      (_, n) => `2001:db8:2:${(n * 256 + 1).toString(16)}::1`,
    );
    expect(await spend(more)).toBe(0);
    expect(await failFrom('2001:db8:2:ff02::1')).toBe(true);
    await pool.end();
  });
});

describe('a window that was begun by a process whose clock was an hour ahead', () => {
  const world = useApiWorld();

  test('holds nobody up: the requests of the minute are counted anew', async () => {
    const { production } = await world.current.createStore({ plan: 'starter', rateLimitPerMinute: null });
    await production.get(PATH);
    const begunAhead = (points: number) =>
      world.current.database.query(
        `update rate_limit_counters set points = $1, expire = expire + 3600000 where key like 'requests:%:production'`,
        [points],
      );
    for (const points of [5, 500]) {
      await begunAhead(points);
      expect(standing(await production.get(PATH))).toEqual([120, 119, true]);
      expect(standing(await production.get(PATH))).toEqual([120, 118, true]);
    }
  });
});

test('while the counters’ database is away the answer is 503, not an open door', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const app = new Koa();
  app.use(renderProblem(log));
  app.use(async (ctx, next) => {
    ctx.state.grant = { tokenId: 1, store: { companyId: 1, environment: 'sandbox' }, requestsPerMinute: 10 };
    await next();
  });
  app.use(limitRate(createRateLimits({ pool })));
  app.use((ctx) => {
    ctx.body = 'let in';
  });
  const server = app.listen(0);
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'service_unavailable' });
  server.close();
  await pool.end();
});
