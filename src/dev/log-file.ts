import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/**
 * Opens a log for appending and returns its descriptor; the caller closes it. A log over 10 MB is first set aside as
 * `.1`, replacing the one before, so logs stay bounded however often the platform is started.
 */
export function openLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** The length of the log now: pass it to `readLog` later to read only the lines that were written since. */
export function logLength(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The last part of what was written to the log since it had `offset` bytes; empty when there is no log. */
export function readLog(path: string, offset = 0): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const size = fstatSync(descriptor).size;
    const start = Math.max(offset > size ? 0 : offset, size - TAIL_BYTES);
    const buffer = Buffer.alloc(size - start);
    readSync(descriptor, buffer, 0, buffer.length, start);
    return buffer.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The last lines that were written to the log since it had `offset` bytes, without empty ones, short and for a person.
 */
export function lastLogLines(path: string, count: number, offset = 0): string[] {
  const lines = readLog(path, offset).split('\n');
  const last = lines.filter((line) => line.trim() !== '').slice(-count);
  return last.map((line) => plain(line).slice(0, 300));
}

/** The message and the error's of a line of JSON, as the API and the worker write it; any other line as it is. */
function plain(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [entry.msg, entry.err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}
