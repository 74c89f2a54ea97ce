import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { liveService } from '../../src/dev/live-service.ts';
import { spawnTracked, type TrackedChild } from '../../src/dev/spawn-tracked.ts';
import type { RunningService } from '../../src/dev/node-service.ts';
import { eventually } from '../support/eventually.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

describe('a service under npm run dev', () => {
  const said: string[] = [];
  const stopped: number[] = [];
  let started = 0;
  let isBroken = false;
  let live: { stop: () => Promise<void> } | undefined;
  afterEach(() => live?.stop());

  function run(): RunningService & { end: (how: string) => void } {
    const pid = ++started;
    const { promise: exited, resolve: end } = Promise.withResolvers<string>();
    return { pid, exited, end, stop: () => (stopped.push(pid), end('signal SIGTERM'), Promise.resolve()) };
  }
  const spares: TrackedChild[] = [];
  const prepare = (): TrackedChild => {
    // A program that waits as long as its input is open.
    const spare = spawnTracked('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] });
    spares.push(spare);
    return spare;
  };
  const taken: (TrackedChild | undefined)[] = [];
  const start = (_signal: AbortSignal, spare?: TrackedChild) => (
    taken.push(spare),
    isBroken ? Promise.reject(new Error('a bracket is missing')) : Promise.resolve(run())
  );
  const isSaid = (text: string) => eventually(() => said.join('\n'), (lines) => lines.includes(text)); // prettier-ignore

  test('starts anew with a saved file, waits for the next one where it cannot, and says when it ends by itself', async () => {
    const folder = temporaryFolder();
    const save = (name: string) => writeFileSync(join(folder, name), String(Math.random()));
    const first = run();
    const say = (line: string) => void said.push(line);
    live = liveService({
      id: 'worker',
      name: 'Worker',
      log: 'worker.log',
      first,
      start,
      prepare,
      say,
      folders: [folder],
    });

    save('styles.css');
    save('module.ts');
    save('module.ts');
    await isSaid('live again');
    expect([started, stopped]).toEqual([2, [1]]);

    isBroken = true;
    save('module.ts');
    await isSaid('a bracket is missing');
    isBroken = false;
    said.length = 0;
    save('module.ts');
    await isSaid('live again');
    expect([started, stopped]).toEqual([3, [1, 2]]);
    // Each start takes the process that was prepared before, and leaves a new one for the next.
    expect(taken).toEqual(spares.slice(0, 3));
    expect(spares).toHaveLength(4);
  });

  test('is started anew by a file that it is made of, wherever a name is like that of a door', async () => {
    const folder = join(temporaryFolder(), 'src');
    for (const wing of ['panel', 'base']) mkdirSync(join(folder, wing), { recursive: true });
    const say = (line: string) => void said.push(line);
    const before = started;
    live = liveService({
      ...{ id: 'worker' as const, name: 'Worker', log: 'worker.log', first: run(), start, prepare, say },
      folders: [folder],
    });
    said.length = 0;
    for (const file of ['panel/page.ts', 'server.ts']) writeFileSync(join(folder, file), '1');
    writeFileSync(join(folder, 'base/operations-server.ts'), '1');
    await isSaid('live again');
    expect(started).toBe(before + 2);
  });

  test('that ends by itself says so', async () => {
    const first = run();
    const say = (line: string) => void said.push(line);
    const folders = [temporaryFolder()];
    live = liveService({ id: 'api', name: 'API', log: 'api.log', first, start, prepare, say, folders });
    first.end('exit code 1');
    expect(await isSaid('API: ended unexpectedly (exit code 1)')).toContain('api.log');
  });
});
