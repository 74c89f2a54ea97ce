import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { endProcess, findProcess } from './process-table.ts';

/** The file that a server writes in its data folder while it runs. */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Reads `postmaster.pid`; `undefined` when it is not there or not yet whole. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Stops the server that a killed run left on this data folder: a fast shutdown, and after 20 s a kill, which costs the
 * next start a recovery and no data. Answers whether there was a server to stop.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<boolean> {
  const file = readPostmasterFile(cluster);
  const found = file && findProcess(file.pid);
  const isOurs = found !== undefined && /postgres/.test(found.command) && found.command.includes(`-D ${cluster} `);
  if (isOurs) await endProcess(found, 'SIGINT', 20_000);
  disownPostmasterFile(cluster);
  return isOurs;
}

/**
 * PostgreSQL refuses to start while the pid in this file exists at all, be it by now some other program's, or that of a
 * dead server which nobody has reaped. The pid of its own parent it passes over, and then still asks whether children
 * of the old server use its shared memory: so the file is given our pid, and not removed, which would skip that
 * question.
 */
function disownPostmasterFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  try {
    const [, ...rest] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [process.pid, ...rest].join('\n'));
  } catch {
    // There is none, as after every orderly stop.
  }
}
