import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureDemoStore, type DemoStore } from '../../src/dev/demo-store.ts';
import { verifyPassword } from '../../src/accounts/people/passwords.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

describe('the store to play with', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = temporaryFolder();
  });
  afterEach(() => database.drop());

  const file = () => join(dataDir, 'demo-store.json');
  const inFile = () => JSON.parse(readFileSync(file(), 'utf8')) as DemoStore;
  const ensure = (databaseUrl = database.url) =>
    ensureDemoStore({ databaseUrl, dataDir, baseUrl: 'http://localhost:3000', temporalUiUrl: null });
  const people = () =>
    database.query(
      `select p.email, p.is_operator, m.role, m.company_id::int from people p join memberships m on m.person_id = p.id`,
    );
  async function maySignIn({ panel_email: email, panel_password: password }: DemoStore): Promise<boolean> {
    const [row] = await database.query<{ password_hash: string }>('select password_hash from people where email = $1', [
      email,
    ]);
    return verifyPassword(row?.password_hash ?? null, password);
  }
  /** As a crash, or somebody, left the file. */
  function rewrite(without: (keyof DemoStore)[], changes: Partial<DemoStore> = {}): void {
    const left: Partial<DemoStore> = { ...inFile(), ...changes };
    for (const key of without) delete left[key];
    writeFileSync(file(), JSON.stringify(left));
  }

  test('has an owner who runs the platform too, and stays as it is from start to start', async () => {
    const first = (await ensure())!;
    expect(first).toMatchObject({ panel_url: 'http://localhost:3000/panel', panel_email: 'demo@fatura.example' });
    expect(await people()).toEqual([
      { email: first.panel_email, is_operator: true, role: 'owner', company_id: first.company_id },
    ]);
    expect(await maySignIn(first)).toBe(true);
    const [before] = await database.query('select password_hash from people');
    expect(await ensure()).toEqual(first);
    expect(await database.query('select password_hash from people')).toEqual([before]);
  });

  test('gets its owner when it is from before there was a panel', async () => {
    const first = (await ensure())!;
    await database.query('truncate people cascade');
    rewrite(['panel_url', 'panel_email', 'panel_password']);
    const older = inFile();
    const upgraded = (await ensure())!;
    expect(upgraded).toMatchObject({ ...older, panel_email: 'demo@fatura.example' });
    expect(upgraded.panel_password).not.toBe(first.panel_password);
    expect(await maySignIn(upgraded)).toBe(true);
    expect(inFile()).toEqual(upgraded);
  });

  test.each<[string, () => Promise<unknown> | void]>([
    ['the file has a password that is not the person’s', () => rewrite([], { panel_password: 'not of this person' })],
    ['the file has none, and the person is there', () => rewrite(['panel_url', 'panel_email', 'panel_password'])],
    ['the person is gone', () => database.query('truncate people cascade')],
    ['the person has no password', () => database.query('update people set password_hash = null')],
  ])('lets its owner in again after %s', async (_what, breakIt) => {
    const first = (await ensure())!;
    await breakIt();
    const mended = (await ensure())!;
    expect(mended).toEqual({ ...first, panel_password: expect.any(String) });
    expect(mended.panel_password).not.toBe(first.panel_password);
    expect(inFile()).toEqual(mended);
    expect(await maySignIn(mended)).toBe(true);
    expect(await people()).toHaveLength(1);
    expect(await ensure()).toEqual(mended);
  });

  test('a demo store of another database is not taken for one of this, and nobody is made', async () => {
    await ensure();
    const other = await createTestDatabase();
    await ensureDemoStore({
      databaseUrl: other.url,
      dataDir: temporaryFolder(),
      baseUrl: 'http://localhost:3000',
      temporalUiUrl: null,
    });
    await other.query('truncate people cascade');
    const before = readFileSync(file(), 'utf8');
    expect(await ensure(other.url)).toBeNull();
    expect(await other.query('select 1 from people')).toEqual([]);
    expect(readFileSync(file(), 'utf8')).toBe(before);
    await other.drop();
  });
});
