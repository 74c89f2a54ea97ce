import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { cleanUp, hold, runModule, temporaryFolder } from './support.ts';

afterAll(cleanUp);

/** A PATH without psql: the command then prints the address. */
const openPsql = (dataDir: string) =>
  runModule('tools/open-psql.ts', [], { DATA_DIR: dataDir, DATABASE_URL: '', PATH: '/nowhere' });

test('npm run db says that no database runs, and the address of one that does', async () => {
  const dataDir = temporaryFolder();
  expect(await openPsql(dataDir)).toMatchObject({ code: 1, stderr: expect.stringContaining('run npm start') });
  const server = await hold<{ pid: number }>('postgres', dataDir);
  const { code, stdout } = await openPsql(dataDir);
  expect(code).toBe(0);
  const client = new pg.Client({ connectionString: /postgresql:\S+/.exec(stdout)?.[0] });
  await client.connect();
  const { rows } = await client.query('select current_database() as name');
  expect(rows).toEqual([{ name: 'fatura' }]);
  await client.end();
  await server.kill();
});
