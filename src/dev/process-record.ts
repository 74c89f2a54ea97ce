import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { RunningProcess } from './process-table.ts';
import { endProcess, findProcess } from './process-table.ts';

/**
 * Writes down which process was started, so that the next run finds it if this one is killed.
 * Synchronous on purpose: between the start of a process and its record nothing else may happen.
 */
export function recordProcess(file: string, pid: number): void {
  const startedAt = findProcess(pid)?.startedAt;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify({ pid, startedAt }), { mode: 0o600 });
}

/**
 * The recorded process if it still runs. The moment of its start and its command line are compared as well, because the
 * pid may belong to another program by now.
 */
export function findRecordedProcess(file: string, commandMark: string): RunningProcess | undefined {
  const record = readRecord(file);
  const found = record && findProcess(record.pid);
  if (!found || found.startedAt !== record.startedAt || !found.command.includes(commandMark)) return undefined;
  return found;
}

/** Ends what an earlier, killed run left behind. Answers whether there was something to end. */
export async function endRecordedProcess(file: string, commandMark: string, graceMs = 10_000): Promise<boolean> {
  const leftover = findRecordedProcess(file, commandMark);
  if (leftover) await endProcess(leftover, 'SIGTERM', graceMs);
  rmSync(file, { force: true });
  return leftover !== undefined;
}

function readRecord(file: string): { pid: number; startedAt: string } | undefined {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof record['pid'] !== 'number' || typeof record['startedAt'] !== 'string') return undefined;
    return { pid: record['pid'], startedAt: record['startedAt'] };
  } catch {
    return undefined;
  }
}
