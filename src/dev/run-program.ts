import type { SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { signalTracked, spawnTracked } from './spawn-tracked.ts';

export interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  input?: string;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  ok: boolean;
  /** Standard output and error together, in the order in which they came, at most the last 64 KB. */
  output: string;
  /**
   * The way in which the program ended, when not well: "exit code 1", "signal SIGTERM", or why it could not be started.
   */
  end: string;
}

const MAX_OUTPUT = 64 * 1024;

/**
 * Runs a program to its end and never throws: the caller says what a failure means. An abort or the timeout ends it.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const { input, timeoutMs, signal, ...rest } = options;
  const spawnOptions: SpawnOptions = { ...rest, stdio: ['pipe', 'pipe', 'pipe'] };
  const tracked = spawnTracked(file, args, spawnOptions);
  const { child } = tracked;
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input ?? '');
  const kill = (): void => {
    signalTracked(child, 'SIGKILL');
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(kill, timeoutMs);
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  const closed = new Promise((resolve) => child.once('close', resolve));
  const end = await tracked.exited;
  // The last output may arrive after the exit; something the program left running may hold its pipes for ever.
  await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', kill);
  return { ok: end === 'exit code 0', output, end };
}

/** The last line of a program's output that says something, for a message of one line. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? '';
}
