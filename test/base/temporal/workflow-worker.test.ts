import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkerOptions } from '@temporalio/worker';
import { WorkflowWorker } from '../../../src/base/temporal/workflow-worker.ts';
import { bundleWorkflows } from '../../../src/dev/workflow-bundle.ts';
import { eventually } from '../../support/eventually.ts';
import { startTimeSkippingEnvironment } from '../../support/time-skipping-environment.ts';

/** Long enough for an activation on a busy machine. */
const LIMIT_MS = 1_000;
const TASK_QUEUE = 'loops';

describe('a worker with threads of our own', () => {
  let env: TestWorkflowEnvironment;
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
    // The SDK takes the limit as an option that its types leave out.
    const limit = { isolateExecutionTimeout: LIMIT_MS } as Partial<WorkerOptions>;
    worker = await WorkflowWorker.create({
      ...{ connection: env.nativeConnection, taskQueue: TASK_QUEUE, workflowThreadPoolSize: 1, ...limit },
      workflowBundle: { code: await bundleWorkflows(join(import.meta.dirname, 'workflows-for-threads.ts')) },
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
      const handle = await env.client.workflow.start(name, { taskQueue: TASK_QUEUE, workflowId: name });
      const failure = await eventually(
        async () => {
          const { events } = await handle.fetchHistory();
          return events?.find((event) => event.workflowTaskFailedEventAttributes)?.workflowTaskFailedEventAttributes;
        },
        (found) => found !== undefined,
      );
      expect(failure?.failure?.message).toBe(`Script execution timed out after ${LIMIT_MS}ms`);
      const options = { taskQueue: TASK_QUEUE, workflowId: `beside ${name}` };
      await expect(env.client.workflow.execute('goesOn', options)).resolves.toBe('done');
      await handle.terminate();
      expect(logged).toContain(name);
    },
  );

  test('the stack of a run that waits is empty', async () => {
    const options = { taskQueue: TASK_QUEUE, workflowId: 'waits' };
    const handle = await env.client.workflow.start('waits', options);
    await expect(handle.query('__stack_trace')).resolves.toBe('');
    await handle.terminate();
  });

  test('a failure names its place in the source', async () => {
    const options = { taskQueue: TASK_QUEUE, workflowId: 'fails' };
    const failure: unknown = await env.client.workflow.execute('fails', options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    const { cause } = failure as WorkflowFailedError;
    expect(cause).toMatchObject({ message: 'on purpose' });
    expect(cause?.stack).toMatch(/workflows-for-threads\.ts:23:27/);
  });

  test('runs of a thread share the modules of their workflows', async () => {
    const run = (workflowId: string): Promise<unknown> =>
      env.client.workflow.execute('counts', { taskQueue: TASK_QUEUE, workflowId });
    await expect(run('counts first')).resolves.toBe(1);
    await expect(run('counts second')).resolves.toBe(2);
  });
});
