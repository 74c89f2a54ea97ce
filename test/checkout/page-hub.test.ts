import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Readable } from 'node:stream';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { pino } from 'pino';
import { createPageHub, type PageHub } from '../../src/checkout/page-hub.ts';
import { createVersionWatch, type VersionWatch } from '../../src/checkout/watch-versions.ts';
import { startLoop, type WakeableLoop } from '../../src/base/time/wakeable-loop.ts';
import { readCheckout } from '../../src/checkout/read-checkout.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import type { GatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { systemClock, type Clock } from '../../src/base/time/clock.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

describe('open checkout pages', () => {
  const world = useApiWorld();
  const log = pino({ level: 'silent' });
  let orm: MikroORM;
  let watch: VersionWatch;
  let looking: WakeableLoop;
  let failedLooks = 0;
  let impatient: MikroORM;
  let hub: PageHub;
  let gateways: GatewayRegistry;
  let store: TestStore;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
    impatient = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1, lockTimeoutMs: 100 });
    watch = createVersionWatch(impatient.em);
    looking = startLoop({ everyMs: 100, round: () => watch.look(), onError: () => (failedLooks += 1) });
    ({ gateways } = openGateways(orm.em, createSecretBox(TEST_KEYS), world.current.config));
    hub = createPageHub({ em: orm.em, clock: systemClock, gateways, versions: watch, log, mostPages: 10_000 });
    store = await world.current.createStore();
  });
  afterAll(async () => {
    hub?.stop();
    await looking?.stop();
    await impatient?.close();
    await orm?.close();
  });

  /** The versions that a page is told. */
  async function openPage(hash: string, of = hub): Promise<{ versions: string[]; stream: Readable }> {
    const stream = await of.open(hash);
    if (typeof stream === 'string') throw new Error(stream);
    const versions: string[] = [];
    stream.on('data', (chunk: Buffer) => {
      for (const [, data] of chunk.toString().matchAll(/^data: (.+)$/gm)) {
        versions.push((JSON.parse(data!) as { version: string }).version);
      }
    });
    return { versions, stream };
  }
  const versionOf = async (hash: string) =>
    (await readCheckout({ em: orm.em.fork(), clock: systemClock, gateways }, hash))!.version;

  test('are told the version at once, and the new one within a second of a payment', async () => {
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const invoice = await store.createInvoice();
      const { versions, stream } = await openPage(invoice.checkout_hash);
      await eventually(
        () => versions,
        (seen) => seen.length === 1,
      );
      expect(versions).toEqual([await versionOf(invoice.checkout_hash)]);
      await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
      const paidAt = performance.now();
      await eventually(
        () => versions,
        (seen) => seen.length === 2,
      );
      times.push(performance.now() - paidAt);
      expect(versions[1]).toBe(await versionOf(invoice.checkout_hash));
      expect(versions[1]).not.toBe(versions[0]);
      stream.destroy();
    }
    // Other programs of a busy machine hold up a single run.
    expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000);
  });

  test('pages of other invoices are not told, and a page that was closed is forgotten', async () => {
    const [one, two] = [await store.createInvoice(), await store.createInvoice()];
    const [pageOne, pageTwo] = [await openPage(one.checkout_hash), await openPage(two.checkout_hash)];
    await eventually(
      () => [...pageOne.versions, ...pageTwo.versions],
      (seen) => seen.length === 2,
    );
    await store.sandbox.post(`/api/v1/invoices/${one.id}/cancel`);
    await eventually(
      () => pageOne.versions,
      (seen) => seen.length === 2,
    );
    expect(pageTwo.versions).toHaveLength(1);
    pageOne.stream.destroy();
    pageTwo.stream.destroy();
  });

  test('hear of what happened while the record could not be looked at', async () => {
    const invoice = await store.createInvoice();
    const { versions, stream } = await openPage(invoice.checkout_hash);
    await eventually(
      () => versions,
      (seen) => seen.length === 1,
    );
    const holder = new pg.Client({ connectionString: world.current.database.url });
    await holder.connect();
    await holder.query('begin; lock table invoices in access exclusive mode');
    const canceled = store.sandbox.post(`/api/v1/invoices/${invoice.id}/cancel`);
    await eventually(
      () => failedLooks,
      (failed) => failed > 0,
    );
    await holder.end();
    await canceled;
    await eventually(
      () => versions,
      (seen) => seen.at(-1) !== seen[0],
    );
    expect(versions.at(-1)).toBe(await versionOf(invoice.checkout_hash));
    stream.destroy();
  });

  test('that cannot be told of a change are ended, and hear of it when they connect again', async () => {
    let isDown = false;
    const clock: Clock = {
      now: (scope) => (isDown ? Promise.reject(new Error('no connection was free')) : systemClock.now(scope)),
    };
    const unlucky = createPageHub({ em: orm.em, clock, gateways, versions: watch, log, mostPages: 10 });
    const invoice = await store.createInvoice();
    const { versions, stream } = await openPage(invoice.checkout_hash, unlucky);
    await eventually(
      () => versions,
      (seen) => seen.length === 1,
    );
    isDown = true;
    await store.sandbox.post(`/api/v1/invoices/${invoice.id}/cancel`);
    await eventually(() => stream.destroyed, Boolean);
    isDown = false;
    const again = await openPage(invoice.checkout_hash, unlucky);
    await eventually(
      () => again.versions,
      ([version]) => version !== undefined && version !== versions[0],
    );
    unlucky.stop();
  });

  test('that open at the same time share one read, and each is told the version', async () => {
    let reads = 0;
    const clock: Clock = { now: (scope) => ((reads += 1), systemClock.now(scope)) };
    const counting = createPageHub({ em: orm.em, clock, gateways, versions: watch, log, mostPages: 100 });
    const { checkout_hash: hash } = await store.createInvoice();
    const first = await openPage(hash, counting);
    const version = await versionOf(hash);
    const pages = [first, ...(await Promise.all(Array.from({ length: 19 }, () => openPage(hash, counting))))];
    await eventually(
      () => pages.map(({ versions }) => versions),
      (told) => told.every(([seen]) => seen === version),
    );
    // The first page's read, and that of the nineteen.
    expect(reads).toBe(2);
    counting.stop();
  });

  test('a thousand of them hold no database connection each, and 300 MB in all at most', async () => {
    const invoices = await Promise.all(Array.from({ length: 50 }, () => store.createInvoice()));
    global.gc?.();
    const before = process.memoryUsage().rss;
    const pages = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => openPage(invoices[index % 50]!.checkout_hash)),
    );
    await eventually(
      () => pages.filter(({ versions }) => versions.length === 1).length,
      (told) => told === 1_000,
    );
    const [row] = await world.current.database.query<{ connections: string }>(
      `select count(*) as connections from pg_stat_activity where datname = current_database()`,
    );
    expect(Number(row!.connections)).toBeLessThan(30);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    await confirmPayment(world.current, { attemptId: invoices[0]!.payments[0]!.id, amountCents: 10_000 });
    await eventually(
      () => pages.filter(({ versions }) => versions.length === 2).length,
      (told) => told === 20,
    );
    for (const { stream } of pages) stream.destroy();
  });

  test('beyond twenty of one invoice are told to poll; a hash that nobody was given is unknown', async () => {
    const { checkout_hash: hash } = await store.createInvoice();
    const pages = await Promise.all(Array.from({ length: 20 }, () => openPage(hash)));
    expect(await hub.open(hash)).toBe('full');
    pages[0]!.stream.destroy();
    await eventually(
      () => hub.open(hash),
      (opened) => opened !== 'full',
    );
    expect(await hub.open('A'.repeat(24))).toBe('unknown');
    for (const { stream } of pages) stream.destroy();
  });
});
