import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { pino } from 'pino';
import { openCounters } from '../../../src/base/http/rate-limit/open-counters.ts';

const SHUT_DOWN = new Error('terminating connection due to administrator command');

test('a database that cuts a connection off, at any moment of its life, does not end the process', async () => {
  const pool = openCounters(process.env.TEST_DATABASE_URL!.replace(/\/[^/]*$/, '/postgres'), pino({ level: 'silent' }));
  const clients: pg.PoolClient[] = [];
  pool.on('connect', (client) => clients.push(client));
  const held = await pool.connect();
  expect(() => held.emit('error', SHUT_DOWN)).not.toThrow();
  held.release();
  await pool.query('select 1');

  const ending = pool.end();
  for (const client of clients) expect(() => client.emit('error', SHUT_DOWN)).not.toThrow();
  await ending;
});
