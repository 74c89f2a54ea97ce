import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Duration } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { DeliverWebhookInput, DeliveryOutcome } from '../../activities/deliver-webhook.ts';
import type { FirstTriesInput, FirstTriesOutput } from '../../activities/first-tries.ts';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../../src/webhooks/delivery-order.ts';
import { ensureSearchAttributes } from '../../src/base/temporal/ensure-search-attributes.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import type { DeliveryAttemptInput } from '../../src/webhooks/first-attempt.ts';
import { eventually } from '../support/eventually.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { startTimeSkippingEnvironment } from '../support/time-skipping-environment.ts';

const ATTEMPT = 7;
const REFUND = 31;

const ORDER: DeliveryOrder = {
  ...{ deliveryId: 11, event: 'invoice.created', endpointId: 5, attemptsMade: 0, attemptsAllowed: 4 },
  ...{ retryPolicy: { intervalSeconds: 300, strategy: 'fixed', maxIntervalSeconds: 3_600 }, notBefore: null },
};
const OPEN: InvoiceNews = {
  ...{ invoiceId: 1, companyId: 2, environment: 'sandbox', version: 1, status: 'open', paymentMethod: 'pix' },
  ...{ chargeToRegister: ATTEMPT, chargesToCancel: [], refundsToMake: [], deadline: null, deliveries: [ORDER] },
};
/** Nothing is left to do. */
const PAID: InvoiceNews = { ...OPEN, version: 3, status: 'paid', chargeToRegister: null, deliveries: [] };
const REGISTERED: InvoiceNews = { ...PAID, version: 2, status: 'pending' };
const RETRIED = { retryAfterSeconds: 300, askedForMore: false };
const CANCELED: InvoiceNews = { ...PAID, version: 2, status: 'canceled' };

/**
 * The invoice's workflow as it is, on a server that skips time; what it asks for is answered by the test, and noted.
 */
describe('the outcome of a first try', () => {
  let env: TestWorkflowEnvironment;
  let workers: Worker[];
  let running: Promise<void[]>;
  let life: Life;
  let number = 0;

  beforeAll(async () => {
    quietTemporal();
    env = await startTimeSkippingEnvironment();
    await ensureSearchAttributes(env.connection, 'default');
    const answers: Record<string, unknown> = {
      ...{ readInvoice: REGISTERED, registerCharge: REGISTERED, makeRefund: { ...PAID, version: 4 } },
      ...{ deliverWebhook: { status: 'ended' }, recordAttempt: null },
    };
    const activities: Record<string, (input: never) => Promise<unknown>> = {
      tryHere: (input: FirstTriesInput) => (life.tries.push(input), life.tryHere(input)),
    };
    activities.deliverTogether = (input: { deliveries: DeliverWebhookInput[] }) => {
      life.calls.push(['deliverTogether', input]);
      return life.deliverTogether(input.deliveries);
    };
    for (const [name, answer] of Object.entries(answers)) {
      activities[name] = (input: object) => (life.calls.push([name, input]), Promise.resolve(answer));
    }
    const workflowBundle = { code: readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8') };
    const common = { connection: env.nativeConnection, activities };
    workers = await Promise.all([
      Worker.create({ ...common, taskQueue: TASK_QUEUES.invoices, workflowBundle }),
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

  /**
   * Runs an invoice until its run ends.
   *
   * @param tryHere the local activity's answer, or how it fails
   */
  async function live(
    tryHere: Life['tryHere'],
    {
      news = OPEN,
      taskTimeout = '10 seconds',
      meanwhile = () => Promise.resolve(),
      deliverTogether = () => Promise.reject(new Error('it was asked for')),
    }: Circumstances = {},
  ) {
    const calls: Life['calls'] = [];
    const tries: Life['tries'] = [];
    life = { calls, tries, tryHere, deliverTogether };
    number += 1;
    const before = await env.currentTimeMs();
    const handle = await env.client.workflow.start('invoice', {
      ...{ workflowId: `first-tries-${number}`, taskQueue: TASK_QUEUES.invoices },
      args: [{ invoiceId: news.invoiceId, news }],
      workflowTaskTimeout: taskTimeout,
    });
    await meanwhile({ calls, tries, signal: (latest) => handle.signal('recordChanged', latest) });
    const result: unknown = await handle.result();
    return { calls, tries, result, tookMs: (await env.currentTimeMs()) - before };
  }

  interface Life {
    /** The ordinary activities, in order. */
    calls: [name: string, input: object][];
    tries: FirstTriesInput[];
    tryHere: (input: FirstTriesInput) => Promise<FirstTriesOutput>;
    deliverTogether: (deliveries: DeliverWebhookInput[]) => Promise<[deliveryId: number, outcome: DeliveryOutcome][]>;
  }

  interface Circumstances {
    /** That the run begins with. */
    news?: InvoiceNews;
    /** When a task with a try in it is renewed, and the workflow hears of what came meanwhile. */
    taskTimeout?: Duration;
    /** The answer about several deliveries that were not tried here. */
    deliverTogether?: Life['deliverTogether'];
    /** The acts while it runs. */
    meanwhile?: (run: Run) => Promise<unknown>;
  }

  interface Run {
    calls: [name: string, input: object][];
    /** News that come before the first try is made would be those that the run begins with. */
    tries: FirstTriesInput[];
    signal: (news: InvoiceNews) => Promise<void>;
  }

  const registered = { charge: { status: 'registered' as const }, news: REGISTERED, deliveries: [] };
  const told = (tried: FirstTriesOutput['deliveries'][number][1]): FirstTriesOutput['deliveries'] => [
    [ORDER.deliveryId, tried],
  ];
  const ended = told({ status: 'ended', message: 'delivered' });

  test('a first try that went well is done', async () => {
    const { calls, tries, result } = await live(() => Promise.resolve({ ...registered, deliveries: ended }));
    expect(tries).toEqual([
      {
        charge: { attemptId: ATTEMPT, invoiceId: 1, companyId: 2, environment: 'sandbox' },
        deliveries: [expect.objectContaining({ deliveryId: ORDER.deliveryId, attemptsMade: 0 })],
        companyId: 2,
        environment: 'sandbox',
        at: expect.any(String),
      },
    ]);
    expect(calls).toEqual([]);
    expect(result).toEqual({ status: 'pending', version: 2 });
  });

  test('work that was not tried here is done by the ordinary activities, as new work', async () => {
    const { calls } = await live(() =>
      Promise.resolve({ charge: { status: 'elsewhere' }, news: null, deliveries: told({ status: 'elsewhere' }) }),
    );
    const of = byName(calls);
    expect(of('registerCharge')).toEqual([
      { invoiceId: 1, attemptId: ATTEMPT, at: expect.any(String), mayBeHeld: true },
    ]);
    expect(of('deliverWebhook')).toEqual([expect.objectContaining({ deliveryId: ORDER.deliveryId, attemptsMade: 0 })]);
    expect(calls).toHaveLength(2);
  });

  describe('of several deliveries for which there was no place', () => {
    const ORDERS = [11, 12, 13].map((deliveryId) => ({ ...ORDER, deliveryId }));
    const news: InvoiceNews = { ...REGISTERED, version: 1, deliveries: ORDERS };
    const noPlace = () =>
      Promise.resolve({
        ...{ charge: null, news: null },
        deliveries: ORDERS.map(({ deliveryId }): [number, { status: 'elsewhere' }] => [
          deliveryId,
          { status: 'elsewhere' },
        ]),
      });

    test('is that of one task of Temporal, and each goes on from its own', async () => {
      const { calls, tookMs } = await live(noPlace, {
        news,
        deliverTogether: () =>
          Promise.resolve([
            [11, { status: 'ended', message: 'delivered' }],
            [12, { ...{ status: 'failed', message: 'answered 500' }, attemptsMade: 1, ...RETRIED }],
            [13, { status: 'ended', message: 'delivered' }],
          ]),
      });
      expect(calls).toMatchObject([
        ['deliverTogether', { deliveries: ORDERS.map(({ deliveryId }) => ({ deliveryId, attemptsMade: 0 })) }],
        ['deliverWebhook', { deliveryId: 12, attemptsMade: 1 }],
      ]);
      expect(tookMs).toBeGreaterThanOrEqual(300_000);
    });

    test('is found out by an ordinary activity each where that task is lost', async () => {
      const { calls } = await live(noPlace, { news, deliverTogether: () => Promise.reject(new Error('it died')) });
      const [together, ...each] = calls;
      expect(together).toMatchObject(['deliverTogether', {}]);
      expect(new Set(each.map(([name]) => name))).toEqual(new Set(['deliverWebhook']));
      expect(each.map(([, input]) => (input as DeliverWebhookInput).deliveryId).sort()).toEqual([11, 12, 13]);
    });
  });

  test('a delivery that the run has begun is no first try of the news that a later charge brings', async () => {
    const failed = { ...{ status: 'failed' as const, message: 'answered 500' }, attemptsMade: 1, ...RETRIED };
    const answers = [{ charge: null, news: null, deliveries: told(failed) }, registered];
    const { tries } = await live(() => Promise.resolve(answers[life.tries.length - 1]!), {
      news: { ...OPEN, chargeToRegister: null },
      async meanwhile({ tries: soFar, signal }) {
        await eventually(
          () => soFar.length,
          (count) => count > 0,
        );
        // The record knows of no attempt yet.
        await signal({ ...OPEN, version: 2 });
      },
    });
    expect(tries.map(({ charge, begun }) => [charge?.attemptId, begun])).toEqual([
      [undefined, undefined],
      [ATTEMPT, [ORDER.deliveryId]],
    ]);
  });

  test('a charge whose answer was lost is asked for before it is made, once the gateway may be asked', async () => {
    const lost = { status: 'lost' as const, retryAfterSeconds: 3_600 };
    const { calls, tookMs } = await live(() => Promise.resolve({ charge: lost, news: null, deliveries: ended }));
    expect(calls).toEqual([
      ['registerCharge', { invoiceId: 1, attemptId: ATTEMPT, at: expect.any(String), isRetry: true, mayBeHeld: true }],
    ]);
    expect(tookMs).toBeGreaterThanOrEqual(3_600_000);
  });

  test('a try that fails as a whole is one whose answers were lost', async () => {
    const { calls, tries } = await live(() => Promise.reject(new Error('the worker is in trouble')));
    const of = byName(calls);
    expect(of('registerCharge')).toEqual([expect.objectContaining({ attemptId: ATTEMPT, isRetry: true })]);
    expect(of('deliverWebhook')).toEqual([expect.objectContaining({ deliveryId: ORDER.deliveryId, attemptsMade: 0 })]);
    expect(tries).toHaveLength(1);
  });

  test('a charge that was lost is found out about although the store canceled meanwhile', async () => {
    const lost = { status: 'lost' as const, retryAfterSeconds: null };
    const hanging = hang<FirstTriesOutput>();
    const { calls } = await live(() => hanging.answer, {
      async meanwhile({ tries, signal }) {
        await eventually(
          () => tries.length,
          (count) => count > 0,
        );
        await signal(CANCELED);
        hanging.give({ charge: lost, news: null, deliveries: ended });
      },
    });
    expect(calls).toEqual([['registerCharge', expect.objectContaining({ attemptId: ATTEMPT, isRetry: true })]]);
  });

  test('an attempt that failed is the first of the policy, and the next comes after its interval', async () => {
    const failed = {
      ...{ status: 'failed' as const, message: 'it answered 500', askedForMore: false },
      ...{ attemptsMade: 1, retryAfterSeconds: 300 },
    };
    const { calls, tookMs } = await live(
      () => Promise.resolve({ charge: null, news: null, deliveries: told(failed) }),
      {
        news: { ...OPEN, chargeToRegister: null },
      },
    );
    expect(calls).toEqual([
      ['deliverWebhook', expect.objectContaining({ deliveryId: ORDER.deliveryId, attemptsMade: 1 } satisfies Known)],
    ]);
    expect(tookMs).toBeGreaterThanOrEqual(300_000);
  });

  test('an attempt that was made and could not be recorded is recorded, and not made again', async () => {
    const attempt = {
      ...{ deliveryId: ORDER.deliveryId, number: 1, error: null, retryAfterSeconds: null },
    } as never;
    const { calls } = await live(() =>
      Promise.resolve({
        charge: { status: 'registered' },
        // It is not on record: for all that the record knows, it is due.
        news: { ...REGISTERED, deliveries: [ORDER] },
        deliveries: told({ status: 'unrecorded', message: 'delivered', attempt }),
      }),
    );
    expect(calls).toEqual([['recordAttempt', attempt]]);
  });

  test('news that come while a receiver hangs do not wait for it', async () => {
    const hanging = hang<FirstTriesOutput>();
    const refundDue = { ...PAID, refundsToMake: [REFUND] };
    const { calls } = await live(() => hanging.answer, {
      taskTimeout: '2 seconds',
      async meanwhile({ calls: soFar, tries, signal }) {
        await eventually(
          () => tries.length,
          (count) => count > 0,
        );
        await signal(refundDue);
        await eventually(
          () => byName(soFar)('makeRefund').length,
          (count) => count > 0,
          { withinMs: 15_000 },
        );
        hanging.give({ ...registered, news: REGISTERED, deliveries: ended });
      },
    });
    expect(calls).toEqual([['makeRefund', expect.objectContaining({ refundId: REFUND })]]);
  });
});

type Known = Partial<DeliveryAttemptInput>;

function byName(calls: [name: string, input: object][]) {
  return (name: string): object[] => calls.filter(([called]) => called === name).map(([, input]) => input);
}

/** An answer that comes when the test gives it. */
function hang<T>(): { answer: Promise<T>; give: (answer: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { answer: promise, give: resolve };
}
