import { setImmediate as turn, setTimeout as heard } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/app/open-database.ts';
import { toApiError } from '../../../src/base/http/render-problem.ts';
import { poolOf } from '../../../src/base/db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('a connection that is lost in a transaction is a failure of the database, and gives its place in the pool back', async () => {
  const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
  for (let lost = 0; lost < 3; lost += 1) {
    const work = orm.em.fork().transactional(async (tx) => {
      const [row] = await tx.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1, 5000)', [row!.pid]);
      // The driver says it otherwise once it has heard of the loss than while it waits for an answer.
      if (lost > 0) await heard(lost * 50);
      await tx.execute('select 1');
    });
    const failure = await work.catch((error: unknown) => error);
    expect(toApiError(failure, 'POST')).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  }
  await expect(orm.em.fork().transactional((tx) => tx.execute('select 1 as one'))).resolves.toEqual([{ one: 1 }]);
  await orm.close();
});

test('a transaction that is rolled back by its own work gives it back once', async () => {
  const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
  const work = orm.em.fork().transactional((tx) => tx.execute('select no_such_column'));
  await expect(work).rejects.toThrow('no_such_column');
  await expect(orm.em.fork().execute('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await orm.close();
});

test('a pool that ends while a connection is opened gives that connection its work, and ends', async () => {
  const orm = await openDatabase({ databaseUrl: database.url, poolSize: 2 });
  const work = (): Promise<unknown> => orm.em.fork().transactional((tx) => tx.execute('select 1 as one'));
  await work();
  // The second has no connection yet.
  const under = [work(), work()];
  const pool = poolOf(orm)!;
  while (pool.totalCount < 2) await turn();
  await orm.close();
  await expect(Promise.all(under)).resolves.toEqual([[{ one: 1 }], [{ one: 1 }]]);
  expect(pool.totalCount).toBe(0);
});
