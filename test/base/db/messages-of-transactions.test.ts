import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { openDatabase } from '../../../src/app/open-database.ts';
import { poolOf } from '../../../src/base/db/orm.ts';
import { prepared, runAlone, runPrepared, runWithNext } from '../../../src/base/db/prepared-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const WRITE = prepared('write_for_test', 'insert into noted (name) values ($1) returning id');
const WRITE_ANEW = prepared('write_anew_for_test', 'insert into noted (name) values ($1)');
const READ = prepared('read_for_test', 'select name from noted order by name');
const READ_KINDS = prepared(
  'read_kinds_for_test',
  `select $1::int as number, 9007199254740993 as big, '2026-11-28T12:00:00Z'::timestamptz as at,
     '{"a":[1]}'::jsonb as json, array['b'] as list, null::text as nothing from generate_series(1, $1::int)`,
);
const DIVIDE = prepared('divide_for_test', 'select 1 / $1::int as result');

describe('the messages of a transaction', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query('create table noted (id serial, name text primary key check (length(name) < 9))');
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });
  // The connection knows the statements: it sends each by itself before.
  beforeEach(async () => {
    await orm.em.fork().transactional(async (tx) => {
      await runWithNext(tx, WRITE, ['first']);
      await runPrepared(tx, READ, []);
    });
    await database.query('delete from noted');
  });

  const names = async (): Promise<string[]> => {
    const rows = await database.query<{ name: string }>('select name from noted order by name');
    return rows.map(({ name }) => name);
  };
  /** Does the work and gives what was sent: the text of the last statement of each message. */
  const sentFor = async (work: (tx: EntityManager) => Promise<unknown>): Promise<string[]> => {
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    try {
      await orm.em.fork().transactional(work);
      return spy.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as unknown as typeof READ).text,
      );
    } finally {
      spy.mockRestore();
    }
  };

  test('a transaction waits for PostgreSQL where it needs an answer, and for its commit', async () => {
    let seen: unknown;
    const sent = await sentFor(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      await runWithNext(tx, WRITE, ['two']);
      seen = await runPrepared(tx, READ, []);
      await runWithNext(tx, WRITE, ['three']);
    });
    expect(seen).toEqual([{ name: 'one' }, { name: 'two' }]);
    expect(sent).toEqual([READ.text, 'commit']);
    await expect(names()).resolves.toEqual(['one', 'three', 'two']);
  });

  test('a statement of the ORM, and a savepoint, come after what was run before', async () => {
    let seen: unknown;
    const sent = await sentFor(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      seen = await tx.execute('select name from noted');
      await runWithNext(tx, WRITE, ['two']);
      const undone = tx.transactional(async (inner) => {
        await runWithNext(inner, WRITE, ['much too long']);
        throw new Error('not this');
      });
      await expect(undone).rejects.toThrow('not this');
    });
    expect(seen).toEqual([{ name: 'one' }]);
    expect(sent).toEqual([
      ...[WRITE.text, 'select name from noted', WRITE.text],
      ...['savepoint "trx1"', 'rollback to "trx1"', 'commit'],
    ]);
    await expect(names()).resolves.toEqual(['one', 'two']);
  });

  test.each([
    ['the commit', () => Promise.resolve()],
    ['the next statement', (tx: EntityManager) => runPrepared(tx, READ, [])],
    ['the next statement of the ORM', (tx: EntityManager) => tx.execute('select 1')],
  ])('what fails undoes the transaction, and %s says why', async (_which, next) => {
    const work = orm.em.fork().transactional(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      await runWithNext(tx, WRITE, ['much too long']);
      await runWithNext(tx, WRITE, ['three']);
      await next(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23514', constraint: 'noted_name_check' });
    await expect(names()).resolves.toEqual([]);
    await expect(runPrepared(orm.em.fork(), READ, [])).resolves.toEqual([]);
  });

  test('a transaction in which nothing is asked sends nothing', async () => {
    await expect(sentFor(() => Promise.resolve())).resolves.toEqual([]);
    const refused = sentFor(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await expect(names()).resolves.toEqual([]);
    expect(poolOf(orm)!.idleCount).toBe(1);
  });

  test('outside of a transaction, a statement is run at once', async () => {
    await runWithNext(orm.em.fork(), WRITE, ['one']);
    await expect(names()).resolves.toEqual(['one']);
  });

  test('a value that cannot be written fails, leaves nothing, and another connection takes the place', async () => {
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    const work = orm.em.fork().transactional(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      await runWithNext(tx, WRITE, [circular]);
      await runPrepared(tx, READ, []);
    });
    await expect(work).rejects.toThrow('circular');
    await expect(names()).resolves.toEqual([]);
    await expect(orm.em.fork().execute('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  test('a connection that is lost before the first message fails that statement, and its place is free', async () => {
    const [row] = await orm.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    const work = orm.em.fork().transactional(async (tx) => {
      await database.query('select pg_terminate_backend($1, 5000)', [row!.pid]);
      await runWithNext(tx, WRITE, ['one']);
      await runPrepared(tx, READ, []);
    });
    await expect(work).rejects.toThrow(/not queryable|terminat/);
    await expect(orm.em.fork().execute('select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await expect(names()).resolves.toEqual([]);
  });

  test('PostgreSQL describes the rows of a statement once for each connection', async () => {
    const client = await poolOf(orm)!.connect();
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    let described = 0;
    connection.on('rowDescription', () => (described += 1));
    client.release();
    const row = (number: number): object => ({
      ...{ number, big: '9007199254740993', at: '2026-11-28 12:00:00+00', json: { a: [1] }, list: ['b'] },
      nothing: null,
    });

    const rows = (em: EntityManager, number: number): Promise<unknown> => runPrepared(em, READ_KINDS, [number]);
    await expect(rows(orm.em.fork(), 0)).resolves.toEqual([]);
    await expect(rows(orm.em.fork(), 1)).resolves.toEqual([row(1)]);
    await orm.em.fork().transactional(async (tx) => {
      await runWithNext(tx, WRITE, ['one']);
      await expect(rows(tx, 2)).resolves.toEqual([row(2), row(2)]);
    });
    expect(described).toBe(1);
    await expect(names()).resolves.toEqual(['one']);
  });

  test('a statement alone has a connection of its own, and its failure the stack of the caller', async () => {
    await runAlone(orm.em, DIVIDE, [1]);
    const failure: unknown = await runAlone(orm.em, DIVIDE, [0]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '22012', message: 'division by zero' });
    expect((failure as Error).stack).toContain('messages-of-transactions.test');
    await expect(runAlone(orm.em, DIVIDE, [1])).resolves.toEqual([{ result: 1 }]);

    const two = await openDatabase({ databaseUrl: database.url, poolSize: 2 });
    try {
      await two.em.fork().transactional(async (tx) => {
        await runPrepared(tx, WRITE, ['one']);
        await expect(runPrepared(tx, READ, [])).resolves.toEqual([{ name: 'one' }]);
        await expect(runAlone(tx, READ, [])).resolves.toEqual([]);
      });
    } finally {
      await two.close();
    }
  });

  test('a value that cannot be written fails alone, and the connection still knows the statement', async () => {
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    // The first is prepared with this very message.
    for (const statement of [WRITE_ANEW, WRITE]) {
      await expect(runAlone(orm.em, statement, [circular])).rejects.toThrow('circular');
    }
    await runAlone(orm.em, WRITE, ['one']);
    await runAlone(orm.em, WRITE_ANEW, ['two']);
    await expect(names()).resolves.toEqual(['one', 'two']);
  });
});
