import { readdirSync, readFileSync } from 'node:fs';

/**
 * The memory of a program and the processes that it started, in bytes; NaN where `/proc` does not tell. Memory that
 * several of them share, as those of PostgreSQL do, counts once.
 */
export function readProportionalMemory(pid: number): number {
  try {
    return [pid, ...childrenOf(pid)].reduce((total, one) => total + proportionOf(one), 0);
  } catch {
    return NaN;
  }
}

function proportionOf(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? NaN) * 1024;
  } catch (error) {
    // It has ended meanwhile.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return NaN;
  }
}
