import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Company } from '../../../src/accounts/companies/company.entity.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { holdRow, updateRows, type HeldRow } from '../../../src/base/db/entity-rows.ts';
import { Invoice } from '../../../src/invoices/invoice.entity.ts';
import { statementsOf } from '../../support/count-queries.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const update = updateRows('test_update', { companies: Company, invoices: Invoice });

describe('rows that are held to be changed', () => {
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

  const addCompany = async (): Promise<number> => {
    const sql = `insert into companies (name, document, city, created_at) values ('Padaria', '1', 'Recife', now()) returning id`;
    return Number((await database.query<{ id: string }>(sql))[0]!.id);
  };
  const hold = async (id: number): Promise<HeldRow<Company>> => {
    const sql = 'select to_json(company) as json from companies company where id = $1';
    const [row] = await database.query<{ json: Record<string, unknown> }>(sql, [id]);
    return holdRow(orm.em, Company, row!.json);
  };
  const write = (held: HeldRow<Company>): Promise<void> =>
    orm.em.fork().transactional((tx) => update(tx, { companies: [held], invoices: [] }));

  test('a row that nobody changed makes no statement', async () => {
    const held = await hold(await addCompany());
    const em = orm.em.fork();
    expect(await statementsOf(() => update(em, { companies: [held], invoices: [] }), 1)).toEqual([]);
  });

  test('a value inside of a value, a moment and a null are written', async () => {
    const id = await addCompany();
    const before = await hold(id);
    before.row.dunningRetryDays[1] = 5;
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    Object.assign(before.row, { createdAt, returnOrigins: ['https://loja.example'], defaultFine: { percentage: 2 } });
    await write(before);
    const after = await hold(id);
    expect(after.row).toEqual(before.row);
    expect(after.row).toMatchObject({ createdAt, dunningRetryDays: [1, 5, 7], defaultFine: { percentage: 2 } });
    after.row.defaultFine = null;
    await write(after);
    expect((await hold(id)).row).toMatchObject({ createdAt, defaultFine: null });
  });

  test('a column that another writes meanwhile stays as it is then', async () => {
    const id = await addCompany();
    const held = await hold(id);
    held.row.name = 'Confeitaria';
    let isWritten = false;
    let writing: Promise<void> | undefined;
    await orm.em.fork().transactional(async (other) => {
      await other.execute(`update companies set city = 'Olinda' where id = ?`, [id]);
      writing = write(held).then(() => void (isWritten = true));
      // It waits for the row.
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await database.query(waits)).length === 0) expect(isWritten).toBe(false);
    });
    await writing;
    expect((await hold(id)).row).toMatchObject({ name: 'Confeitaria', city: 'Olinda' });
  });

  test('a key is neither named nor changed', async () => {
    const held = await hold(await addCompany());
    held.row.name = 'Confeitaria';
    const em = orm.em.fork();
    const [statement] = await statementsOf(() => update(em, { companies: [held], invoices: [] }), 1);
    const lists = [...statement!.matchAll(/set \(([^)]*)\)/g)].map(([, list]) => list);
    expect(lists).toHaveLength(2);
    expect(lists[1]).toContain('"status"');
    expect(lists.join()).not.toMatch(/"(id|checkout_hash)"/);
    held.row.id += 1;
    await expect(write(held)).rejects.toThrow(/keeps its id/);
  });
});
