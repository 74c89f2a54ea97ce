import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { tryFileLock } from './file-lock.ts';
import { pollUntil } from './poll-until.ts';
import { UserError } from './user-error.ts';

export interface DataDirLock {
  /** Tells a start that waits for this folder that it will soon be free. */
  announceStop: () => void;
  release: () => void;
}

/** A holder may take this long to notice that the process which started it was killed. */
const NOTICE_MS = 2_500;
const STOP_MS = 60_000;

/**
 * Makes this process the only run on DATA_DIR. The lock is the system's, so one left by a killed run, whose pid another
 * program may have by now, is no obstacle; the pid file beside it is for people and messages.
 * @throws UserError naming the run that holds it, unless that one is just stopping
 */
export async function lockDataDir(
  dataDir: string,
  onWait: (line: string) => void,
  signal?: AbortSignal,
): Promise<DataDirLock> {
  const lockPath = join(dataDir, 'run', 'start.lock');
  const pidPath = join(dataDir, 'run', 'start.json');
  const lock = tryFileLock(lockPath) ?? (await waitForHolder(lockPath, pidPath, onWait, signal));
  if (!lock) {
    const pid = readHolder(pidPath).pid;
    throw new UserError(
      `${dataDir} is in use by the run with pid ${pid ?? 'unknown'}.\n` +
        'Stop that one, or start this one with another PORT and DATA_DIR.',
    );
  }
  const write = (state: HolderState): void => {
    writeFileSync(pidPath, JSON.stringify({ pid: process.pid, state }), { mode: 0o600 });
  };
  write('running');
  return {
    announceStop: () => {
      write('stopping');
    },
    release: lock.release,
  };
}

type HolderState = 'running' | 'stopping';

async function waitForHolder(
  lockPath: string,
  pidPath: string,
  onWait: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<ReturnType<typeof tryFileLock>> {
  const startedAt = performance.now();
  let hasTold = false;
  const decide = (): { lock: ReturnType<typeof tryFileLock> } | undefined => {
    const lock = tryFileLock(lockPath);
    const { pid, state } = readHolder(pidPath);
    if (lock) return { lock };
    if (state === 'stopping') {
      if (!hasTold) onWait(`waiting for the run with pid ${pid ?? 'unknown'}, which is stopping`);
      hasTold = true;
    } else if (performance.now() - startedAt > NOTICE_MS) return { lock: undefined };
    return undefined;
  };
  return (await pollUntil(decide, { timeoutMs: STOP_MS, everyMs: 100, signal }))?.lock;
}

function readHolder(path: string): { pid?: number; state?: HolderState } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid?: number; state?: HolderState };
  } catch {
    return {};
  }
}
