import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowWorker } from '../../src/base/temporal/workflow-worker.ts';
import { bundleWorkflows } from '../../src/dev/workflow-bundle.ts';
import type { InvoiceInput } from '../../workflows/invoice.ts';
import { HISTORIES, readHistory, type History } from '../support/histories.ts';
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
function startOf({ events }: History) {
  return events![0]!.workflowExecutionStartedEventAttributes!;
}

function hasInvoice(history: History): boolean {
  return startOf(history).workflowType?.name === 'invoice';
}

/** The history as it is where the API that started the run named its rules. */
function withRules(history: History): History {
  const [payload] = startOf(history).input!.payloads!;
  const input = JSON.parse(Buffer.from(payload!.data!).toString()) as InvoiceInput;
  payload!.data = Buffer.from(JSON.stringify({ ...input, rules: '0.9.0' } satisfies InvoiceInput));
  return history;
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

  test('a run that a worker of before took over from an API of today keeps the rules of its markers', async () => {
    const code = readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8');
    const names = invoices.filter((name) => name.startsWith('0.8.0/') && hasInvoice(readHistory(name)));
    expect(names.length).toBeGreaterThanOrEqual(10);
    const histories = names.map((name) => ({ workflowId: name, history: withRules(readHistory(name)) }));
    const errors: unknown[] = [];
    for await (const { error } of WorkflowWorker.runReplayHistories({ workflowBundle: { code } }, histories)) {
      errors.push(error);
    }
    expect(errors).toEqual(names.map(() => undefined));
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
