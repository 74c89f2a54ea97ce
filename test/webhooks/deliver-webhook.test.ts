import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/crypto/secret-box.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { createAddressPolicy } from '../../src/webhooks/address-policy.ts';
import { deliverWebhook, PLACES_PER_ENDPOINT, type DeliverWebhookDeps } from '../../src/webhooks/deliver-webhook.ts';
import { createKeyedLimiter } from '../../src/concurrency/keyed-limiter.ts';
import { recordAttempt, recordLostAttempt } from '../../src/webhooks/record-attempt.ts';
import { createHttpSender } from '../../src/webhooks/http-sender.ts';
import { useApiWorld } from '../support/api-world.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

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
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 3, retryAfterSeconds: 60 });
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 4, retryAfterSeconds: null });
    expect(await attemptsOf(deliveryId)).toEqual([
      [1, 'interrupted'],
      [2, 'interrupted'],
      [3, 'failed'],
      [4, 'succeeded'],
    ]);
    expect(await deliveryOf(deliveryId)).toEqual({ state: 'delivered', attempts: 4, next_attempt_at: null });
  });

  test('a delivery that has ended is not sent again', async () => {
    const deliveryId = await pendingDelivery();
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: 60 });
    const sent = store.receiver.received.length;
    expect(await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 2, retryAfterSeconds: 60 })).toMatchObject({
      status: 'ended',
    });
    expect(store.receiver.received).toHaveLength(sent);
    expect(await attemptsOf(deliveryId)).toEqual([[1, 'succeeded']]);
  });

  test('an attempt that two workers made is recorded once, and a success of either counts', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(500);
    const attempt = { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: null };
    expect(await deliverWebhook(deps, attempt)).toMatchObject({ status: 'failed' });
    const at = new Date().toISOString();
    const success = { startedAt: at, endedAt: at, durationMs: 5, statusCode: 200, error: null };
    await recordAttempt(orm.em, { ...attempt, ...success });
    await recordAttempt(orm.em, { ...attempt, ...success, statusCode: 500, error: 'answered 500' });
    expect(await attemptsOf(deliveryId)).toEqual([[1, 'failed']]);
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'delivered' });
  });

  test('a fault of ours postpones the delivery, and the receiver is not called', async () => {
    const deliveryId = await pendingDelivery();
    const sent = store.receiver.received.length;
    const otherKeys = createSecretBox(`other:${Buffer.alloc(32, 9).toString('base64')}`);
    const request = { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: null };
    const result = await deliverWebhook({ ...deps, secrets: otherKeys }, request);
    expect(result).toMatchObject({ status: 'postponed' });
    expect(store.receiver.received).toHaveLength(sent);
    expect(await deliveryOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  test('an attempt that the record could not be told of is handed back whole, and recorded later', async () => {
    const deliveryId = await pendingDelivery();
    await world.current.database.query('alter table webhook_attempts rename to webhook_attempts_away');
    const request = { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: 60 };
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
    await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: 60 });
    await Promise.all([1, 2].map(() => recordLostAttempt(deps, { deliveryId, attemptsAllowed: 2 })));
    expect(await attemptsOf(deliveryId)).toEqual([
      [1, 'failed'],
      [2, 'interrupted'],
    ]);
    expect(await deliveryOf(deliveryId)).toEqual({ state: 'failed', attempts: 2, next_attempt_at: null });
  });

  test('what it reports names the receiver’s host, never its path', async () => {
    const deliveryId = await pendingDelivery();
    store.receiver.answerNext(418);
    const { message } = await deliverWebhook(deps, { deliveryId, endpointId: 1, number: 1, retryAfterSeconds: null });
    expect(message).toMatch(/^invoice\.created \(event \d+\) → 127\.0\.0\.1:\d+ answered 418$/);
  });
});
