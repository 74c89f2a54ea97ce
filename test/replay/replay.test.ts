import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../src/dev/workflow-bundle.ts';
import { HISTORIES, readHistory } from '../support/histories.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';

quietTemporal();

const recorded = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

const subscriptions = recorded.filter((name) => name.includes('subscription'));
const invoices = recorded.filter((name) => !name.includes('subscription'));

describe('recorded lives replay on the workflows of today', () => {
  const workflowBundle = { code: readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8') };

  test('there are lives of every kind', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(7);
  });

  test.each(recorded)('%s', async (name) => {
    await expect(Worker.runReplayHistory({ workflowBundle }, readHistory(name))).resolves.toBeUndefined();
  });

  test.each([
    ['invoices', invoices[0]!],
    ['subscriptions', subscriptions[0]!],
  ])('a change that would break running %s is noticed', async (_what, name) => {
    const code = await bundleWorkflows(join(import.meta.dirname, 'changed-workflows.ts'));
    const replay = Worker.runReplayHistory({ workflowBundle: { code } }, readHistory(name));
    await expect(replay).rejects.toThrow(/[Nn]ondeterminism/);
  });

  test('a change that is patched in breaks none of those that began before it', async () => {
    const code = await bundleWorkflows(join(import.meta.dirname, 'patched-workflows.ts'));
    expect(subscriptions.length).toBeGreaterThanOrEqual(4);
    for (const name of subscriptions) {
      await Worker.runReplayHistory({ workflowBundle: { code } }, readHistory(name));
    }
  });
});
