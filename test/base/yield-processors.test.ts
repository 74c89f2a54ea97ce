import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const MODULE = new URL('../../src/base/yield-processors.ts', import.meta.url).href;
const PROGRAM = `
  import { existsSync, readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { yieldProcessors } from '${MODULE}';
  yieldProcessors();
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [0];
  const group = '/proc/self/autogroup';
  console.log(JSON.stringify({
    threads: [...new Set(threads.map((thread) => getPriority(thread)))],
    session: existsSync(group) ? readFileSync(group, 'utf8').trim().replace(/^.*nice /, '') : null,
  }));
`;
const AUTOGROUP = '/proc/self/autogroup';
const COMMAND = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROGRAM];

describe('a process that lets others go first', () => {
  test('lowers each of its threads, and the session that it leads', async () => {
    const child = spawn(process.execPath, COMMAND, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const session = existsSync(AUTOGROUP) ? '10' : null;
    expect(JSON.parse(said)).toEqual({ threads: [10], session });
  });

  test('leaves the session of others as it was', async () => {
    const session = existsSync(AUTOGROUP)
      ? readFileSync(AUTOGROUP, 'utf8')
          .trim()
          .replace(/^.*nice /, '')
      : null;
    const { stdout } = await promisify(execFile)(process.execPath, COMMAND);
    expect(JSON.parse(stdout)).toEqual({ threads: [10], session });
  });
});
