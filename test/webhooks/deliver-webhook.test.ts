import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { createAddressPolicy } from '../../src/base/outgoing/address-policy.ts';
import { makeAttempt } from '../../activities/deliver-webhook.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { readDeliveryOrders } from '../../src/webhooks/order-delivery.ts';
import { createWaitingDeliveries, letLongestWaitingGo } from '../../src/webhooks/waiting-deliveries.ts';
import { createReceiverPlaces, type ReceiverPlaces } from '../../src/webhooks/receiver-places.ts';
import {
  deliverWebhook,
  holdWithoutPlace,
  PLACES_PER_ENDPOINT,
  TURNS_OF_STORE,
  type DeliverWebhookDeps,
} from '../../src/webhooks/deliver-webhook.ts';
import { createKeyedLimiter } from '../../src/base/concurrency/keyed-limiter.ts';
import { recordAttempt, recordLostAttempt } from '../../src/webhooks/record-attempt.ts';
import { createHttpSender, type HttpSender, type SendResult } from '../../src/webhooks/http-sender.ts';
import { eventually } from '../support/eventually.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { Clock } from '../../src/base/time/clock.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

const NOTHING = { retryAfterSeconds: null, responseHeaders: null, responseBody: null };

describe('the record of a delivery', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  let deps: DeliverWebhookDeps;
  beforeAll(async () => {
    store = await world.current.createStore();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
    const sender = createHttpSender(createAddressPolicy(['127.0.0.0/8']));
    deps = {
      em: orm.em,
      clock: world.current.clock,
      secrets: createSecretBox(TEST_KEYS),
      sender,
      limiter: createKeyedLimiter(PLACES_PER_ENDPOINT),
      turns: createKeyedLimiter(TURNS_OF_STORE),
      receivers: createReceiverPlaces(),
      waiting: createWaitingDeliveries(orm.em),
    };
  });
  afterAll(async () => {
    await deps?.sender.close();
    await orm?.close();
  });

  async function pendingDelivery(): Promise<number> {
    const { id } = await store.createInvoice();
    const rows = await world.current.database.query<{ id: string }>(
      'select id from webhook_deliveries where resource_id = $1',
      [id],
    );
    return Number(rows[0]!.id);
  }

  const attemptsOf = async (deliveryId: number) =>
    (
      await world.current.database.query<{ number: number; outcome: string; error: string | null }>(
        'select number, outcome, error from webhook_attempts where delivery_id = $1 order by number',
        [deliveryId],
      )
    ).map(({ number, outcome }) => [number, outcome]);
  const deliveryOf = async (deliveryId: number) =>
    (
      await world.current.database.query(
        'select state, attempts, next_attempt_at from webhook_deliveries where id = $1',
        [deliveryId],
      )
    )[0];

  test('an attempt whose worker died shows as interrupted, beside the one that followed', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(500);
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 3, attemptsAllowed: 9, retryAfter: () => 60 });
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 4, attemptsAllowed: 9, retryAfter: () => null });
    expect(await attemptsOf(deliveryId)).toEqual([
      [1, 'interrupted'],
      [2, 'interrupted'],
      [3, 'failed'],
      [4, 'succeeded'],
    ]);
    expect(await deliveryOf(deliveryId)).toEqual({ state: 'delivered', attempts: 4, next_attempt_at: null });
  });

  test('an attempt that has waited for its delivery sends the body as it is by then', async () => {
    const deliveryId = await pendingDelivery();
    const bodies: string[] = [];
    const sender: HttpSender = {
      post: (_url, { body }) => {
        bodies.push(body);
        return Promise.resolve({ statusCode: 200, error: null, durationMs: 1, ...NOTHING });
      },
      close: () => Promise.resolve(),
    };
    const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
    const { promise: sent, resolve } = Promise.withResolvers<unknown>();
    await orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from webhook_deliveries where id = ? for update', [deliveryId]);
      await tx.execute(
        `update events set body = '{}' where id = (select event_id from webhook_deliveries where id = ?)`,
        [deliveryId],
      );
      resolve(deliverWebhook({ ...deps, sender }, request));
      await eventually(
        () =>
          world.current.database.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%begun as%' and datname = current_database()`,
          ),
        (waiting) => waiting.length === 1,
      );
    });
    await expect(sent).resolves.toMatchObject({ status: 'ended' });
    expect(bodies).toEqual(['{}']);
  });

  describe('with attempts that were begun', () => {
    const dying: HttpSender = { post: () => Promise.reject(new Error('killed')), close: () => Promise.resolve() };
    /** And so much later that nobody believes it to be under way. */
    const dieInAttempt = async (deliveryId: number) => {
      const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
      await expect(deliverWebhook({ ...deps, sender: dying }, request)).rejects.toThrow('killed');
      await endLease(deliveryId);
    };
    const endLease = (deliveryId: number) =>
      world.current.database.query('update webhook_deliveries set leased_until = now() where id = $1', [deliveryId]);
    /** A receiver that answers when the test says so. */
    const hang = () => {
      const sending = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<SendResult>();
      const post = () => (sending.resolve(), answer.promise);
      return { sender: { ...dying, post } satisfies HttpSender, sending: sending.promise, answer: answer.resolve };
    };

    test('is made by nobody else while it may be under way', async () => {
      const deliveryId = await pendingDelivery();
      const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
      const sent = store.receiver.received.length;
      const { sender, sending, answer } = hang();
      const first = deliverWebhook({ ...deps, sender }, request);
      await sending;
      for (const number of [1, 2]) {
        expect(await deliverWebhook(deps, { ...request, number })).toMatchObject({ status: 'postponed' });
      }
      answer({ statusCode: 200, error: null, durationMs: 1, ...NOTHING });
      expect(await first).toMatchObject({ status: 'ended', number: 1 });
      expect(await deliverWebhook(deps, request)).toMatchObject({ status: 'ended' });
      expect(store.receiver.received).toHaveLength(sent);
      expect(await attemptsOf(deliveryId)).toEqual([[1, 'succeeded']]);
    });

    test('gives the next number to the one after a worker’s death, whatever number it was asked for', async () => {
      const deliveryId = await pendingDelivery();
      await dieInAttempt(deliveryId);
      await dieInAttempt(deliveryId);
      expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 0 });
      const first = { deliveryId, endpointId: 1, number: 1 };
      expect(await deliverWebhook(deps, { ...first, attemptsAllowed: 9, retryAfter: () => null })).toMatchObject({
        status: 'ended',
        number: 3,
      });
      expect(await attemptsOf(deliveryId)).toEqual([
        [1, 'interrupted'],
        [2, 'interrupted'],
        [3, 'succeeded'],
      ]);
    });

    test('asks its policy with the number that it got, and says it', async () => {
      const deliveryId = await pendingDelivery();
      await dieInAttempt(deliveryId);
      store.receiver.answerNext(500);
      const retryAfter = (number: number) => (number < 2 ? 60 : null);
      const result = await deliverWebhook(deps, {
        deliveryId,
        endpointId: 1,
        number: 1,
        attemptsAllowed: 9,
        retryAfter,
      });
      expect(result).toMatchObject({ status: 'failed', number: 2 });
      expect(await deliveryOf(deliveryId)).toEqual({ state: 'failed', attempts: 2, next_attempt_at: null });
    });

    test('makes none before its time, where the one that is asked for is on record', async () => {
      const deliveryId = await pendingDelivery();
      store.receiver.answerNext(500);
      const first = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 300 };
      expect(await deliverWebhook(deps, first)).toMatchObject({ status: 'failed', number: 1 });
      const before = store.receiver.received.length;
      const again = await deliverWebhook(deps, first);
      expect(again).toMatchObject({ status: 'made', number: 1 });
      expect((again as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(290);
      expect(store.receiver.received).toHaveLength(before);
      await world.current.database.query('update webhook_deliveries set next_attempt_at = $1 where id = $2', [
        new Date(0),
        deliveryId,
      ]);
      expect(await deliverWebhook(deps, first)).toMatchObject({ status: 'ended', number: 2 });
    });

    test('waits no longer than policy and receiver ask, where a worker’s clock was an hour ahead', async () => {
      const anHourAhead: Clock = { now: async (of) => new Date((await deps.clock.now(of)).getTime() + 3_600_000) };
      const secondsAfter = async (responseHeaders: Record<string, string>, asked: number | null) => {
        const deliveryId = await pendingDelivery();
        const answer = { statusCode: 503, error: 'answered 503', durationMs: 1, responseHeaders, responseBody: '' };
        const sender = { ...deps.sender, post: () => Promise.resolve({ ...answer, retryAfterSeconds: asked }) };
        const first = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
        await deliverWebhook({ ...deps, sender, clock: anHourAhead }, first);
        const again = await deliverWebhook(deps, first);
        expect(again).toMatchObject({ status: 'made', number: 1 });
        return (again as { retryAfterSeconds: number }).retryAfterSeconds;
      };
      expect(await secondsAfter({}, null)).toBe(60);
      expect(await secondsAfter({ 'retry-after': '900' }, 900)).toBe(900);
    });

    test('makes none where the last one was lost with its worker: the store allows no more', async () => {
      const deliveryId = await pendingDelivery();
      await dieInAttempt(deliveryId);
      const before = store.receiver.received.length;
      const order = { deliveryId, endpointId: 1, attemptsMade: 0, attemptsAllowed: 1, attemptsBefore: 0 };
      const retryPolicy = { intervalSeconds: 300, strategy: 'fixed' as const };
      const input = { ...order, retryPolicy, evenIfPaused: false };
      expect(await makeAttempt(deps, input, { number: 1 })).toMatchObject({ status: 'ended' });
      expect(store.receiver.received).toHaveLength(before);
      expect(await attemptsOf(deliveryId)).toEqual([[1, 'interrupted']]);
      expect(await deliveryOf(deliveryId)).toEqual({ state: 'failed', attempts: 1, next_attempt_at: null });
    });

    test.each([
      ['the one that hung succeeds after all', null],
      ['the one that hung fails', 'answered 500'],
    ])('an attempt of two workers at once counts the success of either: %s', async (_what, error) => {
      const deliveryId = await pendingDelivery();
      const { sender, sending, answer } = hang();
      const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
      const believedDead = deliverWebhook({ ...deps, sender }, request);
      await sending;
      await endLease(deliveryId);
      store.receiver.answerNext(error ? 200 : 500);
      expect(await deliverWebhook(deps, request)).toMatchObject({ number: 2 });
      const statusCode = error ? 500 : 200;
      answer({ statusCode, error, durationMs: 1, ...NOTHING });
      await believedDead;
      expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
      expect(await attemptsOf(deliveryId)).toEqual([
        [1, 'interrupted'],
        [2, error ? 'succeeded' : 'failed'],
      ]);
    });

    test('does not count what was not sent: held, taken over, ended, or unreadable', async () => {
      const deliveryId = await pendingDelivery();
      const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
      const begun = async () =>
        (
          await world.current.database.query('select attempts_begun from webhook_deliveries where id = $1', [
            deliveryId,
          ])
        )[0];
      const pause = (since: Date | null) =>
        world.current.database.query('update webhook_endpoints set paused_at = $1 where company_id = $2', [
          since,
          store.companyId,
        ]);
      const runIn = (workflow: string) =>
        world.current.database.query('update webhook_deliveries set runs_in = $1 where id = $2', [
          workflow,
          deliveryId,
        ]);
      const sent = store.receiver.received.length;

      await pause(new Date());
      expect(await deliverWebhook(deps, request)).toMatchObject({ status: 'held' });
      await pause(null);
      await runIn('delivery');
      expect(await deliverWebhook(deps, request)).toMatchObject({ status: 'ended' });
      await runIn('invoice');
      const otherKeys = createSecretBox(`other:${Buffer.alloc(32, 9).toString('base64')}`);
      expect(await deliverWebhook({ ...deps, secrets: otherKeys }, request)).toMatchObject({ status: 'postponed' });
      expect(await begun()).toEqual({ attempts_begun: 0 });
      expect(store.receiver.received).toHaveLength(sent);

      await deliverWebhook(deps, request);
      await deliverWebhook(deps, request);
      expect(await begun()).toEqual({ attempts_begun: 1 });
      expect(store.receiver.received).toHaveLength(sent + 1);
    });
  });

  test('a delivery that has ended is not sent again', async () => {
    const deliveryId = await pendingDelivery();
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 });
    const sent = store.receiver.received.length;
    expect(
      await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 2, attemptsAllowed: 9, retryAfter: () => 60 }),
    ).toMatchObject({
      status: 'ended',
    });
    expect(store.receiver.received).toHaveLength(sent);
    expect(await attemptsOf(deliveryId)).toEqual([[1, 'succeeded']]);
  });

  test('an attempt that two workers made is recorded once, and a success of either counts', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(500);
    const attempt = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => null };
    expect(await deliverWebhook(deps, attempt)).toMatchObject({ status: 'failed' });
    const at = new Date().toISOString();
    const success = { startedAt: at, endedAt: at, durationMs: 5, statusCode: 200, error: null };
    const seen = { deliveryId, number: 1, retryAfterSeconds: null };
    await recordAttempt(orm.em, { ...seen, ...success });
    await recordAttempt(orm.em, { ...seen, ...success, statusCode: 500, error: 'answered 500' });
    expect(await attemptsOf(deliveryId)).toEqual([[1, 'failed']]);
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'delivered' });
  });

  describe('that finds no place at its receiver', () => {
    const noPlaces: ReceiverPlaces = { take: () => null, learn: () => undefined, isFullFor: () => false };
    const request = { number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
    const query = <Row extends object>(text: string, values: unknown[]) =>
      world.current.database.query<Row & Record<string, unknown>>(text, values);
    /** With a webhook of their own. */
    async function heldDeliveries(count: number): Promise<{ endpointId: number; ids: number[] }> {
      const url = store.receiver.url;
      const { id: endpointId } = await store.sandbox.create<{ id: number }>('/api/v1/webhooks', {
        ...{ url, events: ['invoice.created'] },
      });
      const ids: number[] = [];
      for (let made = 0; made < count; made += 1) {
        const { id } = await store.createInvoice();
        const rows = await query<{ id: string }>(
          'select id from webhook_deliveries where resource_id = $1 and endpoint_id = $2',
          [id, endpointId],
        );
        const deliveryId = Number(rows[0]!.id);
        ids.push(deliveryId);
        const held = await deliverWebhook({ ...deps, receivers: noPlaces }, { ...request, deliveryId, endpointId });
        expect(held).toMatchObject({ status: 'held', lacksPlace: true });
      }
      return { endpointId, ids };
    }
    const waitingOf = async (endpointId: number) =>
      (
        await query<{ id: string }>(
          'select id from webhook_deliveries where endpoint_id = $1 and waits_since is not null order by id',
          [endpointId],
        )
      ).map(({ id }) => Number(id));

    test('waits in the record, without an attempt, and its workflow is told nothing of it', async () => {
      const { ids } = await heldDeliveries(1);
      const [row] = await query<{ resource_id: string }>(
        'select resource_id, attempts_begun, leased_until from webhook_deliveries where id = $1',
        ids,
      );
      expect(row).toMatchObject({ attempts_begun: 0, leased_until: null });
      const [news] = await readInvoiceNews(orm.em, [Number(row!.resource_id)]);
      expect(news!.deliveries.map(({ deliveryId }) => deliveryId)).not.toContain(ids[0]);
      expect(await readDeliveryOrders(orm.em, ids)).toEqual([]);
    });

    test('waits with others in one statement, where nobody has begun it and its endpoint works', async () => {
      const { endpointId } = await heldDeliveries(1);
      const [free, begun, fresh] = [await pendingDelivery(), await pendingDelivery(), await pendingDelivery()];
      await query('update webhook_deliveries set attempts_begun = 1 where id = $1', [begun]);
      const full = { ...noPlaces, isFullFor: (id: number) => id === endpointId };
      const deliveries = [free, begun, fresh].map((deliveryId) => ({ deliveryId, endpointId }));
      const asked = [...deliveries, { deliveryId: free, endpointId: endpointId + 1_000 }];
      const held = await holdWithoutPlace({ ...deps, receivers: full }, { deliveries: asked });
      expect([...held]).toEqual([free, begun, fresh]);
      const waiting = await query<{ id: string }>(
        'select id from webhook_deliveries where id = any ($1) and waits_since is not null order by id',
        [[free, begun, fresh]],
      );
      expect(waiting.map(({ id }) => Number(id))).toEqual([free, fresh]);
    });

    test('is let go when an attempt of its endpoint ends, the one that has waited longest first', async () => {
      const { endpointId, ids } = await heldDeliveries(4);
      const [a, b, c, d] = ids as [number, number, number, number];
      const letter = { ...request, deliveryId: d, endpointId };
      // An endpoint that lacked places just now gets one request for each that ends.
      expect(await deliverWebhook(deps, letter)).toMatchObject({ status: 'ended' });
      expect(await waitingOf(endpointId)).toEqual([b, c]);
      // Another process knows of those that wait by the record, and gives more to a receiver that is well.
      const elsewhere = { ...deps, waiting: createWaitingDeliveries(orm.em) };
      expect(await deliverWebhook(elsewhere, { ...letter, deliveryId: a })).toMatchObject({ status: 'ended' });
      expect(await waitingOf(endpointId)).toEqual([]);
      const told = await query(
        'select 1 from outbox where is_bulk and invoice_id = (select resource_id from webhook_deliveries where id = $1)',
        [a],
      );
      expect(told).toHaveLength(1);
    });

    test('is let go by the sweep, one of each endpoint that works, where nothing of the endpoint is under way', async () => {
      const [one, other, paused] = [await heldDeliveries(2), await heldDeliveries(1), await heldDeliveries(1)];
      await letLongestWaitingGo(orm.em);
      expect(await waitingOf(one.endpointId)).toEqual(one.ids);
      await query(
        `update webhook_deliveries set waits_since = now() - interval '1 minute' where waits_since is not null`,
        [],
      );
      await query('update webhook_endpoints set paused_at = now(), next_probe_at = now() where id = $1', [
        paused.endpointId,
      ]);
      expect(await letLongestWaitingGo(orm.em)).toBeGreaterThanOrEqual(2);
      expect(await waitingOf(one.endpointId)).toEqual(one.ids.slice(1));
      expect(await waitingOf(other.endpointId)).toEqual([]);
      expect(await waitingOf(paused.endpointId)).toEqual(paused.ids);
      // Its probe is told of, although it waited.
      expect(await probePaused(orm.em, new Date(Date.now() + 60_000))).toBe(1);
      expect((await readDeliveryOrders(orm.em, paused.ids)).map(({ order }) => order.deliveryId)).toEqual(paused.ids);
    });
  });

  test('a fault of ours postpones the delivery, and the receiver is not called', async () => {
    const deliveryId = await pendingDelivery();
    const sent = store.receiver.received.length;
    const otherKeys = createSecretBox(`other:${Buffer.alloc(32, 9).toString('base64')}`);
    const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => null };
    const result = await deliverWebhook({ ...deps, secrets: otherKeys }, request);
    expect(result).toMatchObject({ status: 'postponed' });
    expect(store.receiver.received).toHaveLength(sent);
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  test('an attempt that the record could not be told of is handed back whole, and recorded later', async () => {
    const deliveryId = await pendingDelivery();
    await world.current.database.query('alter table webhook_attempts rename to webhook_attempts_away');
    const request = { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 };
    const result = await deliverWebhook(deps, request);
    await world.current.database.query('alter table webhook_attempts_away rename to webhook_attempts');
    expect(result).toMatchObject({ status: 'unrecorded', attempt: { number: 1, statusCode: 200, error: null } });
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 0 });
    await recordAttempt(orm.em, (result as Extract<typeof result, { status: 'unrecorded' }>).attempt);
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('a last attempt that was lost with its worker ends the delivery as failed, once', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(500);
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 1, attemptsAllowed: 9, retryAfter: () => 60 });
    await Promise.all([1, 2].map(() => recordLostAttempt(deps, { deliveryId, attemptsAllowed: 2 })));
    expect(await attemptsOf(deliveryId)).toEqual([
      [1, 'failed'],
      [2, 'interrupted'],
    ]);
    expect(await deliveryOf(deliveryId)).toEqual({ state: 'failed', attempts: 2, next_attempt_at: null });
  });

  test('the report names the receiver’s host, never its path', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(418);
    const { message } = await deliverWebhook(deps, {
      deliveryId,
      endpointId: 1,
      number: 1,
      attemptsAllowed: 9,
      retryAfter: () => null,
    });
    expect(message).toMatch(/^invoice\.created \(event \d+\) → 127\.0\.0\.1:\d+ answered 418$/);
  });
});
