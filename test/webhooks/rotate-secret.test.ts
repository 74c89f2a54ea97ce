import { describe, expect, test } from '@jest/globals';
import { verify as verifyHubSignature } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { purgePreviousSecrets } from '../../src/webhooks/purge-delivery-log.ts';
import { createWebhookSecret } from '../../src/webhooks/webhook-signature.ts';
import { useApiWorld } from '../support/api-world.ts';
import { useDeliveries } from '../support/deliveries.ts';
import type { ReceivedWebhook } from '../support/receiver.ts';
import type { TestStore } from '../support/world.ts';

interface Rotated {
  id: number;
  secret: string;
  previous_secret_expires_at: string | null;
}

/** Which verifiers that others wrote accept the message with this secret. */
async function verifiersOf({ body, headers }: ReceivedWebhook, secret: string): Promise<string[]> {
  const standard = headers as Record<string, string>;
  const accepts = (verify: () => unknown) => {
    try {
      verify();
      return true;
    } catch {
      return false;
    }
  };
  const hub = (name: string) => {
    const signature = standard[name];
    return signature === undefined ? false : verifyHubSignature(secret, body, signature);
  };
  const found: Record<string, boolean> = {
    standardwebhooks: accepts(() => new StandardWebhook(secret).verify(body, standard)),
    svix: accepts(() => new SvixWebhook(secret).verify(body, standard)),
    'octokit, X-Service-Signature': await hub('x-service-signature'),
    'octokit, X-Service-Signature-Previous': await hub('x-service-signature-previous'),
  };
  return Object.keys(found).filter((name) => found[name]);
}

const NEW = ['standardwebhooks', 'svix', 'octokit, X-Service-Signature'];
const OLD = ['standardwebhooks', 'svix', 'octokit, X-Service-Signature-Previous'];

describe('a rotated secret', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);

  /** The request that the receiver gets now. */
  async function receive(store: TestStore): Promise<ReceivedWebhook> {
    const ids = await deliveries.pending(store);
    await deliverWebhook(deliveries.deps, { ...ids, number: 1, retryAfter: () => null, attemptsAllowed: 9 });
    return store.receiver.received.at(-1)!;
  }
  async function setUp() {
    const store = await world.current.createStore();
    const { body } = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const path = `/api/v1/webhooks/${body.data[0]!.id}`;
    const rotate = async (input?: unknown) => {
      const answer = await store.sandbox.request<Rotated>('POST', `${path}/rotate-secret`, input);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    return { store, path, rotate };
  }

  test('signs beside the one before for a day, and verifiers take either', async () => {
    const { store, path, rotate } = await setUp();
    const { secret, ...shown } = await rotate();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(store.webhookSecret);
    expect(Date.parse(shown.previous_secret_expires_at!) - Date.now()).toBeGreaterThan(86_000_000);
    expect((await store.sandbox.get(path)).body).toEqual(shown);
    const received = await receive(store);
    expect(await verifiersOf(received, secret)).toEqual(NEW);
    expect(await verifiersOf(received, store.webhookSecret)).toEqual(OLD);
    expect(await verifiersOf(received, createWebhookSecret())).toEqual([]);
    expect(received.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });

  test('is the only one when the overlap is nothing, or has passed', async () => {
    const { store, rotate } = await setUp();
    const { secret, previous_secret_expires_at: end } = await rotate({ overlap_seconds: 0 });
    expect(end).toBeNull();
    let received = await receive(store);
    expect(await verifiersOf(received, secret)).toEqual(NEW);
    expect(await verifiersOf(received, store.webhookSecret)).toEqual([]);
    expect(received.headers).not.toHaveProperty('x-service-signature-previous');

    const second = await rotate({ overlap_seconds: 1 });
    expect(await verifiersOf(await receive(store), secret)).toEqual(OLD);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    received = await receive(store);
    expect(await verifiersOf(received, second.secret)).toEqual(NEW);
    expect(await verifiersOf(received, secret)).toEqual([]);
    await purgePreviousSecrets(deliveries.deps.em, new Date());
    const kept = await world.current.database.query(
      'select 1 from webhook_endpoints where id = $1 and previous_secret is not null',
      [second.id],
    );
    expect(kept).toEqual([]);
  });

  test('drops the oldest when it is rotated again during an overlap', async () => {
    const { store, rotate } = await setUp();
    const second = await rotate();
    const third = await rotate({ overlap_seconds: 600 });
    const received = await receive(store);
    expect(await verifiersOf(received, third.secret)).toEqual(NEW);
    expect(await verifiersOf(received, second.secret)).toEqual(OLD);
    expect(await verifiersOf(received, store.webhookSecret)).toEqual([]);
  });

  test('may be chosen, but not be the one that is there', async () => {
    const { path, rotate, store } = await setUp();
    const secret = createWebhookSecret();
    expect((await rotate({ secret })).secret).toBe(secret);
    const again = await store.sandbox.post<{ errors: { code: string }[] }>(`${path}/rotate-secret`, { secret });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ field: 'secret', code: 'secret.unchanged' }] } });
    for (const wrong of [
      { overlap_seconds: -1 },
      { overlap_seconds: 604_801 },
      { overlap_seconds: 1.5 },
      { secret: 'x' },
    ]) {
      expect((await store.sandbox.post(`${path}/rotate-secret`, wrong)).status).toBe(422);
    }
  });

  test('signs deliveries that already waited, and is shown again only under its Idempotency-Key', async () => {
    const { store, path } = await setUp();
    const ids = await deliveries.pending(store);
    const send = () =>
      store.sandbox.request<Rotated>('POST', `${path}/rotate-secret`, {}, { 'Idempotency-Key': 'rotate-1' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    await deliverWebhook(deliveries.deps, { ...ids, number: 1, retryAfter: () => null, attemptsAllowed: 9 });
    const received = store.receiver.received.at(-1)!;
    expect(await verifiersOf(received, first.body.secret)).toEqual(NEW);
    expect(await verifiersOf(received, store.webhookSecret)).toEqual(OLD);
    const rows = await world.current.database.query<{ secret: string; previous_secret: string }>(
      'select secret, previous_secret from webhook_endpoints where id = $1',
      [first.body.id],
    );
    expect(JSON.stringify(rows)).not.toContain('whsec_');
  });
});
