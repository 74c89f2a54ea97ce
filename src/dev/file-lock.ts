import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { pollUntil } from './poll-until.ts';
import { UserError } from './user-error.ts';

export interface FileLock {
  release: () => void;
}

/**
 * Takes a lock that only one process can hold, or answers `undefined` when another holds it. The system itself frees it
 * when its holder ends, however it ends: no pid to compare, nothing stale to clear away.
 *
 * Node offers no file locks of its own, but the SQLite inside it takes one for an exclusive transaction.
 */
export function tryFileLock(path: string): FileLock | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return {
      release: () => {
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    if (String(error).includes('database is locked')) return undefined;
    throw new UserError(`The lock ${path} cannot be taken (${String(error)}).\nRemove that file and start again.`);
  }
}

/** Runs `work` while holding the lock; waits for whoever holds it, telling so once. */
export async function withFileLock<T>(
  path: string,
  options: { onWait: () => void; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  let lock = tryFileLock(path);
  if (!lock) {
    options.onWait();
    lock = await pollUntil(() => tryFileLock(path), {
      timeoutMs: 20 * 60_000,
      everyMs: 500,
      signal: options.signal,
    });
  }
  if (!lock) throw new UserError(`Another process has held ${path} for 20 minutes: end it and start again.`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
