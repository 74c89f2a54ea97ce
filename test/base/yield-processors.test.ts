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
  const session = existsSync('/proc/self/autogroup') ? readFileSync('/proc/self/autogroup', 'utf8') : null;
  console.log(JSON.stringify({ threads: [...new Set(threads.map((thread) => getPriority(thread)))], session }));
`;
const COMMAND = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROGRAM];

/** Such as "/autogroup-25 nice 0"; null where the kernel has none. */
const ownSession = existsSync('/proc/self/autogroup') ? readFileSync('/proc/self/autogroup', 'utf8') : null;

describe('a process that lets others go first', () => {
  test('lowers each of its threads, and the session that it leads', async () => {
    const child = spawn(process.execPath, COMMAND, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const { threads, session } = JSON.parse(said) as { threads: number[]; session: string | null };
    expect(threads).toEqual([10]);
    expect(session?.replace(/^.* nice /, '')).toBe(ownSession === null ? undefined : '10\n');
  });

  test('leaves the session of others as it was', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, COMMAND);
    expect(JSON.parse(stdout)).toEqual({ threads: [10], session: ownSession });
  });
});
