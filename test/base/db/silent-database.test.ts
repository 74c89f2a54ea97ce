import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openDatabase } from '../../../src/app/open-database.ts';
import { openCounters } from '../../../src/base/http/rate-limit/open-counters.ts';
import { toApiError } from '../../../src/base/http/render-problem.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let network: SwallowingNetwork;
beforeAll(async () => {
  database = await createTestDatabase();
  network = await startSwallowingNetwork(Number(new URL(database.url).port));
});
afterAll(async () => {
  await network?.stop();
  await database?.drop();
});

test('a network that swallows what is sent is given up in time, as a failure of the database, and used again when it is well', async () => {
  const orm = await openDatabase({ databaseUrl: network.urlOf(database), poolSize: 1, statementTimeoutMs: 500 });
  const ask = () => orm.em.fork().transactional((tx) => tx.execute<{ one: number }[]>('select 1 as one'));
  await expect(ask()).resolves.toEqual([{ one: 1 }]);
  network.swallow(true);
  const begun = Date.now();
  const failure = await ask().catch((error: unknown) => error);
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(toApiError(failure, 'POST')).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  network.swallow(false);
  await expect(ask()).resolves.toEqual([{ one: 1 }]);
  await orm.close();
});

test('so are the counters of the rate limits', async () => {
  const pool = openCounters(network.urlOf(database), pino({ level: 'silent' }));
  const ask = async () => (await pool.query<{ one: number }>('select 1 as one')).rows;
  await expect(ask()).resolves.toEqual([{ one: 1 }]);
  network.swallow(true);
  const begun = Date.now();
  const failure = await ask().catch((error: unknown) => error);
  expect(Date.now() - begun).toBeLessThan(12_000);
  expect(toApiError(failure, 'GET')).toMatchObject({ status: 503 });
  network.swallow(false);
  await expect(ask()).resolves.toEqual([{ one: 1 }]);
  await pool.end();
});

test('a connection that nobody has asked anything may be silent for as long as it likes', async () => {
  const orm = await openDatabase({ databaseUrl: network.urlOf(database), poolSize: 1, statementTimeoutMs: 500 });
  const pid = async () => (await orm.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!.pid;
  const before = await pid();
  // Beyond the limit, whose margin is 5 s: there is nothing to look for but that nothing happens.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(await pid()).toBe(before);
  await orm.close();
});

interface SwallowingNetwork {
  urlOf(database: TestDatabase): string;
  /** From now on, in both directions; no connection ends by it. */
  swallow(does: boolean): void;
  stop(): Promise<void>;
}

async function startSwallowingNetwork(upstreamPort: number): Promise<SwallowingNetwork> {
  let swallows = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(upstreamPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (swallows || to.write(data)));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf({ url }) {
      const address = new URL(url);
      address.port = String(port);
      return address.href;
    },
    swallow: (does) => void (swallows = does),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
