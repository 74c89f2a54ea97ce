import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';

export interface PlatformProcess {
  /** As a power cut ends it. */
  kill9(): Promise<void>;
  /** As a supervisor ends it. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * The API or the worker as a process of its own, when it says that it is ready.
 *
 * @param isWaitedFor false: at once, for what cannot be ready yet
 */
export async function startProcess(
  program: 'server' | 'worker',
  config: Config,
  { isWaitedFor = true } = {},
): Promise<PlatformProcess> {
  const child = fork(join(import.meta.dirname, `../../src/${program}.ts`), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: config.databaseUrl,
      TEMPORAL_ADDRESS: config.temporal.address,
      TEMPORAL_NAMESPACE: config.temporal.namespace,
      WEBHOOK_ALLOWED_NETWORKS: config.webhookAllowedNetworks.join(','),
      ENCRYPTION_KEYS: config.encryptionKeys,
      WORKFLOW_BUNDLE: config.workflowBundlePath,
      LOG_LEVEL: 'silent',
      ...(config.operations && { OPERATIONS_PORT: String(config.operations.port) }),
    },
  });
  if (isWaitedFor) await Promise.race([once(child, 'message'), failure(child)]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await exited)[0];
  };
  return { kill9: () => end('SIGKILL').then(() => undefined), stop: () => end('SIGTERM') };
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The process ended with code ${code} before it was ready.`);
}
