import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureDemoStore, type DemoStore } from '../../src/dev/demo-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from './support.ts';

describe('the store to play with', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('has an owner who runs the platform too; one from before there was a panel gets theirs', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'demo-store.json');
    const ensure = () =>
      ensureDemoStore({ databaseUrl: database.url, dataDir, baseUrl: 'http://localhost:3000', temporalUiUrl: null });
    const people = () =>
      database.query(
        `select p.email, p.is_operator, m.role, m.company_id::int from people p join memberships m on m.person_id = p.id`,
      );

    const first = (await ensure())!;
    expect(first).toMatchObject({ panel_url: 'http://localhost:3000/panel', panel_email: 'demo@fatura.example' });
    const owner = { email: first.panel_email, is_operator: true, role: 'owner', company_id: first.company_id };
    expect(await people()).toEqual([owner]);
    expect(await ensure()).toEqual(first);

    await database.query('truncate people cascade');
    const older: Partial<DemoStore> = JSON.parse(readFileSync(file, 'utf8')) as DemoStore;
    delete older.panel_url;
    delete older.panel_email;
    delete older.panel_password;
    writeFileSync(file, JSON.stringify(older));
    const upgraded = (await ensure())!;
    expect(upgraded).toMatchObject({ ...older, panel_email: 'demo@fatura.example' });
    expect(upgraded.panel_password).not.toBe(first.panel_password);
    expect(await people()).toEqual([owner]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(upgraded);
  });
});
