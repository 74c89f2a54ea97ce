import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '../../src/app/config.ts';

export interface PlatformProcess {
  pid: number;
  /** As a power cut ends it. */
  kill9(): Promise<void>;
  /** As a supervisor ends it. @returns its exit code */
  stop(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Its exit code, once it has ended. */
  exited: Promise<number | null>;
}

/**
 * The API or the worker as a process of its own, when it says that it is ready.
 *
 * @param isWaitedFor false: at once, for what cannot be ready yet
 * @param openFiles so many it may have open
 */
export async function startProcess(
  program: 'server' | 'worker',
  config: Config,
  { isWaitedFor = true, openFiles = 0 } = {},
): Promise<PlatformProcess> {
  const script = join(import.meta.dirname, `../../src/${program}.ts`);
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', script];
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command];
  const [file = '', ...args] = openFiles > 0 ? limited : command;
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: config.databaseUrl,
      TEMPORAL_ADDRESS: config.temporal.address,
      TEMPORAL_NAMESPACE: config.temporal.namespace,
      WEBHOOK_ALLOWED_NETWORKS: config.webhookAllowedNetworks.join(','),
      ENCRYPTION_KEYS: config.encryptionKeys,
      WORKFLOW_BUNDLE: config.workflowBundlePath,
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: String(config.drainSeconds),
      ...(config.operations && { OPERATIONS_PORT: String(config.operations.port) }),
    },
  });
  if (isWaitedFor) await Promise.race([once(child, 'message'), failure(child)]);
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid!,
    exited,
    signal: (signal) => void child.kill(signal),
    kill9: () => end('SIGKILL').then(() => undefined),
    stop: () => end('SIGTERM'),
  };
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The process ended with code ${code} before it was ready.`);
}
