import { beforeAll, describe, expect, test } from '@jest/globals';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { purgeDeliveryLog } from '../../src/webhooks/purge-delivery-log.ts';
import { recordAttempt } from '../../src/webhooks/record-attempt.ts';
import { useApiWorld } from '../support/api-world.ts';
import { statementsOf } from '../support/count-queries.ts';
import { useDeliveries } from '../support/deliveries.ts';
import type { TestStore } from '../support/world.ts';

interface Attempt {
  number: number;
  outcome: string;
  started_at: string;
  duration_ms: number;
  url: string;
  request_headers: Record<string, string> | null;
  status_code: number | null;
  response_headers: Record<string, string>;
  response_body: string;
  error: string | null;
}

interface Delivery {
  id: number;
  webhook_id: number;
  event_id: number;
  event: string;
  status: string;
  attempts: number;
  next_attempt_at: string | null;
  completed_at: string | null;
  created_at: string;
}

interface DeliveryLog extends Delivery {
  request_body: string;
  attempt_log: Attempt[];
}

describe('the log of deliveries', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const read = async (id: number) => (await store.sandbox.get<DeliveryLog>(`/api/v1/deliveries/${id}`)).body;
  const attempt = (
    ids: { deliveryId: number; endpointId: number },
    number: number,
    retryAfterSeconds: number | null = 60,
  ) => deliverWebhook(deliveries.deps, { ...ids, number, retryAfter: () => retryAfterSeconds, attemptsAllowed: 9 });

  test('shows each attempt: what was sent, what came back, how long it took, and when it is tried again', async () => {
    const ids = await deliveries.pending(store);
    store.receiver.behave((response) => {
      response.writeHead(503, { 'X-Reason': 'maintenance', 'Set-Cookie': 'session=1' }).end('come back later');
    });
    await attempt(ids, 1);
    const waiting = await read(ids.deliveryId);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1, completed_at: null });
    expect(Date.parse(waiting.next_attempt_at!)).toBeGreaterThan(Date.now());

    store.receiver.behave(null);
    await attempt(ids, 2);
    const log = await read(ids.deliveryId);
    const { received } = store.receiver;
    expect(log).toMatchObject({
      webhook_id: ids.endpointId,
      event: 'invoice.created',
      status: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      request_body: received.at(-1)!.body,
    });
    const [first, second] = log.attempt_log as [Attempt, Attempt];
    expect(first).toMatchObject({
      number: 1,
      outcome: 'failed',
      url: store.receiver.url,
      status_code: 503,
      response_body: 'come back later',
      error: 'answered 503',
    });
    expect(first.response_headers).toMatchObject({ 'x-reason': 'maintenance', 'set-cookie': '(not kept)' });
    expect(second).toMatchObject({
      number: 2,
      outcome: 'succeeded',
      status_code: 200,
      response_body: 'thanks',
      error: null,
    });
    for (const [index, { request_headers: headers, duration_ms: duration }] of [first, second].entries()) {
      expect(duration).toBeGreaterThanOrEqual(0);
      const came = received.at(index - 2)!.headers;
      for (const [name, value] of Object.entries(headers!)) expect(came[name.toLowerCase()]).toBe(value);
      expect(Object.keys(headers!)).toEqual(expect.arrayContaining(['webhook-signature', 'X-Service-Signature']));
    }
    expect(JSON.stringify(log)).not.toContain(store.webhookSecret.slice('whsec_'.length));
  });

  test('keeps the first KiB of an answer, whatever its bytes are', async () => {
    const ids = await deliveries.pending(store);
    store.receiver.behave((response) => {
      response.writeHead(200, { 'X-Long': 'a'.repeat(9_000) });
      response.write(Buffer.from([0x00, 0xff, 0xed, 0xa0, 0x80]));
      response.end('é'.repeat(40_000));
    });
    await attempt(ids, 1);
    store.receiver.behave(null);
    const { attempt_log: attempts, status } = await read(ids.deliveryId);
    expect(status).toBe('delivered');
    expect(attempts[0]!.response_body).toMatch(/^\uFFFD+é+$/);
    // Five bytes of nonsense, then two for each letter; the half of one at the end is left out.
    expect(attempts[0]!.response_body.replaceAll('\uFFFD', '')).toHaveLength(Math.floor((1_024 - 5) / 2));
    expect(JSON.stringify(attempts[0]!.response_headers).length).toBeLessThan(9_000);
  });

  test('an attempt that nobody saw end is there as interrupted, without what was sent', async () => {
    const ids = await deliveries.pending(store);
    await attempt(ids, 2);
    expect((await read(ids.deliveryId)).attempt_log).toMatchObject([
      { number: 1, outcome: 'interrupted', request_headers: null, response_body: null, status_code: null },
      { number: 2, outcome: 'succeeded' },
    ]);
  });

  test('is listed by webhook, newest first, and filtered by status, event and time', async () => {
    const own = await world.current.createStore();
    const [delivered, failed, pending] = [
      await deliveries.pending(own),
      await deliveries.pending(own),
      await deliveries.pending(own),
    ];
    await attempt(delivered, 1);
    own.receiver.answerNext(500);
    await attempt(failed, 1, null);
    const list = async (query = '') => {
      const path = `/api/v1/webhooks/${delivered.endpointId}/deliveries${query}`;
      return (await own.sandbox.get<{ data: Delivery[]; has_more: boolean }>(path)).body;
    };
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    const all = [pending, failed, delivered].map(({ deliveryId }) => deliveryId);
    expect(await ids('')).toEqual(all);
    expect(await list('?limit=1')).toMatchObject({ data: [{ id: all[0], event: 'invoice.created' }], has_more: true });
    expect(await ids(`?starting_after=${all[0]}&limit=1`)).toEqual([all[1]]);
    expect(await ids('?status=delivered')).toEqual([delivered.deliveryId]);
    expect(await ids('?status=failed')).toEqual([failed.deliveryId]);
    expect(await ids('?status=pending&event=invoice.created')).toEqual([pending.deliveryId]);
    expect(await ids('?event=invoice.refused')).toEqual([]);
    const { created_at: at } = (await list('?status=failed')).data[0]!;
    expect(await ids(`?created_at[gte]=${at}&created_at[lte]=${at}`)).toEqual([failed.deliveryId]);
    expect(await ids(`?created_at[lt]=${at}&event=invoice.created`)).toEqual([delivered.deliveryId]);
    const wrong = await own.sandbox.get<{ errors: { field: string }[] }>(
      `/api/v1/webhooks/${delivered.endpointId}/deliveries?status=lost`,
    );
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'status' }] } });
  });

  test('takes as many statements for a hundred as for one, and for a delivery of many attempts as of one', async () => {
    const own = await world.current.createStore();
    const ids = await deliveries.pending(own);
    const list = (limit: number) => () =>
      own.sandbox.get(`/api/v1/webhooks/${ids.endpointId}/deliveries?event=invoice.created&limit=${limit}`);
    const log = () => own.sandbox.get(`/api/v1/deliveries/${ids.deliveryId}`);
    const before = [await statementsOf(list(1)), await statementsOf(log)];
    for (let n = 0; n < 30; n += 1) await own.createInvoice();
    const at = new Date().toISOString();
    const made = {
      startedAt: at,
      endedAt: at,
      durationMs: 1,
      statusCode: 500,
      error: 'answered 500',
      retryAfterSeconds: 1,
    };
    await recordAttempt(deliveries.deps.em, { deliveryId: ids.deliveryId, number: 150, ...made });
    const after = [await statementsOf(list(100)), await statementsOf(log)];
    expect(after.map((texts) => texts.length)).toEqual(before.map((texts) => texts.length));
    const shown = (await own.sandbox.get<DeliveryLog>(`/api/v1/deliveries/${ids.deliveryId}`)).body;
    expect(shown.attempts).toBe(150);
    expect(shown.attempt_log.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => n + 51));
  });

  test('forgets what ended longer ago than the set number of days; what is pending stays, and so do events', async () => {
    const own = await world.current.createStore();
    const [old, recent, pending] = [
      await deliveries.pending(own),
      await deliveries.pending(own),
      await deliveries.pending(own),
    ];
    await attempt(old, 1);
    await attempt(recent, 1);
    own.receiver.answerNext(500);
    await attempt(pending, 1);
    const { database } = world.current;
    await database.query(
      `update webhook_deliveries set created_at = now() - interval '90 days',
      completed_at = case when state = 'pending' then null else now() - interval '31 days' end where id = any($1)`,
      [[old.deliveryId, pending.deliveryId]],
    );
    const purge = (days: number) => purgeDeliveryLog(deliveries.deps.em, { now: new Date(), days });
    expect(await purge(32)).toBe(0);
    expect(await purge(30)).toBe(1);
    expect(await purge(30)).toBe(0);
    const left = async (table: string, column: string) =>
      (
        await database.query<{ id: string }>(
          `select distinct ${column} as id from ${table} where ${column} = any($1) order by 1`,
          [[old, recent, pending].map(({ deliveryId }) => deliveryId)],
        )
      ).map(({ id }) => Number(id));
    expect(await left('webhook_deliveries', 'id')).toEqual([recent.deliveryId, pending.deliveryId]);
    expect(await left('webhook_attempts', 'delivery_id')).toEqual([recent.deliveryId, pending.deliveryId]);
    expect(await own.sandbox.get(`/api/v1/deliveries/${old.deliveryId}`)).toMatchObject({
      status: 404,
      body: { code: 'delivery_not_found' },
    });
    expect((await own.sandbox.get<{ data: unknown[] }>('/api/v1/events')).body.data).toHaveLength(3);
  });
});

describe('a receiver that answers 410', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);
  const gone = { number: 1, retryAfter: () => 60, attemptsAllowed: 9 };

  test('is called no more: its webhook is off and says why, the delivery failed, what waited is canceled', async () => {
    const store = await world.current.createStore();
    const [first, second] = [await deliveries.pending(store), await deliveries.pending(store)];
    const path = `/api/v1/webhooks/${first.endpointId}`;
    store.receiver.answerNext(410);
    const result = await deliverWebhook(deliveries.deps, { ...first, ...gone });
    // Not thrown, so not tried again.
    expect(result).toMatchObject({ status: 'ended', message: expect.stringMatching(/410.*switched off$/) });
    expect((await store.sandbox.get(path)).body).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    const statuses = await store.sandbox.get<{ data: Delivery[] }>(`${path}/deliveries`);
    expect(statuses.body.data.map(({ status }) => status)).toEqual(['canceled', 'failed']);

    const sent = store.receiver.received.length;
    expect(await deliverWebhook(deliveries.deps, { ...second, ...gone })).toMatchObject({ status: 'ended' });
    expect(store.receiver.received).toHaveLength(sent);

    const changed = await store.sandbox.request('PATCH', path, { description: 'moved' });
    expect(changed.body).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    const back = await store.sandbox.request('PATCH', path, { enabled: true });
    expect(back.body).toMatchObject({ enabled: true, disabled_reason: null });
    const third = await deliveries.pending(store);
    await deliverWebhook(deliveries.deps, { ...third, ...gone });
    expect(store.receiver.received).toHaveLength(sent + 1);
  });

  test('says so of the URL that was called: a webhook that was moved meanwhile stays on', async () => {
    const store = await world.current.createStore();
    const ids = await deliveries.pending(store);
    const path = `/api/v1/webhooks/${ids.endpointId}`;
    store.receiver.behave((response) => {
      void store.sandbox
        .request('PATCH', path, { url: 'https://store.example/' })
        .then(() => response.writeHead(410).end());
    });
    const result = await deliverWebhook(deliveries.deps, { ...ids, ...gone });
    expect(result).toMatchObject({ status: 'failed' });
    expect((await store.sandbox.get(path)).body).toMatchObject({ enabled: true, disabled_reason: null });
    expect((await store.sandbox.get(`/api/v1/deliveries/${ids.deliveryId}`)).body).toMatchObject({ status: 'pending' });
  });

  test('a delivery that was queued meanwhile is canceled when its turn comes', async () => {
    const store = await world.current.createStore();
    const ids = await deliveries.pending(store);
    await world.current.database.query(
      `update webhook_endpoints set enabled = false, disabled_reason = 'gone' where id = $1`,
      [ids.endpointId],
    );
    expect(await deliverWebhook(deliveries.deps, { ...ids, ...gone })).toMatchObject({ status: 'ended' });
    expect(store.receiver.received).toHaveLength(0);
    expect((await store.sandbox.get(`/api/v1/deliveries/${ids.deliveryId}`)).body).toMatchObject({
      status: 'canceled',
    });
  });
});
