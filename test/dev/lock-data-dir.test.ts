import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { tryFileLock } from '../../src/dev/file-lock.ts';
import { lockDataDir } from '../../src/dev/lock-data-dir.ts';
import { cleanUp, hold, temporaryFolder } from './support.ts';

afterAll(cleanUp);

const silent = (): void => undefined;

describe('lockDataDir', () => {
  test('a second run is refused with the pid of the first', async () => {
    const dataDir = temporaryFolder();
    const holder = await hold<{ pid: number }>('lock', dataDir);
    await expect(lockDataDir(dataDir, silent)).rejects.toThrow(`in use by the run with pid ${holder.held.pid}`);
    await holder.kill();
  });

  test('the lock of a run that was killed is free at once', async () => {
    const dataDir = temporaryFolder();
    const holder = await hold<{ pid: number }>('lock', dataDir);
    await holder.kill();
    const lock = await lockDataDir(dataDir, silent);
    expect(tryFileLock(join(dataDir, 'run', 'start.lock'))).toBeUndefined();
    lock.release();
  });

  test('a pid file whose pid is another program by now is no obstacle', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'run'));
    writeFileSync(join(dataDir, 'run', 'start.json'), JSON.stringify({ pid: process.ppid, state: 'running' }));
    const lock = await lockDataDir(dataDir, silent);
    expect(tryFileLock(join(dataDir, 'run', 'start.lock'))).toBeUndefined();
    lock.release();
  });

  test('a run that is stopping is waited for', async () => {
    const dataDir = temporaryFolder();
    const first = await lockDataDir(dataDir, silent);
    first.announceStop();
    const told: string[] = [];
    const second = lockDataDir(dataDir, (line) => {
      told.push(line);
      first.release();
    });
    (await second).release();
    expect(told).toEqual([expect.stringContaining('which is stopping')]);
  });

  test('a damaged lock file is named in the message', () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, 'not a lock '.repeat(100));
    expect(() => tryFileLock(path)).toThrow(`Remove that file`);
  });
});
