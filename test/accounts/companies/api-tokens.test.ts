import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { findTokenGrant } from '../../../src/accounts/authentication/find-token-grant.ts';
import { ApiToken } from '../../../src/accounts/companies/api-token.entity.ts';
import { listApiTokens } from '../../../src/accounts/companies/list-api-tokens.ts';
import { presentApiToken } from '../../../src/accounts/companies/present-api-token.ts';
import { recordTokenUse } from '../../../src/accounts/authentication/record-token-use.ts';
import { revokeApiToken } from '../../../src/accounts/companies/revoke-api-token.ts';
import { rotateApiToken } from '../../../src/accounts/companies/rotate-api-token.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

const world = useApiWorld();
let orm: MikroORM;
beforeAll(async () => {
  orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
});
afterAll(() => orm.close());
const em = (): EntityManager => orm.em.fork();

/** The API's status code for a token. */
async function statusOf(token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${world.current.baseUrl}/api/v1/customers`, { headers })).status;
}

async function rotate(
  { companyId }: TestStore,
  {
    hoursAgo = 0,
    overlapSeconds = DAY_SECONDS,
    tokenId,
  }: { hoursAgo?: number; overlapSeconds?: number; tokenId?: number } = {},
) {
  const now = new Date(Date.now() - hoursAgo * HOUR_MS);
  const store = { companyId, environment: 'sandbox' as const };
  return rotateApiToken(em(), { store, overlapSeconds, now, ...(tokenId !== undefined && { tokenId }) });
}

/** Those of its sandbox, the oldest first. */
async function tokensOf({ companyId }: TestStore) {
  return (await listApiTokens(em(), companyId)).filter(({ environment }) => environment === 'sandbox');
}

describe('rotating a token', () => {
  test('keeps the old one valid during the overlap', async () => {
    const store = await world.current.createStore();
    const { token } = await rotate(store);
    expect(token).toMatch(/^fatura_test_[\w-]{43}$/);
    expect([await statusOf(store.sandboxToken), await statusOf(token)]).toEqual([200, 200]);
  });

  test('ends the old one when the overlap has passed', async () => {
    const store = await world.current.createStore();
    const { token } = await rotate(store, { hoursAgo: 25 });
    expect([await statusOf(store.sandboxToken), await statusOf(token)]).toEqual([401, 200]);
  });

  test('ends the old one at once with an overlap of 0', async () => {
    const store = await world.current.createStore();
    const { token } = await rotate(store, { overlapSeconds: 0 });
    expect([await statusOf(store.sandboxToken), await statusOf(token)]).toEqual([401, 200]);
  });

  test('replaces the newest valid token unless one is named, and leaves the others alone', async () => {
    const store = await world.current.createStore();
    const second = await rotate(store);
    const third = await rotate(store, { overlapSeconds: 0 });
    const [first] = await tokensOf(store);
    expect([second.previous!.id, third.previous!.id]).toEqual([first!.id, second.record.id]);
    const statuses = [store.sandboxToken, second.token, third.token].map(statusOf);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    const fourth = await rotate(store, { overlapSeconds: 0, tokenId: first!.id });
    expect(await Promise.all([store.sandboxToken, third.token, fourth.token].map(statusOf))).toEqual([401, 200, 200]);
  });

  test('keeps the name, the rights, the networks and the end of the token', async () => {
    const store = await world.current.createStore();
    const [first] = await tokensOf(store);
    const terms = {
      name: 'ERP',
      scopes: ['read' as const],
      networks: ['127.0.0.0/8'],
      expiresAt: new Date('2099-01-01'),
    };
    await em().nativeUpdate(ApiToken, first!.id, terms);
    expect((await rotate(store)).record).toMatchObject(terms);
  });

  test('leaves at most twenty valid, however many are rotated at once', async () => {
    const store = await world.current.createStore();
    const rotations = await Promise.allSettled(Array.from({ length: 24 }, () => rotate(store)));
    const refused = rotations.filter(({ status }) => status === 'rejected');
    expect(refused.map((one) => (one as PromiseRejectedResult).reason as unknown)).toEqual(
      refused.map(() => expect.objectContaining({ code: 'too_many_tokens' })),
    );
    expect(refused).toHaveLength(5);
    expect(await tokensOf(store)).toHaveLength(20);
  });

  test('does not prolong a token that was to end earlier', async () => {
    const store = await world.current.createStore();
    const second = await rotate(store, { overlapSeconds: 3600 });
    await revokeApiToken(em(), { companyId: store.companyId, tokenId: second.record.id, now: new Date() });
    const [first] = await tokensOf(store);
    await rotate(store);
    expect((await tokensOf(store))[0]!.expiresAt).toEqual(first!.expiresAt);
  });

  test('leaves the other environment and other stores alone', async () => {
    const [store, other] = [await world.current.createStore(), await world.current.createStore()];
    await rotate(store, { overlapSeconds: 0 });
    const others = [store.productionToken, other.sandboxToken, other.productionToken].map(statusOf);
    expect(await Promise.all(others)).toEqual([200, 200, 200]);
  });

  test('does not wait for the requests of the store, whose rows refer to the company', async () => {
    const store = await world.current.createStore();
    await em().transactional(async (tx) => {
      await tx.execute('select 1 from companies where id = ? for key share', [store.companyId]);
      await rotate(store);
    });
    expect(await tokensOf(store)).toHaveLength(2);
  });

  test('a token of a company that does not exist cannot be rotated', async () => {
    const rotation = rotateApiToken(em(), {
      store: { companyId: 999_999, environment: 'sandbox' },
      overlapSeconds: 0,
      now: new Date(),
    });
    await expect(rotation).rejects.toMatchObject({ code: 'company_not_found' });
  });
});

describe('a token', () => {
  test('is known by its last characters, and in clear nowhere in the database', async () => {
    const store = await world.current.createStore();
    const { token } = await rotate(store);
    const shown = (await tokensOf(store)).map(presentApiToken).map((row) => row.token);
    expect(shown).toEqual([store.sandboxToken, token].map((text) => `fatura_test_…${text.slice(-4)}`));
    const rows = JSON.stringify(await world.current.database.query('select * from api_tokens'));
    for (const secret of [store.sandboxToken, store.productionToken, token]) {
      expect(rows).not.toContain(secret.slice(-20));
    }
  });

  test('says when it was last used, to the minute', async () => {
    const store = await world.current.createStore();
    const before = Date.now();
    const { token, record } = await rotate(store);
    const lastUse = async () => (await tokensOf(store)).find(({ id }) => id === record.id)!.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await statusOf(token);
    const first = await lastUse();
    expect(first!.getTime()).toBeGreaterThanOrEqual(before);

    await statusOf(token);
    await recordTokenUse(em(), { tokenId: record.id, address: '::1', now: new Date(first!.getTime() + 59_000) });
    expect(await lastUse()).toEqual(first);

    await world.current.database.query(
      `update api_tokens set last_used_at = last_used_at - interval '1 minute' where id = $1`,
      [record.id],
    );
    await statusOf(token);
    expect((await lastUse())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });

  test('lets a request in although its use cannot be recorded', async () => {
    const store = await world.current.createStore();
    const { database } = world.current;
    await database.query('alter table api_tokens add constraint no_use check (last_used_at is null) not valid');
    expect(await statusOf(store.productionToken)).toBe(200);
    await database.query('alter table api_tokens drop constraint no_use');
  });

  test('grants the company, the environment and the number of requests in one query', async () => {
    const { companyId, productionToken } = await world.current.createStore({
      plan: 'growth',
      rateLimitPerMinute: null,
    });
    const grant = await findTokenGrant(em(), productionToken, new Date());
    expect(grant).toEqual({
      tokenId: expect.any(Number),
      tokenName: `fatura_live_…${productionToken.slice(-4)}`,
      ...{ scopes: null, networks: null },
      store: { companyId, environment: 'production' },
      requestsPerMinute: 600,
      requestsAtOnce: 6,
      isSuspended: false,
      useIsDue: true,
    });
  });
});

describe('revoking a token', () => {
  test('ends it at once; to do so again changes nothing', async () => {
    const store = await world.current.createStore();
    const [token] = await tokensOf(store);
    const ids = { companyId: store.companyId, tokenId: token!.id };
    const revoked = await revokeApiToken(em(), { ...ids, now: new Date() });
    expect(await statusOf(store.sandboxToken)).toBe(401);
    const again = await revokeApiToken(em(), { ...ids, now: new Date(Date.now() + HOUR_MS) });
    expect(again.revokedAt).toEqual(revoked.revokedAt);
  });

  test('a token of another company cannot be revoked', async () => {
    const [store, other] = [await world.current.createStore(), await world.current.createStore()];
    const [token] = await tokensOf(other);
    const attempt = revokeApiToken(em(), { companyId: store.companyId, tokenId: token!.id, now: new Date() });
    await expect(attempt).rejects.toMatchObject({ code: 'token_not_found' });
    expect(await statusOf(other.sandboxToken)).toBe(200);
  });
});
