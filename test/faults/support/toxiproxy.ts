import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { findGoProgram } from '../../support/go-program.ts';
import { cacheDir } from '../../../src/dev/cache-dir.ts';
import { pollUntil } from '../../../src/dev/poll-until.ts';
import { acceptsConnections } from '../../../src/dev/ports.ts';
import { spawnTracked, stopTracked } from '../../../src/dev/spawn-tracked.ts';

const VERSION = 'v2.12.0';
const READY_MS = 10_000;

/** In both directions. */
export type Toxic =
  | { type: 'latency'; attributes: { latency: number; jitter: number } }
  /** Closes a connection by a reset, so many milliseconds after data came. */
  | { type: 'reset_peer'; attributes: { timeout: number } }
  /** With 0 a black hole: what is sent goes nowhere, and no connection ends. */
  | { type: 'timeout'; attributes: { timeout: number } };

export interface Toxiproxy {
  /** @returns the address to call instead, `127.0.0.1:port` */
  proxy(name: string, upstream: string): Promise<string>;
  poison(name: string, toxic: Toxic): Promise<void>;
  cure(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Toxiproxy (github.com/Shopify/toxiproxy), by its HTTP API. */
export async function startToxiproxy(onProgress: (line: string) => void): Promise<Toxiproxy> {
  const port = await freePort();
  const program = await findToxiproxy(onProgress);
  const args = ['-host', '127.0.0.1', '-port', String(port)];
  const server = spawnTracked(program, args, { stdio: 'ignore', env: { LOG_LEVEL: 'fatal' } });
  if (!(await pollUntil(() => acceptsConnections(port), { timeoutMs: READY_MS }))) {
    await stopTracked(server, 'SIGTERM', 5_000);
    throw new Error('Toxiproxy did not start.');
  }
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const given = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...given });
    if (!response.ok) throw new Error(`Toxiproxy: ${method} ${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  return {
    async proxy(name, upstream) {
      const listen = `127.0.0.1:${await freePort()}`;
      await call('POST', '/proxies', { name, listen, upstream, enabled: true });
      return listen;
    },
    async poison(name, toxic) {
      for (const stream of ['upstream', 'downstream']) {
        await call('POST', `/proxies/${name}/toxics`, { name: `toxic_${stream}`, stream, ...toxic });
      }
    },
    async cure(name) {
      for (const stream of ['upstream', 'downstream']) await call('DELETE', `/proxies/${name}/toxics/toxic_${stream}`);
    },
    stop: () => stopTracked(server, 'SIGTERM', 5_000),
  };
}

/** From the cache, or compiled once. */
export async function findToxiproxy(onProgress: (line: string) => void): Promise<string> {
  const source = `github.com/Shopify/toxiproxy/v2/cmd/server@${VERSION}`;
  const given = { name: 'Toxiproxy', file: 'server', source, takes: 'less than a minute' };
  const program = { ...given, whatToInstall: 'Install Go 1.25 or newer.' };
  return await findGoProgram(program, join(cacheDir(), `toxiproxy-${VERSION}`), { onProgress });
}
