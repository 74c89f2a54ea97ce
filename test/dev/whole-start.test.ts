import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { acceptsConnections, choosePort } from '../../src/dev/ports.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { findTemporal } from '../../src/dev/temporal-binary.ts';
import { isRunning, spawnModule, temporaryFolder } from './support.ts';

interface Start {
  child: ChildProcess;
  lines: string[];
}

/** Resolves when the platform has said `ready`. */
async function start(env: NodeJS.ProcessEnv): Promise<Start> {
  const child = spawnModule('src/dev/start.ts', [], env);
  const lines: string[] = [];
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (line === 'ready') return { child, lines };
  }
  throw new Error(`It ended without being ready.\n${lines.join('\n')}\n${complaint}`);
}

/** The processes that a running platform has recorded, by what they are. */
function recordedPids(dataDir: string): number[] {
  const records = ['api', 'worker', 'temporal'].map((name) => join(dataDir, 'run', `${name}.json`));
  const pids = records.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid);
  const postmaster = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return [...pids, Number(postmaster.split('\n')[0])];
}

describe('npm start', () => {
  beforeAll(async () => {
    await findTemporal();
  }, 600_000);

  test('it comes up again after a kill -9, and SIGTERM leaves no process behind', async () => {
    const dataDir = temporaryFolder();
    const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
    const env = { DATA_DIR: dataDir, PORT: String(port) };

    const first = await start(env);
    const store = readFileSync(join(dataDir, 'demo-store.json'), 'utf8');
    expect(statSync(join(dataDir, 'demo-store.json')).mode & 0o777).toBe(0o600);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/customers`)).status).toBe(401);
    const left = recordedPids(dataDir);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await start(env);
    expect(left.filter(isRunning)).toEqual([]);
    expect(readFileSync(join(dataDir, 'demo-store.json'), 'utf8')).toBe(store);
    const running = recordedPids(dataDir);
    expect(running.filter(isRunning)).toEqual(running);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
    expect(running.filter(isRunning)).toEqual([]);
    expect(await acceptsConnections(port)).toBe(false);
  });

  test('an API that dies is started again, and takes requests', async () => {
    const dataDir = temporaryFolder();
    const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
    const { child } = await start({ DATA_DIR: dataDir, PORT: String(port) });
    const [api] = recordedPids(dataDir);
    process.kill(api!, 'SIGKILL');
    await pollUntil(() => !isRunning(api!), { timeoutMs: 10_000 });
    expect(await pollUntil(() => acceptsConnections(port), { timeoutMs: 20_000 })).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });
});
