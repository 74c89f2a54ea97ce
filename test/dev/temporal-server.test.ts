import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findTemporal } from '../../src/dev/temporal-binary.ts';
import { startTemporalDevServer } from '../../src/dev/temporal-server.ts';
import { ensureWorkflowBundle } from '../../src/dev/workflow-bundle.ts';
import { COMPANY_ID } from '../../src/base/temporal/search-attributes.ts';
import { cleanUp, hold, isRunning, PROJECT, temporaryFolder } from './support.ts';

afterAll(cleanUp);

const taskQueue = 'dev-test';
let codePath: string;

// Where no program is to be had ready-made, it is compiled once.
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  await findTemporal();
  const workflowsPath = `${PROJECT}/test/dev/fixtures/workflows/index.ts`;
  codePath = await ensureWorkflowBundle({ cacheDir: temporaryFolder(), workflowsPath });
}, 600_000);

async function withWorker<T>(address: string, work: () => Promise<T>): Promise<T> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, taskQueue, workflowBundle: { codePath } });
  try {
    return await worker.runUntil(work());
  } finally {
    await connection.close();
  }
}

async function withClient<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

async function startWorkflows(client: Client): Promise<void> {
  const typedSearchAttributes = [{ key: COMPANY_ID, value: 7 }];
  const common = { taskQueue, typedSearchAttributes };
  await client.workflow.start('waitForTime', { ...common, workflowId: 'timer', args: [{ milliseconds: 2_000 }] });
  await client.workflow.start('waitForSignal', { ...common, workflowId: 'signal' });
}

describe('startTemporalDevServer', () => {
  test('after a kill -9 of everything, workflows, timers and signals go on', async () => {
    const dataDir = temporaryFolder();
    const holder = await hold<{ address: string; pid: number }>('temporal', dataDir);
    await withClient(holder.held.address, startWorkflows);
    await holder.kill();
    expect(isRunning(holder.held.pid)).toBe(true);

    const server = await startTemporalDevServer({ dataDir, namespace: 'default', headless: true });
    expect(isRunning(holder.held.pid)).toBe(false);
    expect(server.address).toBe(holder.held.address);
    const results = await withClient(server.address, (client) =>
      withWorker(server.address, async () => {
        await client.workflow.getHandle('signal').signal('proceed');
        return Promise.all(['timer', 'signal'].map((id) => client.workflow.getHandle(id).result() as Promise<string>));
      }),
    );
    expect(results).toEqual(['waited for time', 'waited for a signal']);
    const { count } = await withClient(server.address, (client) => client.workflow.count('CompanyId = 7'));
    expect(count).toBe(2);
    await server.stop();
    expect(isRunning(server.pid)).toBe(false);
  });

  test('a kill -9 of the server itself loses no workflow', async () => {
    const dataDir = temporaryFolder();
    const options = { dataDir, namespace: 'default', headless: true };
    const first = await startTemporalDevServer(options);
    await withClient(first.address, startWorkflows);
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toBe('signal SIGKILL');

    const second = await startTemporalDevServer(options);
    const { status } = await withClient(second.address, (client) => client.workflow.getHandle('signal').describe());
    expect(status.name).toBe('RUNNING');
    await second.stop();
  });

  test('a port asked for that is in use is named', async () => {
    const dataDir = temporaryFolder();
    const first = await startTemporalDevServer({ dataDir, namespace: 'default', headless: true, inMemory: true });
    const other = { dataDir: temporaryFolder(), namespace: 'default', headless: true, inMemory: true };
    await expect(startTemporalDevServer({ ...other, port: first.port })).rejects.toThrow(`Port ${first.port}`);
    await first.stop();
  });
});
