import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createCompany } from '../../../src/accounts/companies/create-company.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createLink, endLinks } from '../../../src/accounts/people/access-links.ts';
import { createPerson } from '../../../src/accounts/people/create-person.ts';
import { purgeLinks } from '../../../src/accounts/people/purge-links.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-03-02T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let database: TestDatabase;
let orm: MikroORM;
let companyId: number;
let personId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
  const { company } = await createCompany(orm.em.fork(), { name: 'Padaria', city: 'São Paulo', now: NOW });
  companyId = company.id;
  const input = { email: 'owner@store.example', name: 'Ana', password: 'correct horse battery', now: NOW };
  personId = (await createPerson(orm.em.fork(), input)).id;
});
afterAll(async () => {
  await orm?.close();
  await database?.drop();
});

const emails = async () =>
  (await database.query<{ email: string }>('select email from access_links order by id')).map(({ email }) => email);
async function invite(name: string, { created, usedAt }: { created: Date; usedAt?: Date }): Promise<void> {
  const em = orm.em.fork();
  const link = { kind: 'invitation' as const, email: `${name}@x.example`, personId: null, companyId, role: 'support' };
  createLink(em, link as Parameters<typeof createLink>[1], { now: created, lastsMs: 7 * DAY_MS });
  await em.flush();
  if (usedAt) await endLinks(em, { email: link.email }, usedAt);
}

test('links are forgotten 30 days after they were used or expired, and not before', async () => {
  await invite('used-long-ago', { created: daysAgo(32), usedAt: daysAgo(31) });
  await invite('used', { created: daysAgo(32), usedAt: daysAgo(29) });
  await invite('expired-long-ago', { created: daysAgo(38) });
  await invite('expired', { created: daysAgo(36) });
  await invite('open', { created: daysAgo(1) });
  expect(await purgeLinks(orm.em, NOW)).toBe(2);
  expect(await emails()).toEqual(['used@x.example', 'expired@x.example', 'open@x.example']);
  expect(await purgeLinks(orm.em, NOW)).toBe(0);
});

test('links go with the person or the store that they are of', async () => {
  const em = orm.em.fork();
  const reset = {
    kind: 'password_reset' as const,
    email: 'owner@store.example',
    personId,
    companyId: null,
    role: null,
  };
  createLink(em, reset, { now: NOW, lastsMs: DAY_MS });
  await em.flush();
  expect(await emails()).toContain('owner@store.example');
  await database.query('delete from people where id = $1', [personId]);
  expect(await emails()).not.toContain('owner@store.example');
  await database.query('delete from api_tokens where company_id = $1', [companyId]);
  await database.query('delete from companies where id = $1', [companyId]);
  expect(await emails()).toEqual([]);
});
