import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection, type ScheduleHandle } from '@temporalio/client';
import { pino } from 'pino';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import {
  ensureSchedules,
  LEDGER_SCHEDULE,
  RECONCILIATION_SCHEDULE,
  RETENTION_SCHEDULE,
} from '../../src/outbox/ensure-schedules.ts';
import { keepSchedules } from '../../src/outbox/keep-schedules.ts';
import { startWorker } from '../../src/worker.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type World } from '../support/world.ts';

/** Sooner than a call to Temporal gives up. */
const AT_ONCE_MS = 8_000;

describe('the schedules of the platform', () => {
  let temporal: TemporalServer;
  let world: World;
  let connection: Connection;
  let schedule: ScheduleHandle;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
    connection = await Connection.connect({ address: temporal.address });
    schedule = new Client({ connection }).schedule.getHandle(RECONCILIATION_SCHEDULE);
  }, 300_000);
  afterAll(async () => {
    await connection?.close();
    await world?.stop();
    await temporal?.stop();
  });

  test('are there once the worker has started, and do what they are for', async () => {
    const { spec, action, state, policies } = await eventually(
      () => schedule.describe().catch(() => null),
      (seen) => seen !== null,
    ).then((seen) => seen!);
    expect(spec.intervals).toMatchObject([{ every: 6 * 3_600_000 }]);
    expect(action).toMatchObject({ workflowType: 'gatewayReconciliation', taskQueue: 'fatura-invoices' });
    expect(policies.overlap).toBe('SKIP');
    expect(state.paused).toBe(false);

    await schedule.trigger();
    const { info } = await eventually(
      () => schedule.describe(),
      (seen) => seen.info.recentActions.length === 1,
    );
    const { action: started } = info.recentActions[0]!;
    const { workflowId, firstExecutionRunId } = started.workflow;
    const handle = new Client({ connection }).workflow.getHandle(workflowId, firstExecutionRunId);
    expect(await handle.result()).toEqual({ accounts: 0, failed: 0, chargesSeen: 0, repaired: 0, findings: 0 });
  });

  test('the ledger is proved at once when its schedule is made, and what it lacks is posted', async () => {
    const handle = () => new Client({ connection }).schedule.getHandle(LEDGER_SCHEDULE);
    const store = await world.createStore();
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world, { attemptId: payments[0]!.id, amountCents: 10_000 });
    const { database } = world;
    // As the version before leaves it.
    await database.query('truncate ledger_entries, ledger_transactions, ledger_totals');
    await handle().delete();
    await ensureSchedules(connection, 'default', { retentionEveryMinutes: 60 });
    const { info } = await eventually(
      () => handle().describe(),
      (seen) => seen.info.recentActions.length === 1,
    );
    const { workflowId, firstExecutionRunId } = info.recentActions[0]!.action.workflow;
    const run = new Client({ connection }).workflow.getHandle(workflowId, firstExecutionRunId);
    expect(await run.result()).toEqual({ invoices: 1, posted: 1, companies: 1, differences: 0 });
    const entries = await database.query<{ account: string; cents: string }>(
      'select account, amount_cents as cents from ledger_entries where invoice_id = $1 order by id',
      [id],
    );
    expect(entries).toEqual([
      { account: 'gateway_balance', cents: '10000' },
      { account: 'receivable', cents: '-10000' },
    ]);
  });

  test('stay as an operator has set them, and are made once by workers that start together', async () => {
    const ensure = () => ensureSchedules(connection, 'default', { retentionEveryMinutes: 60 });
    await schedule.update((seen) => ({ ...seen, spec: { intervals: [{ every: '3 days' }] } }));
    await Promise.all([ensure(), ensure()]);
    expect((await schedule.describe()).spec.intervals).toMatchObject([{ every: 3 * 86_400_000 }]);
    await schedule.delete();
    await Promise.all([ensure(), ensure()]);
    const { spec } = await schedule.describe();
    expect(spec.intervals).toMatchObject([{ every: 6 * 3_600_000 }]);
  });

  test('that an operator has paused stay paused', async () => {
    await schedule.pause('while the bank is looked into');
    await world.stopWorker();
    await world.startWorker();
    const { state, spec } = await schedule.describe();
    expect(state).toMatchObject({ paused: true, note: 'while the bank is looked into' });
    expect(spec.intervals).toMatchObject([{ every: 6 * 3_600_000 }]);
  });

  test('keep no worker from ending, where Temporal does not answer', async () => {
    const [host, port] = temporal.address.split(':') as [string, string];
    const sockets: Socket[] = [];
    // The worker connects once for its namespace and once for its work; what comes then is swallowed.
    const proxy = createServer((client) => {
      sockets.push(client.on('error', () => undefined));
      if (sockets.length > 2) return;
      const server = connect(Number(port), host).on('error', () => client.destroy());
      client.pipe(server).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const config = { ...world.config, temporal: { address, namespace: 'default' } };
    const worker = await startWorker(config, { log: pino({ level: 'silent' }) });
    await eventually(
      () => sockets.length,
      (count) => count > 2,
    );
    const told = performance.now();
    await worker.stop();
    expect(performance.now() - told).toBeLessThan(AT_ONCE_MS);
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  describe('the one that forgets what is old', () => {
    const handle = () => new Client({ connection }).schedule.getHandle(RETENTION_SCHEDULE);
    const ensure = (minutes: number) => ensureSchedules(connection, 'default', { retentionEveryMinutes: minutes });
    const everyMinutes = async () => (await handle().describe()).spec.intervals?.map(({ every }) => every / 60_000);

    test('has the interval that is set, passes over what overlaps, and does what it is for', async () => {
      expect(await everyMinutes()).toEqual([60]);
      const { policies, action } = await handle().describe();
      expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 3_600_000 });
      expect(action).toMatchObject({ workflowType: 'retention', taskQueue: 'fatura-invoices' });
      await handle().trigger();
      const { info } = await eventually(
        () => handle().describe(),
        (seen) => seen.info.recentActions.length === 1,
      );
      const { workflowId, firstExecutionRunId } = info.recentActions[0]!.action.workflow;
      const run = new Client({ connection }).workflow.getHandle(workflowId, firstExecutionRunId);
      expect(await run.result()).toEqual({ forgotten: {}, failed: [] });
    });

    test('takes another setting on, also from workers that start together, and stays paused', async () => {
      await handle().pause('while a table is looked into');
      await Promise.allSettled([ensure(120), ensure(120), ensure(120)]);
      expect(await everyMinutes()).toEqual([120]);
      const { state, spec } = await handle().describe();
      expect(state).toMatchObject({ paused: true, note: 'while a table is looked into' });
      expect(spec.jitter).toBe(12 * 60_000);
    });

    test('is made as soon as Temporal takes it', async () => {
      await handle().delete();
      let tries = 0;
      const keeping = keepSchedules(
        () => {
          tries += 1;
          return tries < 3 ? Promise.reject(new Error('away')) : Connection.connect({ address: temporal.address });
        },
        {
          namespace: 'default',
          settings: { retentionEveryMinutes: 30 },
          log: pino({ level: 'silent' }),
          retryMs: 10,
        },
      );
      await eventually(
        () => everyMinutes().catch(() => null),
        (seen) => seen?.[0] === 30,
      );
      await keeping.stop();
      expect(tries).toBe(3);
    });
  });
});
