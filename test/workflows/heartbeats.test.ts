import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { WorkflowNotFoundError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { FirstTriesInput, FirstTriesOutput } from '../../activities/first-tries.ts';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../../src/webhooks/delivery-order.ts';
import { ensureSearchAttributes } from '../../src/base/temporal/ensure-search-attributes.ts';
import { FIRST_TRY_TASK_TIMEOUT_MS } from '../../src/base/temporal/task-limits.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import { eventually } from '../support/eventually.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { HOUR, MINUTE } from '../support/skipped-time.ts';
import { startTimeSkippingEnvironment } from '../support/time-skipping-environment.ts';

const INVOICES = 30;
/** As long as a gateway or a receiver is given at most, and somewhat less. */
const SLOW_MS = { least: 7_000, most: 10_500 };

/** The same for each run of the test: a linear congruential generator, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** The workflow as it is, with gateways and receivers that take as long as they may, while news come at any moment. */
describe('an invoice whose first tries are slow', () => {
  const random = createRandom(7);
  const between = ({ least, most }: typeof SLOW_MS) => least + random() * (most - least);
  const workflowBundle = { code: readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8') };
  const record = new Map<number, InvoiceNews>();
  let env: TestWorkflowEnvironment;
  let workers: Worker[];
  let running: Promise<void[]>;

  beforeAll(async () => {
    quietTemporal();
    env = await startTimeSkippingEnvironment();
    await ensureSearchAttributes(env.connection, 'default');
    const latest = ({ invoiceId }: { invoiceId: number }) => Promise.resolve(record.get(invoiceId)!);
    const activities = {
      async tryHere({ charge, deliveries }: FirstTriesInput): Promise<FirstTriesOutput> {
        await sleep(charge ? between(SLOW_MS) : random() * 2_500);
        const isRegistered = charge !== null && charge.invoiceId % 3 !== 0;
        return {
          charge: charge && (isRegistered ? { status: 'registered' } : { status: 'lost', retryAfterSeconds: null }),
          news: isRegistered ? record.get(charge.invoiceId)! : null,
          deliveries: deliveries.map(({ deliveryId }) => [deliveryId, { status: 'ended', message: 'delivered' }]),
        };
      },
      ...{ readInvoice: latest, passDeadline: latest, registerCharge: latest },
      deliverWebhook: () => Promise.resolve({ status: 'ended', message: 'delivered' }),
    };
    const common = { connection: env.nativeConnection, activities };
    workers = await Promise.all([
      Worker.create({
        ...{ ...common, taskQueue: TASK_QUEUES.invoices, workflowBundle },
        ...{ maxConcurrentLocalActivityExecutions: 2 * INVOICES, maxConcurrentWorkflowTaskExecutions: 2 * INVOICES },
      }),
      Worker.create({ ...common, taskQueue: TASK_QUEUES.payments }),
      Worker.create({ ...common, taskQueue: TASK_QUEUES.webhooks }),
    ]);
    running = Promise.all(workers.map((worker) => worker.run()));
  });
  afterAll(async () => {
    for (const worker of workers ?? []) worker.shutdown();
    await running;
    await env?.teardown();
  });

  async function live(invoiceId: number): Promise<{ status: string; failures: string[]; replay: string }> {
    const [first, ...later] = newsOf(invoiceId, await env.currentTimeMs());
    record.set(invoiceId, first!);
    const handle = await env.client.workflow.start('invoice', {
      ...{ workflowId: `slow-${invoiceId}`, taskQueue: TASK_QUEUES.invoices, args: [{ invoiceId, news: first }] },
      workflowTaskTimeout: FIRST_TRY_TASK_TIMEOUT_MS,
    });
    for (const news of later) {
      await sleep(random() * 5_000);
      record.set(invoiceId, news);
      await handle.signal('recordChanged', news).catch((error: unknown) => {
        // A paid invoice may have ended by now.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
    }
    // Asking for its result would let time run.
    const status = await eventually(
      async () => (await handle.describe()).status.name,
      (seen) => seen !== 'RUNNING',
      { withinMs: 40_000 },
    ).catch(() => 'RUNNING');
    const history = await handle.fetchHistory();
    const replay = await Worker.runReplayHistory({ workflowBundle }, history).then(
      () => 'replays',
      (error: Error) => error.message,
    );
    const events = history.events ?? [];
    return {
      status,
      failures: events.flatMap((event) => event.workflowTaskFailedEventAttributes?.failure?.message ?? []),
      replay,
    };
  }

  test('ends, whatever comes meanwhile, and its history replays', async () => {
    const lives = await Promise.all(Array.from({ length: INVOICES }, (_, index) => live(index + 1)));
    const wrong = lives.filter(
      ({ status, failures, replay }) => status + failures.join() + replay !== 'COMPLETEDreplays',
    );
    expect(wrong).toEqual([]);
  }, 120_000);
});

function newsOf(invoiceId: number, now: number): InvoiceNews[] {
  const order = (number: number): DeliveryOrder => ({
    ...{ deliveryId: 10 * invoiceId + number, event: 'invoice.created', endpointId: 5, notBefore: null },
    ...{ attemptsMade: 0, attemptsAllowed: 4 },
    retryPolicy: { intervalSeconds: 300, strategy: 'fixed', maxIntervalSeconds: 3_600 },
  });
  const base: Omit<InvoiceNews, 'version' | 'status' | 'deliveries'> = {
    ...{ invoiceId, companyId: 2, environment: 'sandbox', paymentMethod: 'pix' },
    ...{ chargeToRegister: null, chargesToCancel: [], refundsToMake: [], deadline: null },
  };
  const until = (kind: 'abandonment_elapsed' | 'pix_expired', ms: number) => ({
    kind,
    at: new Date(now + ms).toISOString(),
  });
  return [
    {
      ...{ ...base, version: 1, status: 'open', chargeToRegister: 7, deliveries: [order(1)] },
      deadline: until('abandonment_elapsed', HOUR),
    },
    { ...base, version: 2, status: 'pending', deliveries: [order(2)], deadline: until('pix_expired', 15 * MINUTE) },
    { ...base, version: 3, status: 'paid', deliveries: [order(2), order(3)] },
    { ...base, version: 4, status: 'paid', deliveries: [] },
  ];
}
