import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

describe('kill -9 of the worker', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-worker-death-'));
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporalDevServer({ dataDir, inMemory: true, namespace: 'default', headless: true });
    world = await createWorld({ temporalAddress: temporal.address, withWorker: false });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function startWorkerProcess() {
    const { config } = world;
    const child = fork(join(import.meta.dirname, '../../src/worker.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        PORT: String(config.port),
        DATABASE_URL: config.databaseUrl,
        TEMPORAL_ADDRESS: config.temporal.address,
        WEBHOOK_ALLOWED_NETWORKS: config.webhookAllowedNetworks.join(','),
        ENCRYPTION_KEYS: config.encryptionKeys,
        WORKFLOW_BUNDLE: config.workflowBundlePath,
        LOG_LEVEL: 'silent',
      },
    });
    await once(child, 'message');
    return child;
  }

  test('while a receiver holds the connection: the event arrives, with the same id and bytes, and the gap is shown', async () => {
    const store = await world.createStore({ webhookRetries: 3, webhookRetryIntervalSeconds: 1 });
    const first = await startWorkerProcess();
    store.receiver.behave(() => undefined);
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => store.receiver.received,
      (seen) => seen.length === 1,
    );
    const died = once(first, 'exit');
    first.kill('SIGKILL');
    await died;
    store.receiver.behave(null);

    const second = await startWorkerProcess();
    // Temporal believes the first worker dead after the activity's thirty seconds.
    await eventually(
      () => store.receiver.received,
      (seen) => seen.length === 2,
      { withinMs: 50_000 },
    );
    const [lost, arrived] = store.receiver.received;
    expect(arrived!.body).toBe(lost!.body);
    expect(arrived!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
    const attempts = await eventually(
      () =>
        world.database.query<{ number: number; outcome: string }>(
          `select number, outcome from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
           where d.resource_id = $1 order by number`,
          [id],
        ),
      (rows) => rows.length === 2,
    );
    expect(attempts).toEqual([
      { number: 1, outcome: 'interrupted' },
      { number: 2, outcome: 'succeeded' },
    ]);
    const ended = once(second, 'exit');
    second.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 90_000);
});
