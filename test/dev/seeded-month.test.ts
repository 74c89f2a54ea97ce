import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import { readConfig } from '../../src/app/config.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { liveAMonth } from '../../tools/seeded-month.ts';
import { INVOICE_STATUSES } from '../../src/invoices/state-machine.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TEST_KEYS } from '../support/world.ts';

describe('npm run seed', () => {
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

  test('leaves a month with invoices in every status, refunds, subscriptions and two webhooks', async () => {
    const now = new Date();
    const em = orm.em.fork();
    const { company } = await createCompany(em, { name: 'Padaria Estrela', city: 'São Paulo', now });
    await em.flush();
    const env = { DATABASE_URL: database.url, TEMPORAL_ADDRESS: 'none', ENCRYPTION_KEYS: TEST_KEYS };
    const config = readConfig({ ...env, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const made = await liveAMonth({ em: orm.em, config, companyId: company.id, onProgress: () => undefined });
    const rows = await database.query<{ status: string; days: number }>(
      `select status, (current_date - min(created_at)::date)::int as days from invoices group by status`,
    );
    expect(rows.map(({ status }) => status).sort()).toEqual([...INVOICE_STATUSES].sort());
    expect(Math.max(...rows.map(({ days }) => days))).toBeGreaterThanOrEqual(28);
    expect(made.invoices).toBeGreaterThan(100);
    const counts = await database.query(
      `select (select count(*)::int from refunds where state = 'succeeded') > 3 as refunds,
         (select count(*)::int from subscriptions) as subscriptions,
         (select count(*)::int from webhook_endpoints) as webhooks,
         (select count(*)::int from events where created_at > now()) as ahead`,
    );
    expect(counts).toEqual([{ refunds: true, subscriptions: 4, webhooks: 2, ahead: 0 }]);
  }, 120_000);
});
