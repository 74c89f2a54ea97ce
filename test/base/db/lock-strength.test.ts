import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockMode } from '@mikro-orm/postgresql';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/app/open-database.ts';
import { Company } from '../../../src/accounts/companies/company.entity.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the ORM locks a row without its key, as docs/decisions/0024-order-of-locks.md has it', async () => {
  const orm = await openDatabase({ databaseUrl: process.env.TEST_DATABASE_URL!, poolSize: 1 });
  const locked = (mode: LockMode) =>
    orm.em.fork().transactional((tx) => {
      const builder = tx.createQueryBuilder(Company).where({ id: 1 }).setLockMode(mode);
      return Promise.resolve(builder.getQuery());
    });
  expect(await locked(LockMode.PESSIMISTIC_WRITE)).toMatch(/ for no key update$/);
  expect(await locked(LockMode.PESSIMISTIC_PARTIAL_WRITE)).toMatch(/ for no key update skip locked$/);
  expect(await locked(LockMode.PESSIMISTIC_READ)).toMatch(/ for share$/);
  await orm.close();
});

test('no statement of ours locks a key', () => {
  const files = globSync('{src,activities,workflows}/**/*.ts', { cwd: ROOT });
  const wrong = files.filter((file) => {
    // The driver turns the ORM's own lock into it; a migration has the database to itself.
    if (file.endsWith('releasing-driver.ts') || file.includes('migrations')) return false;
    return /\bfor (update|key share)\b/.test(readFileSync(join(ROOT, file), 'utf8'));
  });
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
