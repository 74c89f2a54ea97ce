import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { isPortFree } from '../../src/dev/ports.ts';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { startWorker, type RunningWorker } from '../../src/worker.ts';
import { createApiClient, type InvoiceBody } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { runAdmin } from '../support/run-admin.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, TEST_KEYS, type TestStore, type World } from '../support/world.ts';

const OLD = TEST_KEYS;
const NEW = `next:${Buffer.alloc(32, 9).toString('base64')}`;
const log = pino({ level: 'silent' });

/** A process each of API and worker, as a deployment has them. */
interface Release {
  baseUrl: string;
  server: RunningServer;
  worker: RunningWorker;
}

interface Life {
  key: string;
  method: 'pix' | 'card';
  invoiceId: number;
}

describe('the encryption key is replaced while stores and payers go on', () => {
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
  }, 300_000);
  /** The processes beside the world are stopped also when the test fails. */
  const running = new Set<{ stop(): Promise<void> }>();
  const stop = async (...those: { stop(): Promise<void> }[]): Promise<void> => {
    for (const one of those) running.delete(one);
    await Promise.all(those.map((one) => one.stop()));
  };
  afterAll(async () => {
    await stop(...running);
    await world?.stop();
    await temporal?.stop();
  });

  test('no request fails, no event is lost, and in the end the old key opens nothing that is needed', async () => {
    const store = await world.createStore();
    /** Where the balancer sends requests, one after the other. */
    const addresses = [world.baseUrl];
    const traffic = startTraffic(store, addresses);
    const firstLife = await traffic.livesMore(2);

    let release: Release | null = null;
    for (const keys of [`${OLD},${NEW}`, `${NEW},${OLD}`]) release = await replace(release, keys);
    // As often as it takes: it is repeated while everything runs.
    const rotated = await Promise.all([1, 2].map(() => rotate(`${NEW},${OLD}`)));
    expect(rotated.flatMap((columns) => Object.values(columns)).filter(({ unreadable }) => unreadable > 0)).toEqual([]);
    expect(rotated.some((columns) => columns.idempotency_answers!.resealed > 0)).toBe(true);
    release = await replace(release, NEW);
    const lives = await traffic.stop();

    // Processes that never heard of the old key answer with rows that were sealed by it.
    expect((await createInvoice(release.baseUrl, store, firstLife)).id).toBe(firstLife.invoiceId);
    const unsent = await eventually(
      () =>
        world.database.query<{ state: string; count: number }>(
          `select state, count(*)::int as count from webhook_deliveries where state <> 'delivered' group by state`,
        ),
      (rows) => rows.length === 0,
    );
    expect(unsent).toEqual([]);
    const secret = new Webhook(store.webhookSecret);
    for (const { body, headers } of store.receiver.received) secret.verify(body, headers as Record<string, string>);
    const events = lives.map(({ invoiceId }) => store.receiver.eventsOf(invoiceId).at(-1));
    expect(new Set(events)).toEqual(new Set(['invoice.payment_confirmed']));

    /** The new processes beside the old ones for some lives, then without them. */
    async function replace(before: Release | null, keys: string): Promise<Release> {
      const next = await start(keys);
      addresses.push(next.baseUrl);
      await traffic.livesMore(4);
      addresses.shift();
      if (before) await stop(before.server, before.worker);
      else await world.stopWorker();
      // The world's own API knows the old key alone: it makes way, and the newest one takes its place.
      if (!before) await world.server.stop();
      world.server = next.server;
      running.delete(next.server);
      await traffic.livesMore(2);
      return next;
    }
  }, 120_000);

  async function start(encryptionKeys: string): Promise<Release> {
    const port = await freePort();
    const config = { ...world.config, port, encryptionKeys };
    const server = await startServer(config, { log });
    running.add(server);
    const worker = await startWorker(config, { log });
    running.add(worker);
    return { baseUrl: `http://127.0.0.1:${port}`, server, worker };
  }

  async function freePort(): Promise<number> {
    for (let port = world.config.port + 100; ; port += 1) if (await isPortFree(port)) return port;
  }

  async function rotate(encryptionKeys: string): Promise<Record<string, { resealed: number; unreadable: number }>> {
    const { exitCode, output } = await runAdmin({ config: { ...world.config, encryptionKeys } }, 'rotate-encryption');
    expect(exitCode).toBe(0);
    return output as Record<string, { resealed: number; unreadable: number }>;
  }
});

/** Payers without end, two at a time: by Pix and by a card that wants a second step. */
function startTraffic(store: TestStore, addresses: string[]) {
  const lives: Life[] = [];
  let begun = 0;
  let isStopped = false;
  let failure: unknown = null;
  const next = () => addresses[begun++ % addresses.length]!;

  async function pay(): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      const order = { key: randomUUID(), method: number % 2 === 1 ? 'card' : 'pix' } as const;
      const { id } = await createInvoice(next(), store, order);
      // Whichever process sealed the answer, another one gives it again.
      if ((await createInvoice(next(), store, order)).id !== id) throw new Error('made twice');
      if (order.method === 'card') await payByCard(next, store, id);
      else await payByPix(next, store, id);
      await reaches(next, store, { id, isRight: ({ status }) => status === 'paid' });
      lives.push({ ...order, invoiceId: id });
    }
  }
  const payers = [pay(), pay()].map((payer) =>
    payer.catch((error: unknown) => {
      failure ??= error;
      isStopped = true;
    }),
  );
  return {
    /** Waits until so many more were begun and have ended. @returns the last of them */
    async livesMore(count: number): Promise<Life> {
      // Two may be under way already.
      const goal = lives.length + 2 + count;
      await eventually(
        () => lives.length,
        (seen) => seen >= goal || failure !== null,
        { withinMs: 60_000 },
      );
      if (failure !== null) throw failure as Error;
      return lives[goal - 1]!;
    },
    async stop(): Promise<Life[]> {
      isStopped = true;
      await Promise.all(payers);
      if (failure !== null) throw failure as Error;
      return lives;
    },
  };
}

function clientOf(baseUrl: string, { sandboxToken: token, companyId }: TestStore) {
  return createApiClient({ baseUrl, token, companyId });
}

async function createInvoice(
  baseUrl: string,
  store: TestStore,
  { key, method }: Pick<Life, 'key' | 'method'>,
): Promise<InvoiceBody> {
  const { customerId, productId } = store;
  const order = { customer_id: customerId, products: [{ product_id: productId, quantity: 1 }], payment_method: method };
  const headers = { 'Idempotency-Key': key };
  const answer = await clientOf(baseUrl, store).request<InvoiceBody>('POST', '/api/v1/invoices', order, headers);
  if (answer.status !== 201) throw new Error(`an invoice answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function payByPix(next: () => string, store: TestStore, id: number): Promise<void> {
  await reaches(next, store, { id, isRight: ({ status }) => status === 'pending' });
  await clientOf(next(), store).create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
}

/** The bank asks whether it is them, at an address that another process may have signed. */
async function payByCard(next: () => string, store: TestStore, id: number): Promise<void> {
  await clientOf(next(), store).create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_second_step' });
  const isAsked = ({ card }: InvoiceBody) =>
    card !== null && 'next_action_url' in card && card.next_action_url !== null;
  const { card } = await reaches(next, store, { id, isRight: isAsked });
  const { pathname } = new URL((card as unknown as { next_action_url: string }).next_action_url);
  const shown = await fetch(next() + pathname);
  if (shown.status !== 200) throw new Error(`the second step answered ${shown.status}`);
  const body = new URLSearchParams({ outcome: 'confirmed' });
  const decided = await fetch(next() + pathname, { method: 'POST', body, redirect: 'manual' });
  if (decided.status !== 303) throw new Error(`the second step's form answered ${decided.status}`);
}

function reaches(
  next: () => string,
  store: TestStore,
  { id, isRight }: { id: number; isRight: (invoice: InvoiceBody) => boolean },
): Promise<InvoiceBody> {
  return eventually(() => clientOf(next(), store).invoice(id), isRight);
}
