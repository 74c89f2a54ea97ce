import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/app/open-database.ts';
import { purgeAnswers } from '../../../src/base/http/idempotency/purge-answers.ts';
import { startServer } from '../../../src/server.ts';
import { pino } from 'pino';
import { useApiWorld } from '../../support/api-world.ts';
import { createApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestStore } from '../../support/world.ts';

describe('a request with an Idempotency-Key', () => {
  const world = useApiWorld();

  interface Raw {
    status: number;
    text: string;
    replayed: string | null;
  }

  /** The answer as its bytes came. */
  async function send(
    store: Pick<TestStore, 'sandboxToken'>,
    path: string,
    body: unknown,
    { key, method = 'POST', baseUrl = world.current.baseUrl }: { key: string; method?: string; baseUrl?: string },
  ): Promise<Raw> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${store.sandboxToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get('idempotent-replayed'),
    };
  }
  const code = ({ text }: Raw) => (JSON.parse(text) as { code: string }).code;
  const named = (name: string) =>
    world.current.database.query<{ id: string }>(`select id from customers where name = $1`, [name]);

  test('is done once, and answered again byte for byte', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    const body = { name: 'Once Only', email: 'once@example.com' };
    const first = await send(store, '/customers', body, { key });
    const second = await send(store, '/customers', body, { key });
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(await named('Once Only')).toHaveLength(1);
  });

  test('a hundred times at once makes one row and a hundred equal answers', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    const body = { name: 'A Hundred', email: 'hundred@example.com' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(store, '/customers', body, { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(99);
    expect(await named('A Hundred')).toHaveLength(1);
  });

  test('is done once by several processes too, and its answer survives a restart', async () => {
    const store = await world.current.createStore();
    const port = 19_000 + (process.pid % 900);
    const other = await startServer({ ...world.current.config, port }, { log: pino({ level: 'silent' }) });
    const baseUrl = `http://127.0.0.1:${other.port}`;
    const key = randomUUID();
    const body = { name: 'Two Processes', email: 'two@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(store, '/customers', body, index % 2 === 0 ? { key } : { key, baseUrl }),
      ),
    ).finally(() => other.stop());
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await named('Two Processes')).toHaveLength(1);

    const restarted = await startServer({ ...world.current.config, port }, { log: pino({ level: 'silent' }) });
    const again = await send(store, '/customers', body, { key, baseUrl }).finally(() => restarted.stop());
    expect(again).toEqual({ status: 201, text: answers[0]!.text, replayed: 'true' });
  });

  test('a request whose first answer does not come within ten seconds is told to come back', async () => {
    const store = await world.current.createStore();
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const key = randomUUID();
    const body = { name: 'Still Working', email: 'still@example.com' };
    // A twin in another process that has taken the key and has not ended.
    const holder = orm.em.fork();
    await holder.begin();
    await holder.execute(
      `insert into idempotency_keys (company_id, environment, route, key, fingerprint, status_code, body, created_at, expires_at)
       values (?, 'sandbox', 'POST /customers', ?, '', 0, '', now(), now() + interval '1 day')`,
      [store.companyId, key],
    );
    const waiting = send(store, '/customers', body, { key });
    const behind = send(store, '/customers', body, { key });
    for (const answer of await Promise.all([waiting, behind])) {
      expect(answer.status).toBe(409);
      expect(code(answer)).toBe('idempotency_key_in_use');
    }
    await holder.rollback();
    await orm.close();
    // The twin came to nothing, so the request is made now.
    expect(await send(store, '/customers', body, { key })).toMatchObject({ status: 201, replayed: null });
  }, 60_000);

  test('with another body or path is refused, and nothing is done', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    await send(store, '/customers', { name: 'First', email: 'a@example.com' }, { key });
    const other = await send(store, '/customers', { name: 'Another Body', email: 'a@example.com' }, { key });
    expect([other.status, code(other)]).toEqual([422, 'idempotency_key_reused']);
    expect(await named('Another Body')).toEqual([]);

    const [one, two] = [await store.createInvoice(), await store.createInvoice()];
    expect(await send(store, `/invoices/${one.id}/cancel`, {}, { key })).toMatchObject({ status: 200 });
    const path = await send(store, `/invoices/${two.id}/cancel`, {}, { key });
    expect([path.status, code(path)]).toEqual([422, 'idempotency_key_reused']);
    expect((await store.sandbox.invoice(two.id)).status).toBe('open');
  });

  test('is its own in each company, environment and route', async () => {
    const [one, two] = [await world.current.createStore(), await world.current.createStore()];
    const key = randomUUID();
    const body = { name: 'Scoped Key', email: 'scoped@example.com' };
    const answers = [
      await send(one, '/customers', body, { key }),
      await send(two, '/customers', body, { key }),
      await send({ sandboxToken: one.productionToken }, '/customers', body, { key }),
      await send(one, '/products', { name: 'Scoped Key', price: 1 }, { key }),
    ];
    expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual(Array(4).fill([201, null]));
    expect(await named('Scoped Key')).toHaveLength(3);
  });

  test('that failed changed nothing, and the same key may try again', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    const product = { product_id: store.productId, quantity: 1 };
    const body = { customer_id: store.customerId, products: [product], payment_method: 'pix' };
    await store.sandbox.request('DELETE', `/api/v1/customers/${store.customerId}`);
    const refused = await send(store, '/invoices', body, { key });
    expect([refused.status, refused.replayed]).toEqual([422, null]);
    await store.sandbox.request('PATCH', `/api/v1/customers/${store.customerId}`, { active: true });
    expect(await send(store, '/invoices', body, { key })).toMatchObject({ status: 201, replayed: null });
    expect(await send(store, '/invoices', body, { key })).toMatchObject({ status: 201, replayed: 'true' });
  });

  test('keeps an update from being made twice, also after other updates', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    const path = `/customers/${store.customerId}`;
    const first = await send(store, path, { name: 'Renamed' }, { key, method: 'PATCH' });
    await store.sandbox.request('PATCH', `/api/v1${path}`, { name: 'Renamed again' });
    expect(await send(store, path, { name: 'Renamed' }, { key, method: 'PATCH' })).toEqual({
      ...first,
      replayed: 'true',
    });
    expect((await store.sandbox.get(`/api/v1${path}`)).body).toMatchObject({ name: 'Renamed again' });
  });

  test('gives a webhook’s secret again, which the database holds encrypted', async () => {
    const store = await world.current.createStore();
    const key = randomUUID();
    const body = { url: 'http://127.0.0.1:9009/hook', events: ['*'] };
    const first = await send(store, '/webhooks', body, { key });
    expect((await send(store, '/webhooks', body, { key })).text).toBe(first.text);
    const { secret } = JSON.parse(first.text) as { secret: string };
    const kept = await world.current.database.query<{ body: string }>(
      `select body from idempotency_keys where key = $1`,
      [key],
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]!.body).toMatch(/^test:[A-Za-z0-9+/=]+$/);
    expect(kept[0]!.body).not.toContain(secret);
  });

  test('does not make webhooks that are created at once wait for each other in a circle', async () => {
    const store = await world.current.createStore();
    const body = { url: 'http://127.0.0.1:9009/hook', events: ['*'] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(store, '/webhooks', body, { key: randomUUID() })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  });

  test('is forgotten after a day, by the next request and by the purge', async () => {
    const store = await world.current.createStore();
    const [key, old] = [randomUUID(), randomUUID()];
    const body = { name: 'Day Old', email: 'day@example.com' };
    await send(store, '/customers', body, { key });
    await send(store, '/customers', body, { key: old });
    const expire = (which: string) =>
      world.current.database.query(`update idempotency_keys set expires_at = now() where key = $1`, [which]);
    await Promise.all([expire(key), expire(old)]);
    expect(await send(store, '/customers', { ...body, name: 'Next Day' }, { key })).toMatchObject({
      status: 201,
      replayed: null,
    });
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    expect(await purgeAnswers(orm.em, new Date())).toBe(1);
    await orm.close();
    expect(await world.current.database.query(`select 1 from idempotency_keys where key = $1`, [old])).toEqual([]);
  });

  test('a card payment that is sent many times charges the card once', async () => {
    const store = await world.current.createStore();
    const invoice = await store.createInvoice({ payment_method: 'card' });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        send(store, `/invoices/${invoice.id}/payments`, { card_token: 'tok_approved' }, { key }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await store.sandbox.invoice(invoice.id)).payments).toHaveLength(1);
  });

  test('that is no key is refused by name', async () => {
    const store = await world.current.createStore();
    const answer = await send(store, '/customers', { name: 'A', email: 'a@example.com' }, { key: 'x'.repeat(256) });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] });
  });

  test('does not let a waiting twin hold up the requests of others', async () => {
    const store = await world.current.createStore();
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const holder = orm.em.fork();
    await holder.begin();
    await holder.execute(`select 1 from customers where id = ? for update`, [store.customerId]);
    const key = randomUUID();
    const path = `/customers/${store.customerId}`;
    const twins = Array.from({ length: 60 }, () => send(store, path, { name: 'Held' }, { key, method: 'PATCH' }));
    // A single one of the sixty waits in the database for the row, the others for that one, without a connection.
    await eventually(
      () =>
        world.current.database.query<{ waiting: string }>(
          `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ([row]) => row?.waiting === '1',
    );
    const others = createApiClient({
      baseUrl: world.current.baseUrl,
      token: store.sandboxToken,
      companyId: store.companyId,
    });
    expect((await others.get('/api/v1/customers')).status).toBe(200);
    await holder.rollback();
    await orm.close();
    expect(new Set((await Promise.all(twins)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
