import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cleanUp, hold, runModule, temporaryFolder } from './support.ts';

afterAll(cleanUp);

const reset = (dataDir: string, ...args: string[]) => runModule('tools/reset.ts', args, { DATA_DIR: dataDir });

/** A folder as `npm start` leaves it. */
function filledFolder(): string {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  writeFileSync(join(dataDir, 'demo-store.json'), '{}');
  return dataDir;
}

describe('npm run reset', () => {
  test('deletes the data of npm start when it is told to', async () => {
    const dataDir = filledFolder();
    expect(await reset(dataDir, '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('begins anew') });
    expect(existsSync(dataDir)).toBe(false);
    expect(await reset(dataDir, '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('There is no') });
  });

  test('deletes nothing where nobody is there to be asked', async () => {
    const dataDir = filledFolder();
    expect(await reset(dataDir)).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run reset -- --yes') });
    expect(existsSync(join(dataDir, 'demo-store.json'))).toBe(true);
  });

  test('deletes no folder that npm start never filled, and takes no word that it does not know', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letters.txt'), 'dear Ana');
    expect(await reset(folder, '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') });
    expect(await reset(folder, '--force')).toMatchObject({ code: 1, stderr: expect.stringContaining('not --force') });
    expect(existsSync(join(folder, 'letters.txt'))).toBe(true);
  });

  test('deletes nothing under a platform that runs', async () => {
    const dataDir = filledFolder();
    const holder = await hold<{ pid: number }>('lock', dataDir);
    const { code, stderr } = await reset(dataDir, '--yes');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`pid ${holder.held.pid}`) });
    expect(existsSync(join(dataDir, 'demo-store.json'))).toBe(true);
    await holder.kill();
  });
});
