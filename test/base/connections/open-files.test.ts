import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { freeLoopbackPort } from '../../../src/base/telemetry/free-loopback-port.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { startProcess, type PlatformProcess } from '../../support/platform-process.ts';
import type { TestStore } from '../../support/world.ts';

/** Fewer than the connections that come. */
const OPEN_FILES = 220;
const CONNECTIONS = 400;

describe('an API that may have few files open', () => {
  const world = useApiWorld();
  const sockets: Socket[] = [];
  let api: PlatformProcess;
  let url: string;
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
    const port = await freeLoopbackPort();
    url = `http://127.0.0.1:${port}`;
    api = await startProcess('server', { ...world.current.config, port }, { openFiles: OPEN_FILES });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api?.stop();
  });

  const ask = async (): Promise<number> => {
    const headers = { Authorization: `Bearer ${store.sandboxToken}`, Connection: 'close' };
    return (await fetch(`${url}/api/v1/customers`, { headers })).status;
  };

  test('serves whoever asks, while more connections are open than it has files, and refuses the others politely', async () => {
    expect(await ask()).toBe(200);
    let refusals = 0;
    const served: number[] = [];
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.setEncoding('utf8').on('data', (text: string) => (refusals += Number(/^HTTP\/1.1 503 /.test(text))));
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      // Neither it nor PostgreSQL behind it runs out.
      if (count % 50 === 49) served.push(await ask());
    }
    expect(new Set(served)).toEqual(new Set([200]));
    expect(refusals).toBeGreaterThan(CONNECTIONS - OPEN_FILES);
    expect(await api.stop()).toBe(0);
  });
});
