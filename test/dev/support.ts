import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findProcess } from '../../src/dev/process-table.ts';
import { killTracked } from '../../src/dev/spawn-tracked.ts';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

const folders: string[] = [];
const heldGroups: number[] = [];
const children: ChildProcess[] = [];

/**
 * Ends what the tests of a file started, which still runs after a test that failed half-way, and removes their folders.
 * For `afterAll` of each test file: a hook in this module would belong to the first file that loads it.
 */
export async function cleanUp(): Promise<void> {
  killTracked();
  for (const child of children.splice(0)) await endChild(child);
  for (const pid of heldGroups.splice(0)) killGroup(pid);
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** A folder that `cleanUp` removes. It has mode 0700, as `mktemp -d` makes it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fatura-dev-')));
  folders.push(folder);
  return folder;
}

/** The output of a finished program, and its exit code. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of our modules as a program on this Node, to its end. */
export async function runModule(path: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawnModule(path, args, env);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** A program that holds something for us until it is killed, as `kill -9` does. */
export interface Holder<T extends { pid: number }> {
  held: T;
  kill: () => Promise<void>;
}

export async function hold<T extends { pid: number }>(
  what: 'postgres' | 'temporal' | 'lock',
  dataDir: string,
): Promise<Holder<T>> {
  const child = spawnModule('test/dev/fixtures/hold.ts', [what, dataDir]);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout! })) {
    const held = JSON.parse(line) as T;
    heldGroups.push(held.pid);
    return { held, kill: () => killAndWait(child) };
  }
  throw new Error(`The holder of ${what} ended at once: ${complaint}`);
}

export function isRunning(pid: number): boolean {
  return findProcess(pid) !== undefined;
}

/** Servers are started in a process group of their own, which has the number of their pid. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone, as it should be.
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function killAndWait(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Starts one of our modules as a program on this Node. */
export function spawnModule(path: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  // Jest's settings of Node are not for the programs under test.
  const clean = { ...process.env, NODE_OPTIONS: '', ...env };
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, path, ...args], { cwd: PROJECT, env: clean });
  children.push(child);
  return child;
}

/** A platform that `npm start` brought up, and what it printed. */
export interface Platform {
  child: ChildProcess;
  lines: string[];
}

/** Resolves when the platform has said `ready`. */
export async function startPlatform(env: NodeJS.ProcessEnv): Promise<Platform> {
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
