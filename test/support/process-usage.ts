import { readdirSync, readFileSync } from 'node:fs';

/** The processor time that a program has used so far, and the memory that it holds now. */
export interface Usage {
  cpuSeconds: number;
  /** Resident; of a program with processes below it, the first one's alone, because they share most of it. */
  memoryBytes: number;
}

/** The value holds for Linux on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Reads `/proc`; elsewhere every number is NaN.
 *
 * @param pid of a program; what the processes that it started use, also those that have ended, counts as its own
 */
export function readUsage(pid: number): Usage {
  try {
    const own = readProcess(pid);
    const below = childrenOf(pid).reduce((total, child) => total + child.ticks, 0);
    return { cpuSeconds: (own.ticks + own.ticksOfEnded + below) / TICKS_PER_SECOND, memoryBytes: own.memoryBytes };
  } catch {
    return { cpuSeconds: NaN, memoryBytes: NaN };
  }
}

/**
 * The processor time that all programs of this machine have used so far; the time that a virtual machine was denied
 * counts too.
 */
export function readMachineCpuSeconds(): number {
  try {
    const [, user, nice, system, , , interrupts, softInterrupts, stolen] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]!
      .split(/\s+/)
      .map(Number);
    return (user! + nice! + system! + interrupts! + softInterrupts! + stolen!) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

interface ProcessStat {
  parent: number;
  ticks: number;
  ticksOfEnded: number;
  memoryBytes: number;
}

function readProcess(pid: number): ProcessStat {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(fields[field]);
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    parent: at(1),
    ticks: at(11) + at(12),
    ticksOfEnded: at(13) + at(14),
    memoryBytes: Number(kilobytes) * 1024,
  };
}

function childrenOf(pid: number): ProcessStat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const stat = readProcess(Number(name));
      return stat.parent === pid ? [stat] : [];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}
