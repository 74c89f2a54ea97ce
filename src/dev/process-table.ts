import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { pollUntil } from './poll-until.ts';
import { UserError, errorCode } from './user-error.ts';

/** A process as the system knows it. The pid and the moment of its start together name it for good: pids are reused. */
export interface RunningProcess {
  pid: number;
  startedAt: string;
  command: string;
}

/**
 * The process with this pid, or `undefined` when there is none; one that ended and awaits its parent counts as none.
 */
export function findProcess(pid: number): RunningProcess | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return undefined;
  }
}

/**
 * Ends a process: asks with `signal`, waits `graceMs`, then kills. Resolves when it is gone.
 * @throws UserError when this user may not end it, or it outlives the kill
 */
export async function endProcess(target: RunningProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const isGone = (): boolean => findProcess(target.pid)?.startedAt !== target.startedAt;
  if (isGone()) return;
  send(target, signal);
  if (await pollUntil(isGone, { timeoutMs: graceMs })) return;
  send(target, 'SIGKILL');
  if (await pollUntil(isGone, { timeoutMs: 10_000 })) return;
  throw new UserError(`Process ${target.pid} does not end (${target.command}). End it by hand, then start again.`);
}

function send(target: RunningProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return;
    throw new UserError(`Process ${target.pid} of an earlier run belongs to another user (${target.command}). End it.`);
  }
}

function readFromProc(pid: number): RunningProcess | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startedAt === undefined) return undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  return { pid, startedAt, command };
}

function readFromPs(pid: number): RunningProcess | undefined {
  const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const line = execFileSync('ps', ['-ww', '-p', String(pid), ...columns], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const match = /^\s*(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/s.exec(line);
  if (!match?.[1] || !match[2] || match[1].startsWith('Z')) return undefined;
  return { pid, startedAt: match[2], command: (match[3] ?? '').trim() };
}
