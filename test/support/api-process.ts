import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';

export interface ApiProcess {
  pid: number;
  /** As a power cut ends it. */
  kill9(): Promise<void>;
  stop(): Promise<void>;
}

/** The API as a process of its own, ready to answer. */
export async function startApiProcess(config: Config): Promise<ApiProcess> {
  const child = fork(join(import.meta.dirname, '../../src/server.ts'), {
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
      LOG_LEVEL: 'silent',
    },
  });
  await Promise.race([once(child, 'message'), failure(child)]);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid!, kill9: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The API ended with code ${code} before it was ready.`);
}
