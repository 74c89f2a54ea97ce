import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, defaultPayloadConverter, TypedSearchAttributes } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../../src/webhooks/delivery-order.ts';
import { ensureSearchAttributes } from '../../src/base/temporal/ensure-search-attributes.ts';
import { COMPANY_ID, INVOICE_STATUS, PAYMENT_METHOD } from '../../src/base/temporal/search-attributes.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import { eventually } from '../support/eventually.ts';
import { timersOf, type History } from '../support/histories.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { startTimeSkippingEnvironment } from '../support/time-skipping-environment.ts';

const { EventType } = proto.temporal.api.enums.v1;
const { HistoryEvent } = proto.temporal.api.history.v1;

const ORDER: DeliveryOrder = {
  ...{ deliveryId: 11, event: 'invoice.created', endpointId: 5, attemptsMade: 1, attemptsAllowed: 4 },
  ...{ retryPolicy: { intervalSeconds: 36_000, strategy: 'fixed', maxIntervalSeconds: 36_000 }, notBefore: null },
};
const OPEN: InvoiceNews = {
  ...{ invoiceId: 1, companyId: 2, environment: 'sandbox', version: 1, status: 'pending', paymentMethod: 'pix' },
  ...{ chargeToRegister: null, chargesToCancel: [], refundsToMake: [], deadline: null, deliveries: [] },
};

/** The events of a workflow task that begins with the event of this number. */
function taskOf(scheduledEventId: number): [type: keyof typeof EventType, attributes: Record<string, object>][] {
  const startedEventId = scheduledEventId + 1;
  return [
    ['EVENT_TYPE_WORKFLOW_TASK_SCHEDULED', { workflowTaskScheduledEventAttributes: {} }],
    ['EVENT_TYPE_WORKFLOW_TASK_STARTED', { workflowTaskStartedEventAttributes: { scheduledEventId } }],
    [
      'EVENT_TYPE_WORKFLOW_TASK_COMPLETED',
      { workflowTaskCompletedEventAttributes: { scheduledEventId, startedEventId } },
    ],
  ];
}

type Answer = (input: object) => unknown;

function activitiesEndedOf({ events }: History): number {
  return (events ?? []).filter((event) => event.activityTaskCompletedEventAttributes).length;
}

/** The invoice's workflow as it is, on a server that skips time; what it asks for is answered by the test. */
describe('work beside the rest of an invoice’s life', () => {
  const workflowBundle = { code: readFileSync(process.env.TEST_WORKFLOW_BUNDLE!, 'utf8') };
  let env: TestWorkflowEnvironment;
  let workers: Worker[];
  let running: Promise<void[]>;
  let answers: Record<string, Answer> = {};
  let number = 0;

  beforeAll(async () => {
    quietTemporal();
    env = await startTimeSkippingEnvironment();
    await ensureSearchAttributes(env.connection, 'default');
    const names = [
      'listGatewayAccounts',
      'reconcileAccount',
      'readInvoice',
      'passDeadline',
      'makeRefund',
      'deliverWebhook',
      'cancelCharge',
      'registerCharge',
      'tryHere',
    ];
    const activities = Object.fromEntries(
      names.map((name) => [name, (input: object) => Promise.resolve(answers[name]!(input))]),
    );
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

  const begin = (news: InvoiceNews) =>
    env.client.workflow.start('invoice', {
      ...{ workflowId: `beside-${(number += 1)}`, taskQueue: TASK_QUEUES.invoices },
      args: [{ invoiceId: news.invoiceId, news }],
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: news.companyId },
        { key: INVOICE_STATUS, value: news.status },
        { key: PAYMENT_METHOD, value: news.paymentMethod },
      ]),
    });

  /** Without letting time pass, which whoever waits for a result does. */
  const untilEnded = (handle: WorkflowHandle) =>
    eventually(
      async () => (await handle.describe()).status.name,
      (status) => status === 'COMPLETED',
    );

  test('a delivery that the record no longer names is let go: a paid invoice does not wait for the store’s interval', async () => {
    let attempts = 0;
    answers = {
      deliverWebhook() {
        attempts += 1;
        throw ApplicationFailure.retryable('it answered 500');
      },
    };
    const before = await env.currentTimeMs();
    const handle = await begin({ ...OPEN, deliveries: [ORDER] });
    await eventually(
      () => attempts,
      (count) => count > 0,
    );
    await handle.signal('recordChanged', { ...OPEN, version: 2, status: 'paid' } satisfies InvoiceNews);
    // The interval of the store is ten hours.
    await env.sleep('40 seconds');
    await untilEnded(handle);
    expect((await env.currentTimeMs()) - before).toBeLessThan(60_000);
    expect(attempts).toBe(1);
  });

  test('a delivery that is named again after it was let go is made', async () => {
    let attempts = 0;
    answers = {
      deliverWebhook() {
        attempts += 1;
        if (attempts === 1) throw ApplicationFailure.retryable('it answered 500');
        return { status: 'ended' };
      },
    };
    const handle = await begin({ ...OPEN, deliveries: [ORDER] });
    await eventually(
      () => attempts,
      (count) => count > 0,
    );
    const held: InvoiceNews = {
      ...OPEN,
      version: 2,
      deadline: { kind: 'pix_expired', at: '2100-01-01T00:00:00.000Z' },
    };
    await handle.signal('recordChanged', held);
    await env.sleep('1 minute');
    await handle.signal('recordChanged', { ...held, version: 3, deliveries: [{ ...ORDER, attemptsMade: 1 }] });
    await eventually(
      () => attempts,
      (count) => count === 2,
    );
    await handle.signal('recordChanged', { ...OPEN, version: 4, status: 'paid' } satisfies InvoiceNews);
    await untilEnded(handle);
  });

  /** The time that a worker writes whose clock is an hour ahead. */
  const anHourAhead = async (): Promise<string> => new Date((await env.currentTimeMs()) + 3_600_000).toISOString();
  const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
  const DUE: DeliveryOrder = { ...ORDER, notBefore: A_MINUTE_AGO };

  test('a delivery whose time in the record was wrong is made once the record says an earlier one', async () => {
    let attempts = 0;
    answers = {
      deliverWebhook() {
        attempts += 1;
        return { status: 'ended' };
      },
    };
    const handle = await begin({ ...OPEN, deliveries: [{ ...ORDER, notBefore: await anHourAhead() }] });
    await eventually(
      async () => timersOf(await handle.fetchHistory()),
      (timers) => timers.length === 1,
    );
    expect(attempts).toBe(0);
    await handle.signal('recordChanged', { ...OPEN, deliveries: [DUE] });
    await untilEnded(handle);
    expect(attempts).toBe(1);
  });

  test('a delivery that found no place is begun anew by news from after that, and not by older ones', async () => {
    let attempts = 0;
    let asked = 0;
    answers = {
      deliverWebhook() {
        attempts += 1;
        return { status: attempts === 1 ? 'held' : 'ended' };
      },
      async readInvoice() {
        asked += 1;
        const older = { ...OPEN, deliveries: [{ ...ORDER, notBefore: await anHourAhead() }] };
        if (asked === 1) await handle.signal('recordChanged', older);
        return { ...OPEN, deliveries: [DUE] };
      },
    };
    const handle = await begin({ ...OPEN, deliveries: [ORDER] });
    await untilEnded(handle);
    expect(attempts).toBe(2);
    expect(Math.max(...timersOf(await handle.fetchHistory()))).toBeLessThan(1_000);
  });

  test('deliveries that find no place in one moment ask the record together', async () => {
    const deliveries = Array.from({ length: 20 }, (_, index) => ({ ...ORDER, deliveryId: 100 + index }));
    let asked = 0;
    answers = {
      deliverWebhook: () => ({ status: 'held' }),
      async readInvoice() {
        asked += 1;
        const heard = async () => activitiesEndedOf(await handle.fetchHistory());
        if (asked === 1) await eventually(heard, (ended) => ended === deliveries.length);
        return { ...OPEN, readAt: asked };
      },
    };
    const handle = await begin({ ...OPEN, readAt: 0, deliveries });
    await untilEnded(handle);
    expect(asked).toBeLessThanOrEqual(2);
  });

  test.each<{
    where: string;
    first: DeliveryOrder[];
    hears: (
      signal: (news: InvoiceNews) => Promise<void>,
      answer: (news: InvoiceNews) => Promise<void>,
    ) => Promise<void>;
  }>([
    {
      where: 'news and the answer about it are heard in one task',
      first: [DUE],
      async hears(signal, answer) {
        await answer({ ...OPEN, readAt: 2_000, deliveries: [DUE] });
        await signal({ ...OPEN, readAt: 3_000, deliveries: [DUE] });
      },
    },
    {
      where: 'an older answer follows a signal of an older version, which has no time',
      first: [],
      async hears(signal, answer) {
        await signal({ ...OPEN, deliveries: [DUE] });
        await answer({ ...OPEN, readAt: 2_000 });
      },
    },
  ])('a delivery that found no place is begun anew where $where', async ({ first, hears }) => {
    let attempts = 0;
    let tries = 0;
    const [read, tried] = [Promise.withResolvers<InvoiceNews>(), Promise.withResolvers<object>()];
    let asked = 0;
    answers = {
      deliverWebhook() {
        attempts += 1;
        return { status: attempts === 1 ? 'held' : 'ended' };
      },
      readInvoice() {
        asked += 1;
        return asked === 1 ? read.promise : { ...OPEN, readAt: 2_500, deliveries: [DUE] };
      },
      tryHere() {
        tries += 1;
        return tried.promise;
      },
    };
    const handle = await begin({ ...OPEN, readAt: 0, deliveries: [ORDER] });
    await eventually(
      () => asked,
      (count) => count === 1,
    );
    // A first try keeps the task of the workflow; what comes meanwhile is heard in the next task, all of it.
    const other = { ...ORDER, deliveryId: 12, attemptsMade: 0 };
    const signal = (news: InvoiceNews): Promise<void> => handle.signal('recordChanged', news);
    await signal({ ...OPEN, readAt: 1_000, deliveries: [...first, other] });
    await eventually(
      () => tries,
      (count) => count === 1,
    );
    await hears(signal, async (news) => {
      read.resolve(news);
      await eventually(
        async () => (await handle.describe()).raw.pendingActivities ?? [],
        (pending) => pending.length === 0,
      );
    });
    tried.resolve({
      charge: null,
      news: null,
      deliveries: [[other.deliveryId, { status: 'ended', message: 'it took it' }]],
    });
    await untilEnded(handle);
    expect(attempts).toBe(2);
  });

  test('an activity’s news that are older than a signal’s let no delivery go that was named since', async () => {
    let attempts = 0;
    const [refunded, held] = [Promise.withResolvers<InvoiceNews>(), Promise.withResolvers<object>()];
    const named: InvoiceNews = { ...OPEN, readAt: 2_000, deliveries: [DUE] };
    answers = {
      makeRefund: () => refunded.promise,
      deliverWebhook() {
        attempts += 1;
        return attempts === 1 ? held.promise : { status: 'ended' };
      },
      readInvoice: () => ({ ...named, readAt: 3_000 }),
    };
    const handle = await begin({ ...OPEN, readAt: 0, refundsToMake: [31], deliveries: [ORDER] });
    await eventually(
      () => attempts,
      (count) => count === 1,
    );
    // The delivery found no place; the refund was read then. A place was free before either activity was heard of.
    await handle.signal('recordChanged', named);
    refunded.resolve({ ...OPEN, readAt: 1_000 });
    await eventually(
      async () => activitiesEndedOf(await handle.fetchHistory()),
      (count) => count === 1,
    );
    held.resolve({ status: 'held' });
    await eventually(
      async () => (await handle.describe()).status.name,
      (status) => status === 'COMPLETED' || attempts === 2,
    );
    await untilEnded(handle);
    expect(attempts).toBe(2);
  });

  test('a deadline that cannot be passed now keeps nothing waiting, and costs no timer of a moment', async () => {
    const at = new Date(await env.currentTimeMs()).toISOString();
    let isDown = true;
    const refunds: object[] = [];
    const paid: InvoiceNews = { ...OPEN, version: 2, status: 'paid', deadline: null };
    answers = {
      passDeadline() {
        if (isDown) throw new Error('the database is down');
        return { ...paid, version: 3 };
      },
      makeRefund(input) {
        refunds.push(input);
        isDown = false;
        return { ...paid, version: 3 };
      },
    };
    const handle = await begin({ ...OPEN, deadline: { kind: 'pix_expired', at } });
    await handle.signal('recordChanged', { ...paid, refundsToMake: [31] });
    await eventually(
      () => refunds.length,
      (count) => count > 0,
    );
    // The next try of the deadline is due by now.
    await env.sleep('1 minute');
    await untilEnded(handle);
    expect(refunds).toEqual([expect.objectContaining({ refundId: 31 })]);
    expect(timersOf(await handle.fetchHistory())).toEqual([]);
  });

  test('a comparison of the books that is canceled ends, and compares no further account', async () => {
    let compared = 0;
    const hanging = Promise.withResolvers<null>();
    answers = {
      listGatewayAccounts: () => [1, 2, 3, 4, 5, 6],
      reconcileAccount() {
        compared += 1;
        return hanging.promise;
      },
    };
    const handle = await env.client.workflow.start('gatewayReconciliation', {
      ...{ workflowId: 'beside-books', taskQueue: TASK_QUEUES.invoices, args: [{}] },
    });
    await eventually(
      () => compared,
      (count) => count === 4,
    );
    await handle.cancel();
    await eventually(
      async () => (await handle.describe()).status.name,
      (status) => status !== 'RUNNING',
    );
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    expect(compared).toBe(4);
    hanging.resolve(null);
  });

  test('a gateway that hangs for one store holds up the books of no other', async () => {
    const compared: number[] = [];
    const hanging = Promise.withResolvers<null>();
    answers = {
      listGatewayAccounts: () => [1, 2, 3, 4, 5, 6, 7, 8],
      reconcileAccount(input) {
        const { accountId } = input as { accountId: number };
        if (accountId === 1) return hanging.promise;
        compared.push(accountId);
        return { chargesSeen: 1, repaired: 0, findings: 0 };
      },
    };
    const handle = await env.client.workflow.start('gatewayReconciliation', {
      ...{ workflowId: 'beside-hanging-books', taskQueue: TASK_QUEUES.invoices, args: [{}] },
    });
    await eventually(
      () => compared.length,
      (count) => count === 7,
    );
    hanging.resolve(null);
    expect(await handle.result()).toMatchObject({ accounts: 8, failed: 0, chargesSeen: 7 });
  });

  test('news that come as a deadline ends stop no timer that has ended', async () => {
    answers = {};
    const news: InvoiceNews = { ...OPEN, deadline: { kind: 'pix_expired', at: '2100-01-01T00:00:00.000Z' } };
    const handle = await begin(news);
    const waiting = await eventually(
      () => handle.fetchHistory(),
      (history) => timersOf(history).length === 1,
    );
    await handle.terminate();
    // The server that skips time refuses to stop a timer that has ended, so the moment is written into the history.
    const before = waiting.events!.length;
    const timerStarted = waiting.events!.find((event) => event.timerStartedEventAttributes)!;
    const timerId = timerStarted.timerStartedEventAttributes!.timerId!;
    const eventTime = { seconds: Date.parse(news.deadline!.at) / 1_000, nanos: 50_000_000 };
    const taskQueue = { name: TASK_QUEUES.invoices };
    const payloads = (value: InvoiceNews) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });
    const passes = { activityId: '1', activityType: { name: 'passDeadline' }, taskQueue };
    const later: [type: keyof typeof EventType, attributes: Record<string, object>][] = [
      [
        'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED',
        {
          workflowExecutionSignaledEventAttributes: {
            signalName: 'recordChanged',
            input: payloads({ ...news, version: 2 }),
          },
        },
      ],
      ...taskOf(before + 2),
      ['EVENT_TYPE_ACTIVITY_TASK_SCHEDULED', { activityTaskScheduledEventAttributes: passes }],
      // The timer ended while the task was under way.
      ['EVENT_TYPE_TIMER_FIRED', { timerFiredEventAttributes: { timerId, startedEventId: timerStarted.eventId! } }],
      ['EVENT_TYPE_ACTIVITY_TASK_STARTED', { activityTaskStartedEventAttributes: { scheduledEventId: before + 5 } }],
      [
        'EVENT_TYPE_ACTIVITY_TASK_COMPLETED',
        {
          activityTaskCompletedEventAttributes: {
            ...{ scheduledEventId: before + 5, startedEventId: before + 7 },
            result: payloads({ ...OPEN, version: 3 }),
          },
        },
      ],
      ...taskOf(before + 9),
      ['EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES', { upsertWorkflowSearchAttributesEventAttributes: {} }],
      ['EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED', { workflowExecutionCompletedEventAttributes: {} }],
    ];
    const events = later.map(([type, attributes], index) =>
      HistoryEvent.fromObject({ eventId: before + 1 + index, eventTime, eventType: EventType[type], ...attributes }),
    );
    const replay = { ...waiting, events: [...waiting.events!, ...events] };
    await Worker.runReplayHistory({ workflowBundle }, replay, handle.workflowId);
  });

  test('operators find an invoice by the method that it has now', async () => {
    answers = {};
    const handle = await begin({ ...OPEN, deadline: { kind: 'pix_expired', at: '2100-01-01T00:00:00.000Z' } });
    await handle.signal('recordChanged', { ...OPEN, version: 2, status: 'paid', paymentMethod: 'card' });
    await untilEnded(handle);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(PAYMENT_METHOD)).toBe('card');
    expect(typedSearchAttributes.get(INVOICE_STATUS)).toBe('paid');
  });
});
