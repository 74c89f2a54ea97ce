import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../ops/temporal/partial-indexes.sql'), 'utf8');
const NAMESPACE = 'a namespace';

/** The columns and indexes of Temporal's visibility store, a few of each kind. */
const SCHEMA = `
  create extension if not exists btree_gin;
  create table executions_visibility (
    namespace_id char(64) not null, run_id char(64) not null, start_time timestamp not null, close_time timestamp,
    status integer not null, history_length bigint, search_attributes jsonb,
    keyword01 varchar(255) generated always as (search_attributes->>'Keyword01') stored,
    keyword02 varchar(255) generated always as (search_attributes->>'Keyword02') stored,
    keywordlist01 jsonb generated always as (search_attributes->'KeywordList01') stored,
    primary key (namespace_id, run_id));
  create index default_idx on executions_visibility
    (namespace_id, (coalesce(close_time, '9999-12-31 23:59:59')) desc, start_time desc, run_id);
  create index by_status on executions_visibility
    (namespace_id, status, (coalesce(close_time, '9999-12-31 23:59:59')) desc, start_time desc, run_id);
  create index by_history_length on executions_visibility
    (namespace_id, history_length, (coalesce(close_time, '9999-12-31 23:59:59')) desc, start_time desc, run_id);
  create index by_keyword_01 on executions_visibility
    (namespace_id, keyword01, (coalesce(close_time, '9999-12-31 23:59:59')) desc, start_time desc, run_id);
  create index by_keyword_02 on executions_visibility
    (namespace_id, keyword02, (coalesce(close_time, '9999-12-31 23:59:59')) desc, start_time desc, run_id);
  create index by_keyword_list_01 on executions_visibility using gin (namespace_id, keywordlist01 jsonb_path_ops);`;

describe('the indexes of Temporal that rows without a value are not in', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(SCHEMA);
    await client.query(
      `insert into executions_visibility (namespace_id, run_id, start_time, status, search_attributes)
       select $1, n, now(), 1, case when n % 100 = 0 then
         jsonb_build_object('Keyword01', 'k' || n % 1000, 'KeywordList01', jsonb_build_array('payer')) end
       from generate_series(1, 5000) as n`,
      [NAMESPACE],
    );
    await client.query(SCRIPT);
    await client.query('analyze executions_visibility');
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  const indexes = async (): Promise<Record<string, string | null>> => {
    const { rows } = await client.query<{ name: string; condition: string | null }>(
      `select relname as name, pg_get_expr(indpred, indrelid) as condition
       from pg_index join pg_class on pg_class.oid = indexrelid
       where indrelid = 'executions_visibility'::regclass and not indisunique`,
    );
    return Object.fromEntries(rows.map(({ name, condition }) => [name, condition]));
  };

  test('are those of columns that may be empty, and no others', async () => {
    expect(await indexes()).toEqual({
      default_idx: null,
      by_status: null,
      by_history_length: '(history_length IS NOT NULL)',
      by_keyword_01: '(keyword01 IS NOT NULL)',
      by_keyword_02: '(keyword02 IS NOT NULL)',
      by_keyword_list_01: '(keywordlist01 IS NOT NULL)',
    });
  });

  test.each([
    ['by_keyword_01', `keyword01 = 'k100'`, 5],
    ['by_keyword_list_01', `keywordlist01 @> '["payer"]'`, 50],
  ])('serve a search for a value: %s', async (index, condition, count) => {
    const search = `select run_id from executions_visibility where namespace_id = '${NAMESPACE}' and ${condition}`;
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain ${search}`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
    expect((await client.query(search)).rowCount).toBe(count);
  });

  test('stay as they are when the script runs once more', async () => {
    const ids = `select array_agg(indexrelid order by indexrelid) as ids from pg_index
      where indrelid = 'executions_visibility'::regclass`;
    const before = await client.query(ids);
    await client.query(SCRIPT);
    expect((await client.query(ids)).rows).toEqual(before.rows);
  });
});
