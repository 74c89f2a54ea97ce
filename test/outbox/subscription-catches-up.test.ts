import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Connection } from '@temporalio/client';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { bundleWorkflows } from '../../src/dev/workflow-bundle.ts';
import { openTemporalClient } from '../../src/base/temporal/connect.ts';
import { subscriptionWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess } from '../support/platform-process.ts';
import { act, readCycles, readSubscription, subscribe } from '../support/subscriptions.ts';
import { createWorld, type World } from '../support/world.ts';

const WEEK = 7 * 24 * 3_600_000;
const WEEKS_AWAY = 20;

describe('a subscription whose worker was away for twenty cycles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-catches-up-'));
  let back = 0;
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporalDevServer({ dataDir: folder, inMemory: true, namespace: 'default', headless: true });
    // The API lives in the past while the subscription begins; the workers never do.
    const clock = { now: () => Promise.resolve(new Date(Date.now() - back)) };
    world = await createWorld({ temporalAddress: temporal.address, withWorker: false, clock });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('catches up in order, one invoice each, though it is killed midway and the next has changed code', async () => {
    const store = await world.createStore({ renewalTime: '00:00' });
    back = WEEKS_AWAY * WEEK;
    const { id } = await subscribe(store, { interval: 'week' });
    back = 0;
    const first = await startProcess('worker', world.config);
    await eventually(
      () => readSubscription(store, id),
      ({ cycles_made }) => cycles_made >= 5,
    );
    await first.kill9();
    const { cycles_made } = await readSubscription(store, id);
    expect(cycles_made).toBeLessThan(WEEKS_AWAY);

    const workflowBundlePath = join(folder, 'patched.js');
    writeFileSync(
      workflowBundlePath,
      await bundleWorkflows(join(import.meta.dirname, '../replay/patched-workflows.ts')),
    );
    const second = await startProcess('worker', { ...world.config, workflowBundlePath });
    // Temporal believes the first worker dead after the step's thirty seconds.
    const done = await eventually(
      () => readCycles(store, id),
      (cycles) => cycles.length === WEEKS_AWAY + 1 && cycles.every(({ status }) => status === 'paid'),
      { withinMs: 75_000 },
    );
    const days = done.map(({ period_start }) => Date.parse(period_start));
    expect(days.slice(1).map((day, index) => day - days[index]!)).toEqual(Array(WEEKS_AWAY).fill(WEEK));
    expect(done.map(({ number }) => number)).toEqual(Array.from({ length: WEEKS_AWAY + 1 }, (_, index) => index + 1));
    const [made] = await world.database.query<{ invoices: string; paid: string }>(
      `select count(*) as invoices, count(*) filter (where status = 'paid' and amount_paid_cents = 5000) as paid
       from invoices where subscription_id = $1`,
      [id],
    );
    expect(made).toEqual({ invoices: String(WEEKS_AWAY + 1), paid: String(WEEKS_AWAY + 1) });

    await act(store, { id, what: 'cancel' });
    expect(await endOf(id)).toBe('COMPLETED');
    expect(await second.stop()).toBe(0);
  }, 150_000);

  async function endOf(id: number): Promise<string> {
    const client = openTemporalClient(world.config.temporal);
    const handle = client.workflow.getHandle(subscriptionWorkflowId(id));
    const { status } = await eventually(
      () => handle.describe(),
      (run) => run.status.name !== 'RUNNING',
    );
    await (client.connection as Connection).close();
    return status.name;
  }
});
