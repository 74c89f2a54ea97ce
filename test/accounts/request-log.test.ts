import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createRequestLog, REQUESTS_KEPT } from '../../src/accounts/authentication/request-log.ts';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the log of the requests of a token', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 2 });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  async function tokenOf(): Promise<number> {
    const { company } = await createCompany(orm.em.fork(), { name: 'A', city: 'B', now: new Date() });
    const [row] = await database.query<{ id: string }>('select id from api_tokens where company_id = $1 limit 1', [
      company.id,
    ]);
    return Number(row!.id);
  }
  const requestOf = (tokenId: number, number: number) => ({
    ...{ tokenId, method: 'GET', path: '/api/v1/invoices', status: 200, address: '192.0.2.1' },
    ...{ requestId: `request-${number}`, at: new Date() },
  });
  const open = () => createRequestLog({ em: orm.em, log: pino({ level: 'silent' }) });
  const keptOf = (tokenId: number) =>
    database.query<{ request_id: string }>('select request_id from api_requests where token_id = $1 order by id', [
      tokenId,
    ]);

  test('keeps the last thousand of each token, and writes what is left at its end', async () => {
    const [busy, quiet] = [await tokenOf(), await tokenOf()];
    await database.query(
      `insert into api_requests (token_id, company_id, environment, method, path, status, request_id, address, created_at)
       select id, company_id, environment, 'GET', '/', 200, 'before', '192.0.2.1', now()
       from api_tokens, generate_series(1, 1100) where id = $1`,
      [busy],
    );
    const log = open();
    for (let number = 1; number <= 100; number += 1) log.note(requestOf(busy, number));
    log.note(requestOf(quiet, 1));
    await log.stop();
    const kept = await keptOf(busy);
    expect(kept).toHaveLength(REQUESTS_KEPT);
    expect(kept.at(-1)).toEqual({ request_id: 'request-100' });
    expect(await keptOf(quiet)).toEqual([{ request_id: 'request-1' }]);
  });

  test('takes a bounded number of a burst, and none of a token that is gone', async () => {
    const tokenId = await tokenOf();
    const log = open();
    for (let number = 1; number <= 5_000; number += 1) log.note(requestOf(tokenId, number));
    log.note(requestOf(999_999, 1));
    await log.stop();
    expect(await keptOf(tokenId)).toHaveLength(200);
  });

  test('forgets what is older than ninety days', async () => {
    const [old, used] = [await tokenOf(), await tokenOf()];
    await database.query(
      `insert into api_requests (token_id, company_id, environment, method, path, status, request_id, address, created_at)
       select id, company_id, environment, 'GET', '/', 200, 'old', '192.0.2.1', now() - interval '91 days'
       from api_tokens where id = $1`,
      [old],
    );
    // The oldest rows have the smallest ids.
    await database.query(`update api_requests set id = -1 where token_id = $1`, [old]);
    const log = open();
    log.note(requestOf(used, 1));
    await log.stop();
    expect(await keptOf(old)).toEqual([]);
    expect(await keptOf(used)).toHaveLength(1);
  });
});
