import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { claim } from '../../../src/base/db/claim.ts';
import { claimFresh, claimInTurn } from '../../../src/outbox/claim-entries.ts';
import { DELETE_TOLD } from '../../../src/outbox/dispatch-outbox.sql.ts';
import { openClaims } from '../../../src/outbox/open-claims.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WAITING = 5_000;

describe('a claim, whose plan was made while the table was empty', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let claims: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' });
    await client.connect();
    claims = openClaims(database.url, pino({ level: 'silent' }));
    // Nobody finds out meanwhile that the table has grown.
    await client.query('alter table outbox set (autovacuum_enabled = off)');
    await client.query('alter table outbox drop constraint outbox_invoice_id_foreign');
  });
  afterAll(async () => {
    await client?.end();
    await claims?.end();
    await database?.drop();
  });

  const fill = (isBulk: boolean) =>
    client.query(
      `insert into outbox (invoice_id, company_id, environment, is_bulk) select n, n % 3 + 1, 'sandbox', $1
       from generate_series(1, ${WAITING}) as n`,
      [isBulk],
    );
  const empty = () => client.query('truncate outbox');
  const claimed = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>('select count(*) from outbox where claimable_at > now()');
    return Number(rows[0]!.count);
  };
  /** Plans a statement for an empty table, and runs it on a full one. */
  async function runLater(statement: string): Promise<void> {
    await empty();
    await client.query('analyze outbox');
    await client.query(`prepare later as ${statement}`);
    await client.query('execute later');
    await fill(false);
    await client.query('execute later');
    await client.query('deallocate later');
  }
  const find = (limit: number): string =>
    `select id from outbox where claimable_at <= now() order by claimable_at, id limit ${limit} for no key update skip locked`;

  test('locks no more rows than it asks for', async () => {
    const change = `update outbox set claimable_at = now() + interval '1 hour' from claimed where outbox.id = claimed.id`;
    await runLater(claim(find(50), change));
    expect(await claimed()).toBe(50);
  });

  test('without the rows being locked first, takes many more: this test would see it', async () => {
    // A plan for a table of a few rows: the subquery is run again for each of them.
    await client.query(
      'set enable_hashagg = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_sort = on',
    );
    await client.query('set enable_material = off; set enable_memoize = off');
    await runLater(`update outbox set claimable_at = now() + interval '1 hour' where id in (${find(50)})`);
    const unbounded = await claimed();
    await runLater(
      claim(
        find(50),
        `update outbox set claimable_at = now() + interval '1 hour' from claimed where outbox.id = claimed.id`,
      ),
    );
    expect([unbounded > 50, await claimed()]).toEqual([true, 50]);
    await client.query('reset all');
  });

  test.each([
    ['of what waits', false],
    ['of what was ordered for many', true],
  ])('%s has as many entries as there are places, of each store its share', async (_name, isBulk) => {
    await empty();
    await client.query('analyze outbox');
    await fill(isBulk);
    const entries = isBulk
      ? await claimInTurn(claims, { isBulk, limit: 50, after: null })
      : await claimFresh(claims, 50);
    expect(entries).toHaveLength(50);
    expect(await claimed()).toBe(50);
    const ofEach = [1, 2, 3].map((store) => entries.filter(({ companyId }) => companyId === store).length);
    expect(Math.min(...ofEach)).toBeGreaterThanOrEqual(16);
  });
});

describe('a claim of an outbox that PostgreSQL believes to be nearly empty', () => {
  let database: TestDatabase;
  let claims: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    claims = openClaims(database.url, pino({ level: 'silent' }));
    await claims.query('alter table outbox set (autovacuum_enabled = off)');
    await claims.query('alter table outbox drop constraint outbox_invoice_id_foreign');
    // The last of many entries keeps the pages of those before.
    await fill(3_000, false);
    await claims.query('delete from outbox where invoice_id < 3000');
    await claims.query('vacuum analyze outbox');
    // The only connection plans each statement now.
    await claimFresh(claims, 20);
    await takeInTurn(false);
    await forget([0]);
    await fill(20_000, true);
    await fill(100, false);
  });
  afterAll(async () => {
    await claims?.end();
    await database?.drop();
  });

  const fill = (count: number, isBulk: boolean) =>
    claims.query(
      `insert into outbox (invoice_id, company_id, environment, is_bulk)
      select n, n % 3 + 1, 'sandbox', $2 from generate_series(1, $1::int) as n`,
      [count, isBulk],
    );
  const takeInTurn = (isBulk: boolean) => claimInTurn(claims, { isBulk, limit: 20, after: null });
  const forget = (ids: number[]) => claims.query({ ...DELETE_TOLD, values: [ids, ids.map(() => 0)] });
  async function entriesRead(): Promise<number> {
    // The connection that reads them tells what it has read so far.
    await claims.query('select pg_stat_force_next_flush()');
    const { rows } = await claims.query<{ read: string }>(
      `select sum(idx_tup_read) + (select seq_tup_read from pg_stat_user_tables where relname = 'outbox') as read
       from pg_stat_user_indexes where relname = 'outbox'`,
    );
    return Number(rows[0]!.read);
  }

  test.each([
    ['of news of now', () => claimFresh(claims, 20)],
    ['of what waits', () => takeInTurn(false)],
    ['of what was ordered for many', () => takeInTurn(true)],
  ])('%s reads hardly more entries than it takes, and so does the deletion', async (_name, take) => {
    const before = await entriesRead();
    const entries = await take();
    expect(entries).toHaveLength(20);
    expect((await forget(entries.map(({ id }) => id))).rowCount).toBe(20);
    expect((await entriesRead()) - before).toBeLessThan(1_000);
    expect(claims.totalCount).toBe(1);
  });
});

test('no statement of ours changes rows that a subquery with a limit finds', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('migrations'));
  const wrong = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/^ *\*.*$/gm, '');
    return /\b(update|delete from) [^`;]*\bin \(\s*select [^`]*\blimit\b/.test(text);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
