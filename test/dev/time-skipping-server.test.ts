import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureWorkflowBundle } from '../../src/dev/workflow-bundle.ts';
import { startTimeSkippingEnvironment } from '../support/time-skipping-environment.ts';
import { cleanUp, PROJECT, temporaryFolder } from './support.ts';

afterAll(cleanUp);

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('the time-skipping server', () => {
  beforeAll(() => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  });

  test('it skips time: a day of sleep passes within seconds', async () => {
    const workflowsPath = `${PROJECT}/test/dev/fixtures/workflows/index.ts`;
    const codePath = await ensureWorkflowBundle({ cacheDir: temporaryFolder(), workflowsPath });
    const environment = await startTimeSkippingEnvironment();
    try {
      const connection = environment.nativeConnection;
      const worker = await Worker.create({ connection, taskQueue: 'dev-test', workflowBundle: { codePath } });
      const before = await environment.currentTimeMs();
      const startedAt = performance.now();
      const options = { taskQueue: 'dev-test', workflowId: 'day', args: [{ milliseconds: DAY_MS }] };
      const life = environment.client.workflow.execute('waitForTime', options) as Promise<string>;
      expect(await worker.runUntil(life)).toBe('waited for time');
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(DAY_MS);
    } finally {
      await environment.teardown();
    }
  });
});
