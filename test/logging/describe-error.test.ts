import { expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.ts';
import { describeError } from '../../src/logging/describe-error.ts';
import { useApiWorld } from '../support/api-world.ts';

const world = useApiWorld();

test('what the database says of a row that it refused stays out of the log', async () => {
  const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
  const insert = `insert into customers (company_id, environment, name, email, created_at) values (?, 'sandbox', ?, ?, now())`;
  const error = await orm.em
    .fork()
    .execute(insert, [987_654, 'Maria Secreta', 'maria.secreta@example.com'])
    .catch((caught: unknown) => caught);
  await orm.close();
  const described = JSON.stringify(describeError(error));
  expect(JSON.stringify(error)).toMatch(/secreta/i);
  expect(described).not.toMatch(/secreta/i);
  expect(described).toContain('violates');
});

test('what is no error is described all the same, and causes to a depth', () => {
  expect(describeError('text').message).toBe('text');
  const loop = new Error('loop');
  loop.cause = loop;
  expect(describeError(loop).cause?.cause?.cause?.cause).toMatchObject({ message: 'loop' });
});
