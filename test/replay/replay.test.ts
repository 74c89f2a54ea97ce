import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowWorker } from '../../src/base/temporal/workflow-worker.ts';
import { bundleWorkflows } from '../../src/dev/workflow-bundle.ts';
import { HISTORIES, readHistory } from '../support/histories.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';

quietTemporal();

const recorded = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

const subscriptions = recorded.filter((name) => name.includes('subscription'));
const invoices = recorded.filter((name) => !name.includes('subscription'));

/** Replays some lives in one worker. @returns what went wrong with each; undefined where nothing did */
async function replay(code: string, names: readonly string[]): Promise<Map<string, Error | undefined>> {
  const histories = names.map((name) => ({ workflowId: name, history: readHistory(name) }));
  const seen = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of WorkflowWorker.runReplayHistories(
    { workflowBundle: { code } },
    histories,
  )) {
    seen.set(workflowId, error);
  }
  return seen;
}
const bundle = (file: string): Promise<string> => bundleWorkflows(join(import.meta.dirname, file));

describe('recorded lives replay on the workflows of today', () => {
  let replayed: Map<string, Error | undefined>;
  beforeAll(async () => {
    replayed = await replay(readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8'), recorded);
  });

  test('there are lives of every kind', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(7);
  });

  test.each(recorded)('%s', (name) => {
    expect([...replayed.keys()]).toContain(name);
    expect(replayed.get(name)).toBeUndefined();
  });

  test('a change that would break running invoices and subscriptions is noticed', async () => {
    const broken = await replay(await bundle('changed-workflows.ts'), [invoices[0]!, subscriptions[0]!]);
    expect([...broken.values()].map(String)).toEqual([
      expect.stringMatching(/[Nn]ondeterminism/),
      expect.stringMatching(/[Nn]ondeterminism/),
    ]);
  });

  test('a change that is patched in breaks none of those that began before it', async () => {
    expect(subscriptions.length).toBeGreaterThanOrEqual(4);
    const whole = await replay(await bundle('patched-workflows.ts'), subscriptions);
    expect([...whole]).toEqual(subscriptions.map((name) => [name, undefined]));
  });
});
