import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOGGER = join(import.meta.dirname, '../../../src/base/logging/create-logger.ts');
/** Logs a hundred lines every round, and tells over its channel of each round. */
const logsLinesOf = (length: number): string => `
  import { createLogger } from ${JSON.stringify(LOGGER)};
  const log = createLogger('api', 'info');
  for (let round = 1; round <= 8; round += 1) {
    for (let line = 0; line < 100; line += 1) log.info({ text: 'x'.repeat(${length}) }, 'round ' + round);
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.send(round);
  }
  log.fatal('the last words');
  process.once('message', (code) => process.exit(code));
`;

/** More in all than is kept, and less. */
const PROGRAM = logsLinesOf(10_000);
const SHORT_PROGRAM = logsLinesOf(4_000);

/** Logs one line after the other, and tells how often it has tried to write. */
const COUNTING = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let writes = 0;
  const { write } = fs;
  fs.write = (...all) => { writes += 1; write(...all); };
  syncBuiltinESMExports();
  const { createLogger } = await import(${JSON.stringify(LOGGER)});
  const log = createLogger('api', 'info');
  for (let line = 0; line < 300; line += 1) {
    log.info('line ' + line);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  process.once('message', (code) => process.exit(code));
  process.send(writes);
`;

/** Its writes go to file 4, as to a disk that does not answer. Its time passes ten times as fast. */
const STUCK = `
  const now = performance.now.bind(performance);
  performance.now = () => now() * 10;
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { write } = fs;
  fs.write = (fd, ...rest) => write(4, ...rest);
  syncBuiltinESMExports();
  const { createLogger } = await import(${JSON.stringify(LOGGER)});
  createLogger('api', 'info').info({ text: 'x'.repeat(1_000_000) }, 'too much');
  setTimeout(() => process.exit(7), 1_500);
`;

/** Its disk takes two seconds for a write, and the process ends meanwhile. */
const SLOW = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { write } = fs;
  fs.write = (...all) => void setTimeout(() => write(...all), 2_000);
  syncBuiltinESMExports();
  const { createLogger } = await import(${JSON.stringify(LOGGER)});
  const log = createLogger('api', 'info');
  log.info('the last words');
  setTimeout(() => log.flush(() => process.exit(7)), 1_500);
`;

/** A device on which no byte has room; where there is none, one that has it. */
const FULL = existsSync('/dev/full') ? '/dev/full' : '/dev/null';

describe('a process whose log cannot be written', () => {
  let child: ChildProcess | undefined;
  let folder: string | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
    if (folder) rmSync(folder, { recursive: true });
    folder = undefined;
  });

  /** A pipe whose other end is there, and that nobody reads. */
  const openPipe = (): number => {
    folder = mkdtempSync(join(tmpdir(), 'fatura-pipe-'));
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    return openSync(path, constants.O_RDWR);
  };
  const run = (stdout: 'pipe' | number, { program = PROGRAM, more = [] as number[] } = {}): ChildProcess => {
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
    child = spawn(process.execPath, args, {
      stdio: ['ignore', stdout, 'inherit', 'ipc', ...more],
      env: { PATH: process.env.PATH },
    });
    return child;
  };
  const works = (one: ChildProcess): Promise<void> =>
    new Promise((resolve) => one.on('message', (round) => round === 8 && resolve()));
  const ends = async (one: ChildProcess): Promise<unknown> => {
    const exited = once(one, 'exit');
    one.send(7);
    return (await exited)[0];
  };

  test('goes on and ends by itself, with a full disk', async () => {
    const full = openSync(FULL, 'w');
    const one = run(full);
    closeSync(full);
    await works(one);
    expect(await ends(one)).toBe(7);
  });

  test('tries less and less often to write on a full disk, however many lines come', async () => {
    const full = openSync(FULL, 'w');
    const one = run(full, { program: COUNTING });
    closeSync(full);
    const [writes] = (await once(one, 'message')) as [number];
    expect(writes).toBeGreaterThan(1);
    expect(writes).toBeLessThan(60);
    expect(await ends(one)).toBe(7);
  });

  // Node makes sockets of the pipes to its children.
  test.each([
    ['a socket', () => 'pipe' as const],
    ['a pipe', openPipe],
  ])('goes on and ends by itself, where %s is never read', async (_, open) => {
    const stdout = open();
    const one = run(stdout);
    await works(one);
    expect(await ends(one)).toBe(7);
    if (stdout !== 'pipe') closeSync(stdout);
  });

  test('is ended, where a write never returns', async () => {
    const [nowhere, pipe] = [openSync('/dev/null', 'w'), openPipe()];
    const one = run(nowhere, { program: STUCK, more: [pipe] });
    expect(await once(one, 'exit')).toEqual([null, 'SIGKILL']);
    for (const file of [nowhere, pipe]) closeSync(file);
  });

  test('ends by itself, where a write takes its time, and loses no line', async () => {
    folder = mkdtempSync(join(tmpdir(), 'fatura-log-'));
    const path = join(folder, 'api.log');
    const file = openSync(path, 'a');
    const one = run(file, { program: SLOW });
    closeSync(file);
    expect(await once(one, 'exit')).toEqual([7, null]);
    expect(readFileSync(path, 'utf8')).toMatch(/the last words"}\n$/);
  });

  test('goes on and ends by itself, where the reader is gone', async () => {
    const one = run('pipe');
    one.stdout!.destroy();
    await works(one);
    expect(await ends(one)).toBe(7);
  });

  test('goes on where nobody reads; what was kept is there once somebody does, and how much was lost', async () => {
    const one = run('pipe');
    await works(one);
    let text = '';
    one.stdout!.setEncoding('utf8').on('data', (part: string) => (text += part));
    const lines = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { msg: string; lines?: number });
    const lost = () => lines().find(({ msg }) => msg === 'log lines were lost')?.lines ?? 0;
    while (lines().length - 1 + lost() < 801) await once(one.stdout!, 'data');
    expect(lost()).toBeGreaterThan(0);
    expect(lines().length - 1 + lost()).toBe(801);
    expect(await ends(one)).toBe(7);
  });

  test('loses nothing where there is no fault, however late it is read', async () => {
    const one = run('pipe', { program: SHORT_PROGRAM });
    let text = '';
    one.stdout!.setEncoding('utf8').on('data', (part: string) => (text += part));
    const closed = once(one.stdout!, 'close');
    await works(one);
    await ends(one);
    await closed;
    expect(text.trimEnd().split('\n')).toHaveLength(801);
    expect(text).toMatch(/the last words"}\n$/);
  });
});
