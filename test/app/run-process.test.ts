import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Config } from '../../src/app/config.ts';
import { freeLoopbackPort } from '../../src/base/telemetry/free-loopback-port.ts';
import { eventually } from '../support/eventually.ts';
import { operationsOf, probe } from '../support/operations.ts';
import { startProcess, type PlatformProcess } from '../support/platform-process.ts';
import { useApiWorld } from '../support/api-world.ts';

/** Sooner than anything that it waits for gives up, on a busy machine. */
const AT_ONCE_MS = 5_000;

describe('a process that is told to stop', () => {
  const world = useApiWorld();
  let silent: Server;
  const swallowed: Socket[] = [];
  let running: PlatformProcess | undefined;
  /** Takes connections and says nothing. */
  beforeAll(async () => {
    silent = createServer((socket) => void swallowed.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterEach(() => running?.kill9());
  afterAll(() => {
    for (const socket of swallowed) socket.destroy();
    silent.close();
  });

  const silentAddress = (): string => `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const start = async (program: 'server' | 'worker', settings: Partial<Config>): Promise<PlatformProcess> => {
    const operations = await operationsOf();
    const config = { ...world.current.config, port: await freeLoopbackPort(), operations, ...settings };
    running = await startProcess(program, config, { isWaitedFor: program === 'server' });
    // It has begun, and hears signals.
    await eventually(
      () => probe(`http://127.0.0.1:${operations.port}`),
      (found) => found !== null,
      { withinMs: 50_000 },
    );
    return running;
  };

  test.each<[what: string, settings: () => Partial<Config>]>([
    ['a PostgreSQL that is away', () => ({ databaseUrl: 'postgres://fatura@127.0.0.1:1/fatura' })],
    ['a PostgreSQL that says nothing', () => ({ databaseUrl: `postgres://fatura@${silentAddress()}/fatura` })],
    ['a Temporal that is away', () => ({ temporal: { address: '127.0.0.1:1', namespace: 'default' } })],
    ['a Temporal that says nothing', () => ({ temporal: { address: silentAddress(), namespace: 'default' } })],
  ])('ends at once, with 0, where it is a worker that waits for %s', async (_, settings) => {
    const worker = await start('worker', settings());
    const told = performance.now();
    expect(await worker.stop()).toBe(0);
    expect(performance.now() - told).toBeLessThan(AT_ONCE_MS);
  });

  test('ends with 1 where its start fails, also under a supervisor', async () => {
    const taken = (silent.address() as AddressInfo).port;
    const config = { ...world.current.config, port: taken };
    running = await startProcess('server', config, { isWaitedFor: false });
    expect(await running.exited).toBe(1);
  });

  test('goes on stopping in order when it is told again', async () => {
    const api = await start('server', {});
    api.signal('SIGTERM');
    api.signal('SIGTERM');
    api.signal('SIGINT');
    expect(await api.exited).toBe(0);
  });

  test('ends as it is when Ctrl-C is pressed again', async () => {
    const api = await start('server', { drainSeconds: 10 });
    api.signal('SIGINT');
    const pressing = setInterval(() => api.signal('SIGINT'), 700);
    expect(await api.exited).toBe(130);
    clearInterval(pressing);
  });
});
