import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { constants } from 'node:os';

const running = new Set<ChildProcess>();

/** A child of ours: `exited` says how it ended ("exit code 1", "signal SIGKILL", or why it never started). */
export interface TrackedChild {
  child: ChildProcess;
  exited: Promise<string>;
}

/**
 * Starts a program in a process group of its own, so that a terminal's Ctrl-C reaches only the supervisor, and
 * remembers it until it ends, so that `killTracked` leaves nothing behind.
 */
export function spawnTracked(file: string, args: readonly string[], options: SpawnOptions): TrackedChild {
  const child = spawn(file, args, { ...options, detached: true });
  running.add(child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`);
    });
  });
  return { child, exited };
}

/** Sends a signal to a child and to whatever it started; a child that has ended is left alone. */
export function signalTracked(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || !running.has(child)) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process ended in this very moment.
  }
}

/** The last resort of a forced stop: kills every program that was started and still runs. */
export function killTracked(): void {
  for (const child of running) signalTracked(child, 'SIGKILL');
}

/**
 * For a run that stops nothing by itself when it is interrupted, as Jest's: from now on, what was started is killed
 * when this process ends by Ctrl-C, by a signal, or by itself.
 */
export function killTrackedAtExit(): void {
  process.on('exit', killTracked);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Asks a child to end, and kills it when `graceMs` pass. Resolves when it is gone. */
export async function stopTracked(tracked: TrackedChild, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  // Only the child itself is asked: PostgreSQL and the workers see to the processes below them.
  if (running.has(tracked.child)) tracked.child.kill(signal);
  const timer = setTimeout(() => {
    signalTracked(tracked.child, 'SIGKILL');
  }, graceMs);
  await tracked.exited;
  clearTimeout(timer);
}
