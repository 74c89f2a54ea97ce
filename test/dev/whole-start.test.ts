import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { acceptsConnections, choosePort } from '../../src/dev/ports.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { findTemporal } from '../../src/dev/temporal-binary.ts';
import type { DemoStore } from '../../src/dev/demo-store.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel } from '../support/panel-client.ts';
import { cleanUp, isRunning, startPlatform, temporaryFolder } from './support.ts';

afterAll(cleanUp);

/** The processes that a running platform has recorded, by what they are. */
function recordedPids(dataDir: string): number[] {
  const records = ['api', 'worker', 'temporal'].map((name) => join(dataDir, 'run', `${name}.json`));
  const pids = records.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid);
  const postmaster = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return [...pids, Number(postmaster.split('\n')[0])];
}

/** The panel lets the demo store's person in, and a mail that it sends can be read. */
async function usePanel(
  { base_url: baseUrl, panel_email: email, panel_password: password }: DemoStore,
  dataDir: string,
) {
  const browser = openPanel({ baseUrl });
  expect(await browser.signIn(email, password)).toMatchObject({ status: 303, location: '/panel?done=signIn' });
  expect((await browser.get('/panel/platform/health')).status).toBe(200);
  await openPanel({ baseUrl }).submit('/panel/forgot-password', '/panel/forgot-password', { email });
  const mails = () =>
    existsSync(join(dataDir, 'mail')) ? readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.txt')) : [];
  const [mail] = await eventually(mails, ({ length }) => length > 0);
  const link = new RegExp(`^${baseUrl}/panel/links/[\\w-]{43}$`, 'm').exec(
    readFileSync(join(dataDir, 'mail', mail!), 'utf8'),
  )![0];
  expect((await fetch(link)).status).toBe(200);
}

describe('npm start', () => {
  beforeAll(async () => {
    await findTemporal();
  }, 600_000);

  test('it comes up again after a kill -9, and SIGTERM leaves no process behind', async () => {
    const dataDir = temporaryFolder();
    const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
    const env = { DATA_DIR: dataDir, PORT: String(port) };

    const first = await startPlatform(env);
    const store = readFileSync(join(dataDir, 'demo-store.json'), 'utf8');
    expect(statSync(join(dataDir, 'demo-store.json')).mode & 0o777).toBe(0o600);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/customers`)).status).toBe(401);
    await usePanel(JSON.parse(store) as DemoStore, dataDir);
    const left = recordedPids(dataDir);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await startPlatform(env);
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
    const { child } = await startPlatform({ DATA_DIR: dataDir, PORT: String(port) });
    const [api] = recordedPids(dataDir);
    process.kill(api!, 'SIGKILL');
    await pollUntil(() => !isRunning(api!), { timeoutMs: 10_000 });
    expect(await pollUntil(() => acceptsConnections(port), { timeoutMs: 20_000 })).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });
});
