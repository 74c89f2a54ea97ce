import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { describeError } from '../../../src/base/logging/describe-error.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('the database’s words about a refused row stay out of the log', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    await database.query(
      `insert into people (email, name, created_at) values ('maria.secreta@example.com', 'Maria Secreta', now())`,
    );
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  const customers = `insert into customers (company_id, environment, name, email, created_at) values (?, 'sandbox', ?, ?, now())`;
  const people = `insert into people (email, name, language, created_at) values (?, ?, ?, now())`;
  const raise = `do $$ begin raise exception 'refused' using detail = 'of Maria Secreta'; end $$`;
  const refused: [what: string, statement: string, params: unknown[], said: string][] = [
    ['a foreign key', customers, [987_654, 'Maria Secreta', 'maria.secreta@example.com'], 'violates'],
    ['a key', people, ['maria.secreta@example.com', 'x - Maria Secreta', null], 'people_email_unique'],
    ['a row', people, ['second@secreta.example', 'Maria\nat home - Secreta', 'xx'], 'people_language_check'],
    ['a value', `select ?::bigint`, ['Maria " - Secreta'], 'invalid input syntax for type bigint'],
    ['a statement inside another', `do $$ begin perform 'Maria Secreta'::int; end $$`, [], 'for type integer'],
    ['a detail of its own', raise, [], 'refused'],
  ];
  test.each(refused)('%s', async (_what, statement, params, said) => {
    const caught = await orm.em
      .fork()
      .execute(statement, params)
      .catch((error: unknown) => error as Error);
    const error = caught as Error;
    expect(`${JSON.stringify(error)} ${error.stack}`).toMatch(/secreta/i);
    const described = describeError(error);
    expect(JSON.stringify(described)).not.toMatch(/secreta/i);
    expect(described.message).toContain(said);
    expect(described.stack.length).toBeGreaterThan(3);
    const asCause = describeError(new Error('could not', { cause: new Error('for a reason', { cause: error }) }));
    expect(JSON.stringify(asCause)).not.toMatch(/secreta/i);
    expect(asCause.cause?.cause?.message).toContain(said);
  });

  test.each(refused)('%s, as the driver itself tells it', async (_what, statement, params, said) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let place = 0;
    const error = await client
      .query(
        statement.replace(/\?/g, () => `$${++place}`),
        params,
      )
      .then(
        () => null,
        (caught: unknown) => caught as pg.DatabaseError,
      );
    await client.end();
    expect(JSON.stringify({ ...error, message: error!.message })).toMatch(/secreta/i);
    const described = describeError(error);
    expect(JSON.stringify(described)).not.toMatch(/secreta/i);
    expect(described).toMatchObject({ code: error!.code, message: expect.stringContaining(said) });
  });

  test('a line of the log has nothing of it', async () => {
    const error = await orm.em
      .fork()
      .execute(people, ['maria.secreta@example.com', 'Maria', null])
      .catch((caught: unknown) => caught);
    const written: string[] = [];
    const log = createLogger('test', 'info', { write: (line: string) => void written.push(line) });
    log.error({ err: new Error('outer', { cause: error }) }, 'it failed');
    expect(written.join('')).toContain('people_email_unique');
    expect(written.join('')).not.toMatch(/secreta/i);
  });
});

test('text that looks like a line of a stack is none', () => {
  const error = new Error('Maria says\nat home, at 12:30:15\n  at noon');
  const described = describeError(error);
  expect(described.stack[0]).toContain('describe-error.test.ts');
  expect(described.stack.join('\n')).not.toMatch(/home|noon/);
});

test('a thrown value that is no error is described all the same, and causes to a depth', () => {
  expect(describeError('text').message).toBe('text');
  const loop = new Error('loop');
  loop.cause = loop;
  expect(describeError(loop).cause?.cause?.cause?.cause).toMatchObject({ message: 'loop' });
});
