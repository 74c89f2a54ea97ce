import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Client } from '@temporalio/client';
import { openDatabase } from '../../src/app/open-database.ts';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import type { Health } from '../../src/platform/health.ts';
import { judgeHealth } from '../../src/platform/judge-health.ts';
import { createHealthReader } from '../../src/platform/read-health.ts';
import { openTemporalClient } from '../../src/base/temporal/connect.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { suspendProcess } from '../support/suspend-process.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type World } from '../support/world.ts';

/** A reader of one's own, beside that of the API. */
function openReader(world: World, temporalAddress = world.config.temporal.address) {
  let orm: MikroORM | undefined;
  let client: Client | undefined;
  return {
    async read(): Promise<Health> {
      orm ??= await openDatabase({ databaseUrl: world.database.url, poolSize: 2 });
      client ??= openTemporalClient({ address: temporalAddress, namespace: 'default' });
      return createHealthReader({ em: orm.em, client, clock: systemClock })();
    },
    async close() {
      await client?.connection.close();
      await orm?.close();
    },
  };
}

describe('the health of the platform', () => {
  const world = useApiWorld();

  test('is read in under three seconds while Temporal is down, and says so', async () => {
    const store = await world.current.createStore();
    await store.createInvoice();
    const reader = openReader(world.current);
    const begun = performance.now();
    const health = await reader.read();
    expect(performance.now() - begun).toBeLessThan(3_000);
    await reader.close();
    expect(health).toMatchObject({ temporal: null, queues: null });
    expect(health.database!.connections).toBeGreaterThan(0);
    expect(health.database!.maxConnections).toBeGreaterThanOrEqual(health.database!.connections);
    expect(health.outbox!.waiting).toBeGreaterThan(0);
    expect(health.outbox!.oldestAt!.getTime()).toBeLessThanOrEqual(Date.now());
    expect(judgeHealth(health, { hasMail: true })).toMatchObject({
      database: { level: 'ok' },
      temporal: { level: 'down', reason: 'silent' },
      worker: { level: 'down', reason: 'unknown' },
    });
  });

  test('is read in under three seconds while a table is locked, and says what could not be read', async () => {
    const reader = openReader(world.current);
    await reader.read();
    const locker = new pg.Client({ connectionString: world.current.database.url });
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table mails in access exclusive mode');
    const begun = performance.now();
    const health = await reader.read();
    const took = performance.now() - begun;
    await locker.end();
    await reader.close();
    expect(took).toBeLessThan(3_000);
    expect(health).toMatchObject({ outbox: null, deliveries: null, mails: null, callbacks: null });
    expect(health.database).not.toBeNull();
    expect(judgeHealth(health, { hasMail: true }).mails).toEqual({ level: 'down', reason: 'unknown' });
  });

  test('counts what waits, and what nobody has taken up', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const query = (sql: string, params?: unknown[]) => world.current.database.query(sql, params);
    await query(
      `update outbox set claimable_at = now() + interval '1 hour', created_at = now() - interval '3 minutes'`,
    );
    await query(
      `insert into outbox (invoice_id, claimable_at) select $1, now() + interval '1 hour' from generate_series(1, 10100)`,
      [id],
    );
    await query(`insert into mails (recipient, content, attempts, claimable_at, expires_at, created_at)
      values ('a@b.example', 'x', 3, now() + interval '1 hour', now() + interval '1 day', now() - interval '5 minutes')`);
    await query(`insert into gateway_callbacks (gateway, gateway_event_id, event, received_at, next_try_at)
      values ('sandbox', 'evt_waits', '{}', now() - interval '2 minutes', now() + interval '1 hour')`);
    await query(`update webhook_deliveries set next_attempt_at = now() - interval '2 minutes' where company_id = $1`, [
      store.companyId,
    ]);
    const reader = openReader(world.current);
    const health = await reader.read();
    expect(health).toMatchObject({
      outbox: { waiting: 10_001, unclaimed: 0, isClaimed: true },
      deliveries: { waiting: 1 },
      mails: { waiting: 1 },
      callbacks: { waiting: 1 },
    });
    const minutesAgo = (moment: Date | null) => Math.round((Date.now() - moment!.getTime()) / 60_000);
    expect(minutesAgo(health.outbox!.oldestAt)).toBe(3);
    expect(minutesAgo(health.mails!.oldestAt)).toBe(5);
    expect(judgeHealth(health, { hasMail: true })).toMatchObject({
      outbox: { reason: 'late' },
      deliveries: { reason: 'late' },
      mails: { reason: 'late' },
      callbacks: { reason: 'late' },
    });
    // Reads the health with entries that nobody takes up, and then after some were taken up. The API's own dispatcher
    // may be quicker.
    const afterSetting = async (taken: number) => {
      await query(`update outbox set claimable_at = now() - interval '2 minutes'`);
      await query(
        `update outbox set claimable_at = now() + interval '1 hour' where id in (select id from outbox order by id limit $1)`,
        [taken],
      );
      return (await reader.read()).outbox!;
    };
    for (const taken of [0, 1]) {
      const expected = (seen: Awaited<ReturnType<typeof afterSetting>>) =>
        seen.unclaimed === 10_001 && seen.isClaimed === taken > 0;
      await eventually(() => afterSetting(taken), expected);
    }
    // A delivery that a paused endpoint holds is not late.
    await query('update webhook_endpoints set paused_at = now() where company_id = $1', [store.companyId]);
    expect((await reader.read()).deliveries).toEqual({ waiting: 0, oldestAt: null });
    await reader.close();
  });
});

describe('the oldest of what waits', () => {
  const world = useApiWorld();

  test('is the oldest of all, not of those that were counted', async () => {
    const query = (sql: string) => world.current.database.query(sql);
    await query(`insert into gateway_callbacks (gateway, gateway_event_id, event, received_at, next_try_at)
      select 'sandbox', 'evt_' || n, '{}', now() - interval '1 minute' * (case n when 12000 then 30 else 2 end),
        now() + interval '1 hour' from generate_series(1, 12000) n`);
    await query(`insert into mails (recipient, content, attempts, claimable_at, expires_at, created_at)
      select 'a@b.example', 'x', 3, now() + interval '1 hour', now() + interval '1 day',
        now() - interval '1 minute' * (case n when 12000 then 30 else 2 end) from generate_series(1, 12000) n`);
    const reader = openReader(world.current);
    const { callbacks, mails } = await reader.read();
    await reader.close();
    for (const backlog of [callbacks, mails]) {
      expect(backlog!.waiting).toBe(10_001);
      expect(Math.round((Date.now() - backlog!.oldestAt!.getTime()) / 60_000)).toBe(30);
    }
  });
});

describe('the verdict on each part', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
  const none = { waiting: 0, oldestAt: null };
  const seen = (seconds: number, pollers = 1) =>
    [{ queue: 'q', kind: 'workflow', pollers, lastSeenAt: ago(seconds) }] as Health['queues'];
  const well: Health = {
    at,
    database: { latencyMs: 2, connections: 10, maxConnections: 100 },
    temporal: { latencyMs: 5, serverVersion: '1.31.0' },
    queues: seen(20),
    outbox: { ...none, unclaimed: 0, isClaimed: false, setAside: 0 },
    deliveries: none,
    mails: none,
    callbacks: none,
  };
  const slow = { latencyMs: 900, serverVersion: '1.31.0' };

  test('is well when all of it is', () => {
    const judged = Object.values(judgeHealth(well, { hasMail: true }));
    expect(new Set(judged.map(({ level }) => level))).toEqual(new Set(['ok']));
  });

  test.each([
    ['database', 'silent', { database: null }],
    ['database', 'slow', { database: { ...well.database!, latencyMs: 900 } }],
    ['database', 'crowded', { database: { ...well.database!, connections: 90 } }],
    ['temporal', 'slow', { temporal: slow }],
    ['worker', 'nobody', { queues: seen(20, 0) }],
    ['worker', 'unseen', { queues: seen(120) }],
    ['worker', 'untold', { queues: 'untold' }],
    ['outbox', 'late', { outbox: { waiting: 1, oldestAt: ago(90), unclaimed: 0, isClaimed: false, setAside: 0 } }],
    ['outbox', 'unclaimed', { outbox: { waiting: 1, oldestAt: ago(90), unclaimed: 1, isClaimed: false, setAside: 0 } }],
    // Most entries of a large backlog wait for their turn.
    [
      'outbox',
      'late',
      { outbox: { waiting: 9_000, oldestAt: ago(90), unclaimed: 8_950, isClaimed: true, setAside: 0 } },
    ],
    ['outbox', 'set_aside', { outbox: { ...none, unclaimed: 0, isClaimed: false, setAside: 1 } }],
    ['deliveries', 'late', { deliveries: { waiting: 1, oldestAt: ago(90) } }],
    ['callbacks', 'unknown', { callbacks: null }],
  ] as const)('%s: %s', (part, reason, change) => {
    const judged = judgeHealth({ ...well, ...change }, { hasMail: true });
    expect(judged[part].reason).toBe(reason);
    const others = Object.entries(judged).filter(([name]) => name !== part);
    expect(new Set(others.map(([, { level }]) => level))).toEqual(new Set(['ok']));
  });

  test('news that nobody takes up is the fault of nobody else than Temporal while that is down', () => {
    const outbox = { waiting: 9_000, oldestAt: ago(90), unclaimed: 8_950, isClaimed: false, setAside: 0 };
    const judged = judgeHealth({ ...well, temporal: null, queues: null, outbox }, { hasMail: true });
    expect(judged.outbox).toEqual({ level: 'attention', reason: 'late' });
  });

  test('mails need a server', () => {
    expect(judgeHealth(well, { hasMail: false }).mails).toEqual({ level: 'attention', reason: 'not_set' });
  });
});

describe('the health of a platform that runs', () => {
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
  });

  test('tells the server’s version and who works on each queue, and when they have stopped answering', async () => {
    const reader = openReader(world);
    const health = await eventually(
      () => reader.read(),
      ({ queues }) => Array.isArray(queues) && queues.every(({ pollers }) => pollers > 0),
    );
    expect(health.temporal!.serverVersion).toMatch(/^\d+\.\d+/);
    expect(health.queues).toMatchObject([
      { queue: 'fatura-invoices', kind: 'workflow' },
      { queue: 'fatura-invoices', kind: 'activity' },
      { queue: 'fatura-payments', kind: 'activity' },
      { queue: 'fatura-webhooks', kind: 'activity' },
      { queue: 'fatura-subscriptions', kind: 'workflow' },
      { queue: 'fatura-subscriptions', kind: 'activity' },
      { queue: 'fatura-clocks', kind: 'activity' },
    ]);
    expect(judgeHealth(health, { hasMail: true })).toMatchObject({
      temporal: { level: 'ok' },
      worker: { level: 'ok' },
      outbox: { level: 'ok' },
    });

    // It hangs, which is worse than being gone.
    await suspendProcess(temporal.pid);
    const begun = performance.now();
    const hanging = await reader.read();
    const took = performance.now() - begun;
    process.kill(temporal.pid, 'SIGCONT');
    expect(took).toBeLessThan(3_000);
    expect(hanging).toMatchObject({ temporal: null, queues: null, outbox: { unclaimed: 0 } });
    const back = await eventually(
      () => reader.read(),
      ({ temporal: seen }) => seen !== null,
      { withinMs: 10_000 },
    );
    expect(judgeHealth(back, { hasMail: true }).temporal.level).toBe('ok');
    await reader.close();
  });
});
