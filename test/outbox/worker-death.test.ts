import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { invoiceWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess } from '../support/platform-process.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type TestStore, type World } from '../support/world.ts';

describe('kill -9 of the worker', () => {
  let temporal: TemporalServer;
  let connection: Connection;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    connection = await Connection.connect({ address: temporal.address });
    world = await createWorld({ temporalAddress: temporal.address, withWorker: false });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await connection?.close();
    await temporal?.stop();
  });

  /** The attempts of an invoice's delivery, once there are as many. */
  const attemptsOf = (invoiceId: number, count: number) =>
    eventually(
      () =>
        world.database.query<{ number: number; outcome: string }>(
          `select number, outcome from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
           where d.resource_id = $1 order by number`,
          [invoiceId],
        ),
      (rows) => rows.length === count,
    );
  const cameTo = ({ receiver }: TestStore, count: number, withinMs = 10_000) =>
    eventually(
      () => receiver.received,
      (seen) => seen.length === count,
      { withinMs },
    );
  const interruptedOnce = [
    { number: 1, outcome: 'interrupted' },
    { number: 2, outcome: 'succeeded' },
  ];

  test('while receivers hold the connection: the events arrive, whatever the interval, with the same id and bytes, and the gap is shown', async () => {
    const policy = { webhookRetries: 3, webhookRetryIntervalSeconds: 3_600 };
    const [store, failing] = [await world.createStore(policy), await world.createStore(policy)];
    const first = await startProcess('worker', world.config);
    // Requests go before it where the processors are busy.
    expect(getPriority(first.pid)).toBe(10);
    store.receiver.behave(() => undefined);
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await cameTo(store, 1);
    // A receiver that has just failed gets no first try, but an activity of Temporal.
    failing.receiver.answerNext(500);
    const { id: failed } = await failing.createInvoice({ payment_method: 'card' });
    expect(await attemptsOf(failed, 1)).toEqual([{ number: 1, outcome: 'failed' }]);
    failing.receiver.behave(() => undefined);
    const { id: ordinary } = await failing.createInvoice({ payment_method: 'card' });
    await cameTo(failing, 2);
    const { raw } = await new Client({ connection }).workflow.getHandle(invoiceWorkflowId(ordinary)).describe();
    expect(raw.pendingActivities).toMatchObject([{ activityType: { name: 'deliverWebhook' }, attempt: 1 }]);
    await first.kill9();
    store.receiver.behave(null);
    failing.receiver.behave(null);

    const second = await startProcess('worker', world.config);
    // Temporal believes the first worker dead after the thirty seconds of a workflow's task, and of an activity.
    const [lost, arrived] = await cameTo(store, 2, 50_000);
    expect(arrived!.body).toBe(lost!.body);
    expect(arrived!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
    expect(await attemptsOf(id, 2)).toEqual(interruptedOnce);
    await cameTo(failing, 3, 50_000);
    expect(await attemptsOf(ordinary, 2)).toEqual(interruptedOnce);
    expect(await second.stop()).toBe(0);
  }, 120_000);
});
