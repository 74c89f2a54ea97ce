import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Plain SQL, to look at what was really written. */
  query<T extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
}

/** A database of a test file's own: a copy of the migrated one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(process.env.TEST_DATABASE_URL!);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  // Two files may copy at once, which PostgreSQL refuses while the other one reads the template.
  await withClient(admin, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${template.pathname.slice(1)}`);
  });
  const url = new URL(template);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // Dropping the database by force may overtake the goodbye of a connection, which would end the test run.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return {
    url: url.href,
    async query<T extends pg.QueryResultRow>(sql: string, params: unknown[] = []) {
      return (await pool.query<T>(sql, params)).rows;
    },
    async drop() {
      await pool.end();
      await withClient(admin, async (client) => {
        await client.query(`drop database ${name} with (force)`);
      });
    },
  };
}

async function withClient(url: URL, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await work(client).finally(() => client.end());
}
