import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, WorkflowFailedError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkerOptions } from '@temporalio/worker';
import { WorkflowWorker } from '../../../src/base/temporal/workflow-worker.ts';
import { bundleWorkflows } from '../../../src/dev/workflow-bundle.ts';
import { eventually } from '../../support/eventually.ts';
import { startTimeSkippingEnvironment } from '../../support/time-skipping-environment.ts';

/** Long enough for an activation on a busy machine. */
const LIMIT_MS = 1_000;
const THREADS = 2;
const TASK_QUEUE = 'loops';

describe('a worker with threads of our own', () => {
  let env: TestWorkflowEnvironment;
  /** Unlike that of the environment, it skips no time: a limit of a run would pass while its thread is held. */
  let client: Client;
  let workflowBundle: { code: string };
  let worker: WorkflowWorker;
  let running: Promise<void>;
  /** The types of the workflows that the SDK's log names as failed. */
  const logged: unknown[] = [];

  beforeAll(async () => {
    Runtime.install({
      logger: new DefaultLogger('ERROR', ({ meta }) => logged.push(meta?.workflowType)),
      telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
    });
    env = await startTimeSkippingEnvironment();
    client = new Client({ connection: env.connection });
    workflowBundle = { code: await bundleWorkflows(join(import.meta.dirname, 'workflows-for-threads.ts')) };
    // The SDK takes the limit as an option that its types leave out.
    const limit = { isolateExecutionTimeout: LIMIT_MS } as Partial<WorkerOptions>;
    worker = await WorkflowWorker.create({
      ...{ connection: env.nativeConnection, taskQueue: TASK_QUEUE, workflowBundle },
      ...{ workflowThreadPoolSize: THREADS, ...limit },
    });
    running = worker.run();
  });
  afterAll(async () => {
    worker?.shutdown();
    await running;
    await env?.teardown();
  });

  test.each(['loopsForEver', 'awaitsForEver'])(
    '%s fails its task, and the thread goes on with others',
    async (name) => {
      const handle = await client.workflow.start(name, { taskQueue: TASK_QUEUE, workflowId: name });
      const failure = await eventually(
        async () => {
          const { events } = await handle.fetchHistory();
          return events?.find((event) => event.workflowTaskFailedEventAttributes)?.workflowTaskFailedEventAttributes;
        },
        (found) => found !== undefined,
      );
      expect(failure?.failure?.message).toBe(`The workflow kept its thread for longer than ${LIMIT_MS} ms`);
      // A run goes to the thread with the fewest runs.
      const others = Array.from({ length: 2 * THREADS }, (_, number) =>
        client.workflow.execute('goesOn', { taskQueue: TASK_QUEUE, workflowId: `${number} beside ${name}` }),
      );
      await expect(Promise.all(others)).resolves.toEqual(others.map(() => 'done'));
      await handle.terminate();
      expect(logged).toContain(name);
    },
  );

  test('an activation that comes to its end at its limit is done or fails: none is lost', async () => {
    const [taskQueue, limitMs, runs] = ['limits', 100, 50];
    const takeLong = (rounds: number, number: number, queue = taskQueue): Promise<void> => {
      const workflowId = `${queue}, takes long ${number}`;
      return client.workflow.execute('takesLong', { taskQueue: queue, workflowId, args: [rounds] });
    };
    const trial = 20_000_000;
    await takeLong(trial, 1, TASK_QUEUE);
    const begunAt = performance.now();
    await takeLong(trial, 2, TASK_QUEUE);
    const roundsOfLimit = (trial * limitMs) / (performance.now() - begunAt);
    const limit = { isolateExecutionTimeout: limitMs } as Partial<WorkerOptions>;
    const strict = await WorkflowWorker.create({
      ...{ connection: env.nativeConnection, taskQueue, workflowBundle, workflowThreadPoolSize: 1, ...limit },
    });
    // Some are just done, and the others end while the worker comes to end them.
    const all = Array.from({ length: runs }, (_, number) => takeLong(roundsOfLimit * (0.9 + number / runs), number));
    await strict.runUntil(Promise.all(all));
    expect(logged).toContain('takesLong');
  }, 90_000);

  test('the stack of a run that waits is empty', async () => {
    const options = { taskQueue: TASK_QUEUE, workflowId: 'waits' };
    const handle = await client.workflow.start('waits', options);
    await expect(handle.query('__stack_trace')).resolves.toBe('');
    await handle.terminate();
  });

  test('a failure names its place in the source', async () => {
    const options = { taskQueue: TASK_QUEUE, workflowId: 'fails' };
    const failure: unknown = await client.workflow.execute('fails', options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    const { cause } = failure as WorkflowFailedError;
    expect(cause).toMatchObject({ message: 'on purpose' });
    expect(cause?.stack).toMatch(/workflows-for-threads\.ts:23:27/);
  });

  test('runs of a thread share the modules of their workflows', async () => {
    const runs = Array.from({ length: THREADS + 1 }, (_, number) =>
      client.workflow.execute('counts', { taskQueue: TASK_QUEUE, workflowId: `counts ${number}` }),
    );
    // More runs than threads: at least two of them have the same thread.
    await expect(Promise.all(runs)).resolves.toContain(2);
  });
});
