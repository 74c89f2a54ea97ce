import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

const run = promisify(execFile);

/**
 * Stops a process until SIGCONT. The signal alone is no stop: on a busy machine a thread of the process takes it some
 * milliseconds later, and the process answers meanwhile.
 */
export async function suspendProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually(
    () => run('ps', ['-o', 'state=', '-p', String(pid)]),
    ({ stdout }) => stdout.startsWith('T'),
  );
}
