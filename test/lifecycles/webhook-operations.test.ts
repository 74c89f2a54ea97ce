import { beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { eventually } from '../support/eventually.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { HOUR, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { ReceivedWebhook } from '../support/receiver.ts';
import type { TestStore } from '../support/world.ts';

interface DeliveryBody {
  id: number;
  event: string;
  status: string;
  attempts: number;
  next_attempt_at: string | null;
  attempt_log: { number: number; outcome: string; started_at: string; duration_ms: number }[];
}

describe('webhooks, operated', () => {
  const world = useSkippedTimeWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore({ webhookRetries: 3, webhookRetryIntervalSeconds: 300 });
  });

  const deliveriesOf = async (owner: TestStore) => {
    const webhooks = await owner.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const path = `/api/v1/webhooks/${webhooks.body.data[0]!.id}/deliveries?limit=100`;
    return (await owner.sandbox.get<{ data: DeliveryBody[] }>(path)).body.data;
  };
  const readLog = async (owner: TestStore, id: number) =>
    (await owner.sandbox.get<DeliveryBody>(`/api/v1/deliveries/${id}`)).body;
  const webhookId = async (owner: TestStore) =>
    (await owner.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks')).body.data[0]!.id;
  /**
   * Changes the policy, and waits until Temporal has been told: however slow the machine, no time is skipped before.
   */
  const settings = async (owner: TestStore, changes: Record<string, unknown>) => {
    await owner.sandbox.request('PATCH', '/api/v1/webhook-settings', changes);
    await eventually(
      () => world.current.database.query('select id from outbox'),
      ({ length }) => length === 0,
    );
  };
  /** Seconds between one attempt's end and the next one's begin. */
  const gaps = ({ attempt_log: log }: DeliveryBody) =>
    log
      .slice(1)
      .map((attempt, index) =>
        Math.round(
          (Date.parse(attempt.started_at) - Date.parse(log[index]!.started_at) - log[index]!.duration_ms) / 1000,
        ),
      );
  /** A card invoice, which has one event and waits for nothing but its payer, whose delivery fails at first. */
  async function failingDelivery(owner: TestStore, ...answers: number[]) {
    owner.receiver.answerNext(...answers);
    const { id } = await owner.createInvoice({ payment_method: 'card' });
    const [delivery] = await eventually(
      () => deliveriesOf(owner),
      ([newest]) => newest?.attempts === 1,
    );
    return { invoiceId: id, deliveryId: delivery!.id };
  }
  const ended = (owner: TestStore, id: number) =>
    eventually(
      () => readLog(owner, id),
      ({ status }) => status !== 'pending',
    );

  test('a test event goes to its webhook alone, signed, with a sequence of its own, also while it is switched off', async () => {
    const id = await webhookId(store);
    await store.sandbox.request('PATCH', `/api/v1/webhooks/${id}`, { enabled: false });
    for (const sequence of [1, 2]) {
      const delivery = await store.sandbox.create<DeliveryBody>(`/api/v1/webhooks/${id}/test`);
      expect(delivery).toMatchObject({ event: 'webhook.test', status: 'pending' });
      await ended(store, delivery.id);
      const received = store.receiver.received.at(-1) as ReceivedWebhook;
      expect(received).toMatchObject({ event: 'webhook.test', sequence, data: { webhook_id: id } });
      expect(received.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    }
    await store.sandbox.request('PATCH', `/api/v1/webhooks/${id}`, { enabled: true });
  });

  test('a delivery that was given up is sent once more: same id, same bytes, fresh signature, attempts anew', async () => {
    const owner = await world.current.createStore({ webhookRetries: 1, webhookRetryIntervalSeconds: 60 });
    const { deliveryId } = await failingDelivery(owner, 500, 500);
    await world.current.advance(2 * MINUTE, MINUTE);
    expect(await ended(owner, deliveryId)).toMatchObject({ status: 'failed', attempts: 2 });

    owner.receiver.answerNext(500);
    const again = await owner.sandbox.create<DeliveryBody>(`/api/v1/deliveries/${deliveryId}/redeliver`);
    expect(again).toMatchObject({ id: deliveryId, status: 'pending', attempts: 2 });
    await eventually(
      () => readLog(owner, deliveryId),
      ({ attempts }) => attempts === 3,
    );
    await world.current.advance(2 * MINUTE, MINUTE);
    const log = await ended(owner, deliveryId);
    expect(log).toMatchObject({ status: 'delivered', attempts: 4 });
    expect(log.attempt_log.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'succeeded'],
    ]);
    const sent = owner.receiver.received;
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const status = await owner.sandbox.post<{ code: string }>(`/api/v1/deliveries/${deliveryId}/redeliver`);
    expect(status.status).toBe(200);
    await ended(owner, deliveryId);
  });

  test('an event goes once more to every webhook that subscribes now, also to a new one', async () => {
    const owner = await world.current.createStore();
    const { id } = await owner.createInvoice({ payment_method: 'card' });
    await eventually(
      () => owner.receiver.eventsOf(id),
      (events) => events.length === 1,
    );
    await owner.sandbox.create('/api/v1/webhooks', {
      url: `${owner.receiver.url}/second`,
      events: ['invoice.created'],
    });
    const events = await owner.sandbox.get<{ data: { id: number }[] }>(`/api/v1/events?invoice_id=${id}`);
    const { data } = await owner.sandbox.create<{ data: DeliveryBody[] }>(
      `/api/v1/events/${events.body.data[0]!.id}/redeliver`,
    );
    expect(data).toHaveLength(2);
    await eventually(
      () => owner.receiver.received.map(({ path }) => path).sort(),
      (paths) => paths.length === 3,
    );
    expect(owner.receiver.received.map(({ path }) => path).sort()).toEqual(['/hook', '/hook', '/hook/second']);
  });

  test('everything that failed since a time is sent once more, and nothing else', async () => {
    const owner = await world.current.createStore({ webhookRetries: 0 });
    owner.receiver.answerNext(500, 500, 500);
    for (let count = 0; count < 4; count += 1) {
      await owner.createInvoice({ payment_method: 'card' });
      await eventually(
        () => deliveriesOf(owner),
        (deliveries) => deliveries.filter(({ status }) => status !== 'pending').length === count + 1,
      );
    }
    const failed = (await deliveriesOf(owner)).filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(3);
    const path = `/api/v1/webhooks/${await webhookId(owner)}/redeliver`;
    expect(await owner.sandbox.create(path, { since: '2000-01-01T00:00:00Z' })).toEqual({ count: 3, has_more: false });
    await eventually(
      () => deliveriesOf(owner),
      (deliveries) => deliveries.every(({ status }) => status === 'delivered'),
    );
    expect(owner.receiver.received).toHaveLength(7);
    expect(await owner.sandbox.create(path, { since: '2000-01-01T00:00:00Z' })).toEqual({ count: 0, has_more: false });
  });

  test('an exponential schedule grows to its cap, to the second', async () => {
    const owner = await world.current.createStore();
    await settings(owner, { retries: 5, interval_seconds: 60, strategy: 'exponential', max_interval_seconds: 300 });
    const { deliveryId } = await failingDelivery(owner, 500, 500, 500, 500, 500, 500);
    await world.current.advance(20 * MINUTE, MINUTE);
    const log = await ended(owner, deliveryId);
    expect(log).toMatchObject({ status: 'failed', attempts: 6 });
    expect(gaps(log)).toEqual([60, 120, 240, 300, 300]);
  });

  test('a receiver that asks for more time gets it, and one that asks for less does not', async () => {
    const owner = await world.current.createStore({ webhookRetries: 2, webhookRetryIntervalSeconds: 300 });
    const waits = ['900', '1'];
    owner.receiver.behave((response) => {
      const wait = waits.shift();
      if (wait === undefined) return void response.end();
      response.writeHead(503, { 'Retry-After': wait }).end();
    });
    const { deliveryId } = await failingDelivery(owner);
    const waiting = await readLog(owner, deliveryId);
    const [first] = waiting.attempt_log;
    const due = Date.parse(waiting.next_attempt_at!) - Date.parse(first!.started_at) - first!.duration_ms;
    expect(Math.round(due / 1000)).toBe(900);
    await world.current.advance(25 * MINUTE, MINUTE);
    const log = await ended(owner, deliveryId);
    expect(log).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(gaps(log)).toEqual([900, 300]);
  });

  test('a shorter interval takes effect for a delivery that waits, counted from the end of its last attempt', async () => {
    const owner = await world.current.createStore({ webhookRetries: 3, webhookRetryIntervalSeconds: 3600 });
    const { deliveryId, invoiceId } = await failingDelivery(owner, 500, 500);
    await world.current.advance(10 * MINUTE, MINUTE);
    await settings(owner, { interval_seconds: 1200 });
    const now = await world.current.now();
    await eventually(
      () => readLog(owner, deliveryId),
      ({ next_attempt_at }) => next_attempt_at !== null && Date.parse(next_attempt_at) - now.getTime() < 30 * MINUTE,
    );
    await world.current.advance(40 * MINUTE, MINUTE);
    const log = await ended(owner, deliveryId);
    expect(log).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(gaps(log)).toEqual([1200, 1200]);
    await owner.sandbox.post(`/api/v1/invoices/${invoiceId}/cancel`);
    await eventually(
      () => runStatus(world.current.env, invoiceId),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, invoiceId, 'policy-changed-while-waiting');
  });

  test('fewer attempts than were made end a delivery that waits; more of them go on', async () => {
    const owner = await world.current.createStore({ webhookRetries: 5, webhookRetryIntervalSeconds: 600 });
    const { deliveryId } = await failingDelivery(owner, 500);
    await settings(owner, { retries: 0 });
    expect(await ended(owner, deliveryId)).toMatchObject({ status: 'failed', attempts: 1 });

    await settings(owner, { retries: 1, interval_seconds: 600 });
    const other = await failingDelivery(owner, 500, 500);
    await settings(owner, { retries: 2 });
    await world.current.advance(25 * MINUTE, MINUTE);
    expect(await ended(owner, other.deliveryId)).toMatchObject({ status: 'delivered', attempts: 3 });
  });

  test('an endpoint that fails for a day is paused: nothing is lost or spent, and a probe lets everything go', async () => {
    const owner = await world.current.createStore({ webhookRetries: 30, webhookRetryIntervalSeconds: 3600 });
    owner.receiver.behave((response) => response.writeHead(500).end());
    const { id } = await owner.createInvoice({ payment_method: 'card' });
    const endpoint = () =>
      world.current.database.query<{ paused_at: Date | null; failing_since: Date | null }>(
        `select paused_at, failing_since from webhook_endpoints where company_id = $1`,
        [owner.companyId],
      );
    for (let hours = 0; hours < 40 && (await endpoint())[0]?.paused_at === null; hours += 1) {
      await world.current.advance(HOUR);
    }
    const [paused] = await endpoint();
    expect((paused!.paused_at!.getTime() - paused!.failing_since!.getTime()) / HOUR).toBeGreaterThanOrEqual(24);
    const held = await owner.createInvoice({ payment_method: 'card' });
    const sent = owner.receiver.received.length;
    await eventually(
      () => deliveriesOf(owner),
      (deliveries) => deliveries.filter(({ status }) => status === 'pending').length >= 2,
    );
    expect(owner.receiver.received.filter(({ data }) => data.invoice_id === held.id)).toEqual([]);

    owner.receiver.behave(null);
    await world.current.advance(2 * HOUR, HOUR);
    // The API process does this every half minute, at the store's time.
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    await probePaused(orm.em, await world.current.now());
    await orm.close();
    await eventually(
      () => [...owner.receiver.eventsOf(id), ...owner.receiver.eventsOf(held.id)],
      (events) =>
        events.filter((event) => event === 'invoice.created').length >= 2 && owner.receiver.received.length > sent,
    );
    await eventually(
      () => deliveriesOf(owner),
      (deliveries) => deliveries.every(({ status }) => status === 'delivered'),
    );
    expect(await endpoint()).toEqual([{ paused_at: null, failing_since: null }]);
  });
});
