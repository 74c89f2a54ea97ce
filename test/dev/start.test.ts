import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { choosePort } from '../../src/dev/ports.ts';
import { cleanUp, hold, runModule, temporaryFolder } from './support.ts';

afterAll(cleanUp);

/** Starts the platform with settings that cannot work, and returns what it says: one or two lines, and no stack. */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = temporaryFolder();
  // Not the default port, which a run of the developer's own may hold.
  const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
  const settings = { DATA_DIR: dataDir, PORT: String(port), ...env };
  const { code, stderr } = await runModule('src/dev/start.ts', [], settings);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
  return stderr;
}

describe('npm start refuses with a remedy', () => {
  test('a PORT that is no port', async () => {
    expect(await refusal({ PORT: 'abc' })).toMatch(/PORT is "abc"/);
  });

  test('a PORT in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(`Port ${port} is in use: .*PORT=${port + 1} npm start`),
    );
    server.close();
  });

  test('a DATA_DIR that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal({ DATA_DIR: file })).toMatch(/DATA_DIR .* is a file/);
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toMatch(/DATA_DIR .* is a file or lies below a file/);
  });

  test('a DATA_DIR that cannot be made', async () => {
    expect(await refusal({ DATA_DIR: '/dev/null/x' })).toMatch(/DATA_DIR \/dev\/null\/x /);
  });

  test('a DATA_DIR in which another run works', async () => {
    const dataDir = temporaryFolder();
    const holder = await hold<{ pid: number }>('lock', dataDir);
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(new RegExp(`in use by the run with pid ${holder.held.pid}`));
    await holder.kill();
  });

  test('damaged keys', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'keys.json'), '{');
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(/keys\.json is damaged/);
  });

  test('a DATABASE_URL that is none, or where nothing answers: without its password', async () => {
    expect(await refusal({ DATABASE_URL: 'mysql://u:topsecret@h/d' })).toMatch(/DATABASE_URL is not an address/);
    const url = 'postgresql://someone:topsecret@127.0.0.1:1/x';
    expect(await refusal({ DATABASE_URL: url })).toMatch(
      /PostgreSQL does not answer at 127\.0\.0\.1:1(?![^]*topsecret)/,
    );
  });

  test('ENCRYPTION_KEYS that are none', async () => {
    expect(await refusal({ ENCRYPTION_KEYS: 'local:short' })).toMatch(/ENCRYPTION_KEYS is not/);
  });
});
