import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('make exactly the tables that the entities describe', async () => {
    const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await orm.close();
    expect(difference.trim()).toBe('');
  });

  test('run by several processes at once, are applied once', async () => {
    await database.query('drop schema public cascade');
    await database.query('create schema public');
    await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(await database.query('select name from migrations order by id')).toEqual([
      { name: '0001-initial' },
      { name: '0002-complete-api' },
      { name: '0003-checkout' },
      { name: '0004-webhook-operations' },
      { name: '0005-sandbox-inboxes' },
      { name: '0006-panel' },
    ]);
  });
});
