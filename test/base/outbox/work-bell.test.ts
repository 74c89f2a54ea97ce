import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { pino } from 'pino';
import { createWorkBell, RING_GAP_MS } from '../../../src/base/outbox/work-bell.ts';
import { createWorkFeed } from '../../../src/base/outbox/work-feed.ts';
import { openClaims } from '../../../src/outbox/open-claims.ts';
import { DISPATCHER, noWorkerTells } from '../../../src/outbox/start-dispatcher.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const log = pino({ level: 'silent' });
const RINGS = 200;

let database: TestDatabase;
let claims: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  claims = openClaims(database.url, log);
});
afterAll(async () => {
  await claims?.end();
  await database?.drop();
});

test('a worker hears of many rings at one moment by few notifications, and an API sees whether it is there', async () => {
  let heard = 0;
  expect(await noWorkerTells(claims)).toBe(true);
  const feed = createWorkFeed({
    ...{ databaseUrl: database.url, log, left: 'outbox', name: DISPATCHER },
    onWork: () => (heard += 1),
  });
  await eventually(
    () =>
      // Other test files have workers too, in databases of the same server.
      claims.query(
        `select 1 from pg_stat_activity where application_name = $1 and query like 'listen%' and datname = current_database()`,
        [DISPATCHER],
      ),
    ({ rowCount }) => rowCount === 1,
  );
  expect(await noWorkerTells(claims)).toBe(false);

  const bell = createWorkBell({ pool: claims, log });
  for (let ring = 0; ring < RINGS; ring += 1) bell.ring();
  // The one that is under way, and one for all the others.
  await eventually(
    () => Promise.resolve(heard),
    (times) => times === 2,
  );
  bell.ring();
  await eventually(
    () => Promise.resolve(heard),
    (times) => times === 3,
  );

  const [before, begun] = [heard, performance.now()];
  for (let ring = 0; ring < RINGS; ring += 1) {
    bell.ring();
    await delay(1);
  }
  const most = (performance.now() - begun) / RING_GAP_MS + 2;
  await eventually(
    () => Promise.resolve(heard),
    (times) => times > before,
  );
  expect(heard - before).toBeLessThanOrEqual(most);

  await feed.stop();
  await eventually(
    () => noWorkerTells(claims),
    (none) => none,
  );
});

test('a ring that PostgreSQL does not take is a line of the log and no error: the workers look by themselves', async () => {
  const lines: string[] = [];
  const closed = openClaims(database.url, log);
  await closed.end();
  const bell = createWorkBell({
    pool: closed,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  });
  for (const ring of [1, 2]) {
    bell.ring();
    await eventually(
      () => Promise.resolve(lines),
      (written) => written.length === ring && written.every((line) => line.includes('were not told of entries')),
    );
  }
});
