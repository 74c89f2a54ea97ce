import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../../src/app/migrate.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { enterStore } from '../../../src/base/db/store-barrier.ts';
import { startPostgres, type PostgresServer } from '../../../src/dev/postgres.ts';

/** In a cluster of its own, which does not know the role yet. */
describe('the role of stores', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-role-'));
  let postgres: PostgresServer;
  let superuser: pg.Client;
  beforeAll(async () => {
    postgres = await startPostgres({ dataDir, durable: false });
    superuser = new pg.Client({ connectionString: postgres.url });
    await superuser.connect();
    await superuser.query(`create role maker login createrole password 'maker'`);
    await superuser.query(`create role guest login password 'guest'`);
    for (const name of ['maker_1', 'maker_2', 'maker_3']) await superuser.query(`create database ${name} owner maker`);
    await superuser.query('create database guest_1 owner guest');
  }, 60_000);
  afterAll(async () => {
    await superuser.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function urlOf(user: string, database: string): string {
    const url = new URL(postgres.url);
    [url.username, url.password, url.pathname] = [user, user, `/${database}`];
    return url.href;
  }

  async function nameInStore(databaseUrl: string): Promise<unknown> {
    const orm = await openDatabase({ databaseUrl, poolSize: 1 });
    try {
      return await orm.em.fork().transactional(async (em) => {
        await enterStore(em, { companyId: 1, environment: 'sandbox' });
        return em.execute('select current_user::text as name, (select count(*)::int from invoices) as invoices');
      });
    } finally {
      await orm.close();
    }
  }
  const IN_STORE = [{ name: 'fatura_store', invoices: 0 }];

  /** The remedy that the error tells a superuser. */
  async function remedyOf(migration: Promise<void>): Promise<string> {
    const error = await migration.then(
      () => new Error('it was not refused'),
      (reason: unknown) => reason as Error,
    );
    return /once: (.*;) then migrate again/s.exec(error.message)?.[1] ?? error.message;
  }

  test('is asked of a superuser by a user who may not make it', async () => {
    expect(await remedyOf(migrate(urlOf('guest', 'guest_1')))).toBe(
      'create role fatura_store nologin; grant fatura_store to guest with inherit false, set true;',
    );
  });

  test('is made by a user who may, in several databases at once', async () => {
    const urls = ['maker_1', 'maker_2', 'maker_3'].map((name) => urlOf('maker', name));
    await Promise.all(urls.map((url) => migrate(url)));
    expect(await Promise.all(urls.map(nameInStore))).toEqual([IN_STORE, IN_STORE, IN_STORE]);
  });

  test('that is there already lets in whom a superuser has let in', async () => {
    const url = urlOf('guest', 'guest_1');
    const remedy = await remedyOf(migrate(url));
    // The role is there by now.
    expect(remedy).toBe('grant fatura_store to guest with inherit false, set true;');
    await superuser.query(remedy);
    await migrate(url);
    expect(await nameInStore(url)).toEqual(IN_STORE);
  });

  test('that passes row-level security is refused', async () => {
    await superuser.query('create database lax');
    await superuser.query('alter role fatura_store bypassrls');
    const url = new URL(postgres.url);
    url.pathname = '/lax';
    await expect(migrate(url.href)).rejects.toThrow('alter role fatura_store nosuperuser nobypassrls');
    await superuser.query('alter role fatura_store nobypassrls');
    await expect(migrate(url.href)).resolves.toBeUndefined();
  });
});
