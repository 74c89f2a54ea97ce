import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../../src/dev/postgres.ts';
import { readDeadlocks } from '../support/read-deadlocks.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

test('a deadlock is read from the log of PostgreSQL, with both statements, and whoever locks a table is forgiven', async () => {
  const dataDir = temporaryFolder();
  const postgres = await startPostgres({ dataDir, durable: false, settings: { deadlock_timeout: '50ms' } });
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      return client;
    }),
  );
  const cross = async (first: string, second: string, third: string): Promise<void> => {
    const [one, other] = clients as [pg.Client, pg.Client];
    for (const client of clients) await client.query('begin');
    await one.query(first);
    await other.query(second);
    await Promise.allSettled([one.query(third), other.query(first)]);
    for (const client of clients) await client.query('rollback');
  };
  await clients[0]!.query('create table a as select 1 as id; create table b as select 1 as id');
  await cross('update a set id = 1', 'update b set id = 1', 'update b set id = 1');
  await cross('lock table a', 'lock table b', 'lock table b');
  for (const client of clients) await client.end();
  await postgres.stop();

  const deadlocks = readDeadlocks(dataDir);
  expect(deadlocks).toHaveLength(1);
  expect(deadlocks[0]).toMatch(/update a set id = 1/);
  expect(deadlocks[0]).toMatch(/update b set id = 1/);
});
