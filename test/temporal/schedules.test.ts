import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection, type ScheduleHandle } from '@temporalio/client';
import { pino } from 'pino';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { ensureSchedules, RECONCILIATION_SCHEDULE } from '../../src/temporal/ensure-schedules.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

describe('the schedules of the platform', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-schedules-'));
  let temporal: TemporalServer;
  let world: World;
  let connection: Connection;
  let schedule: ScheduleHandle;
  beforeAll(async () => {
    temporal = await startTemporalDevServer({ dataDir, inMemory: true, namespace: 'default', headless: true });
    world = await createWorld({ temporalAddress: temporal.address });
    connection = await Connection.connect({ address: temporal.address });
    schedule = new Client({ connection }).schedule.getHandle(RECONCILIATION_SCHEDULE);
  }, 300_000);
  afterAll(async () => {
    await connection?.close();
    await world?.stop();
    await temporal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('are there once the worker has started, and do what they are for', async () => {
    const { spec, action, state, policies } = await schedule.describe();
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

  test('stay as an operator has set them, and are made once by workers that start together', async () => {
    const ensure = () => ensureSchedules(connection, 'default', pino({ level: 'silent' }));
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
});
