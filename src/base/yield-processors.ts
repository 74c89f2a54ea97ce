import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Beside a program of the usual priority that wants all of a processor too, a tenth of the time is left. */
const NICE = 10;

/**
 * Lets the other programs of the machine go before this process, or before one of the same user, from now on, where
 * processors are busy. An idle processor is used as before. A system that refuses leaves everything as it was.
 *
 * Linux has a priority for each thread, which a new thread takes from the thread that starts it. Between sessions it
 * looks at the priority of the session alone (autogroup, sched(7)): that one is lowered where the session is of this
 * process alone.
 */
export function yieldProcessors(pid = process.pid): void {
  if (getPriority(pid) >= NICE) return;
  if (process.platform !== 'linux') return tryTo(() => setPriority(pid, NICE));
  for (const thread of readdirSync(`/proc/${pid}/task`)) tryTo(() => setPriority(Number(thread), NICE));
  if (leadsSession(pid)) tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(NICE)));
}

/** A thread may have ended meanwhile, and a kernel may have no autogroups: the rest is lowered all the same. */
function tryTo(lower: () => void): void {
  try {
    lower();
  } catch {
    // It stays as it was.
  }
}

function leadsSession(pid: number): boolean {
  // The name of the program, in brackets, may hold spaces.
  const [, , , session] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return Number(session) === pid;
}
