import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { clearInterval, setInterval } from 'node:timers';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 1_000;

/**
 * Runs a program on this terminal and resolves with its exit code once it has ended. Signals are passed on and end this
 * process only through the program's end: were this one first, npm would return while the program still stops. When npm
 * itself is killed and can pass on nothing, the program is told to end.
 */
export async function runChild(file, args, { cwd, env = process.env, channel = false }) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])];
  const child = spawn(file, args, { cwd, env, stdio });
  const passOn = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  const watch = watchParent(() => child.kill('SIGTERM'));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
    });
  } finally {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}

function watchParent(onLost) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onLost();
  }, PARENT_CHECK_MS);
  return timer.unref();
}
