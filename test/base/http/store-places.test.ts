import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Store } from '../../../src/base/environment.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createStoreTransactions } from '../../../src/base/http/store-transactions.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestStore } from '../../support/world.ts';

/** More than the smallest plan may have at once. */
const AT_ONCE = 8;

describe('a store whose requests wait for a lock', () => {
  const world = useApiWorld();
  let store: TestStore;
  let holder: pg.Client;
  beforeAll(async () => {
    store = await world.current.createStore();
    holder = new pg.Client({ connectionString: world.current.database.url });
    // The database may be dropped before it.
    holder.on('error', () => undefined);
    await holder.connect();
  });
  afterAll(() => holder?.end());

  /** Somebody else holds these invoices for as long as `work` takes. */
  async function holding(ids: number[], work: () => Promise<void>): Promise<void> {
    await holder.query('begin');
    await holder.query('select 1 from invoices where id = any ($1) order by id for no key update', [ids]);
    await work().finally(() => holder.query('rollback'));
  }
  const change = (id: number) =>
    store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description: `At ${Date.now()}` });
  const whoWaits = () =>
    world.current.database.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
  async function msOf(work: () => Promise<{ status: number }>): Promise<number> {
    const begun = performance.now();
    expect((await work()).status).toBeLessThan(300);
    return performance.now() - begun;
  }

  test('requests for a locked invoice hold a single connection, and are answered as ever', async () => {
    const { id } = await store.createInvoice();
    let changes: Promise<{ status: number }>[] = [];
    await holding([id], async () => {
      changes = Array.from({ length: AT_ONCE }, () => change(id));
      await eventually(whoWaits, (rows) => rows.length === 1);
      expect(await msOf(() => store.sandbox.get('/api/v1/customers'))).toBeLessThan(5_000);
      expect(await msOf(() => store.sandbox.get(`/api/v1/invoices/${id}`))).toBeLessThan(5_000);
      await store.createInvoice();
      expect(await whoWaits()).toHaveLength(1);
    });
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  });

  test('requests for many locked invoices let others of the store go on, and make each change once in the end', async () => {
    const ids: number[] = [];
    for (let made = 0; made < AT_ONCE; made += 1) ids.push((await store.createInvoice()).id);
    let changes: Promise<{ status: number }>[] = [];
    await holding(ids, async () => {
      changes = ids.map(change);
      await eventually(whoWaits, (rows) => rows.length >= 4);
      for (let round = 0; round < 3; round += 1) {
        expect(await msOf(() => store.sandbox.get('/api/v1/customers'))).toBeLessThan(5_000);
      }
    });
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    const rows = await world.current.database.query(
      `select invoice_id from (select resource_id as invoice_id from events where type = 'invoice.updated'
         and resource_id = any ($1)) as changed group by 1 having count(*) = 1`,
      [ids],
    );
    expect(rows).toHaveLength(AT_ONCE);
  });
});

describe('the places of a store', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 10 });
  });
  afterAll(() => orm?.close());

  test('are as many as its plan says; whoever finds none in time is told when to try again', async () => {
    const transact = createStoreTransactions(orm.em, { longestMs: 300 });
    const store: Store = { companyId: (await world.current.createStore()).companyId, environment: 'sandbox' };
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let underWay = 0;
    const work = async (): Promise<void> => {
      underWay += 1;
      await ended;
    };
    const running = Array.from({ length: 6 }, () => transact(store, work, { places: 6 }));
    await eventually(
      () => underWay,
      (count) => count === 6,
    );
    await expect(transact(store, work, { places: 6 })).rejects.toMatchObject({
      ...{ status: 429, code: 'too_many_at_once', headers: { 'Retry-After': '1' } },
    });
    // Another store is another matter.
    await transact({ ...store, environment: 'production' }, () => Promise.resolve(), { places: 6 });
    end();
    await Promise.all(running);
  });
});
