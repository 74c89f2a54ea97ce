import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';

/**
 * Runs a program, its output in a file, and resolves with its exit code: not 0 when it was ended, by time or signal.
 * `priority` is that of `os.setPriority`.
 */
export async function runToFile(file, args, { cwd, env, output, limitMs, signal, priority = 0 }) {
  const fd = openSync(output, 'w');
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', fd, fd] });
  closeSync(fd);
  if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, limitMs);
  signal?.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
