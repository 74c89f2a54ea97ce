import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { World } from './world.ts';

const PROGRAM = join(import.meta.dirname, '../../src/admin.ts');

/**
 * A command as an operator runs it on a world's database, in a process of its own, with more `settings` of the
 * environment beside the world's. `output` is the JSON that it prints.
 */
export async function runAdmin(
  {
    config,
    settings = {},
  }: {
    config: Pick<World['config'], 'databaseUrl' | 'encryptionKeys' | 'temporal' | 'stripeApiUrl'>;
    settings?: Record<string, string>;
  },
  ...args: string[]
): Promise<{ exitCode: number; output: unknown; error: string }> {
  const { databaseUrl, encryptionKeys, temporal, stripeApiUrl } = config;
  const env = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    TEMPORAL_ADDRESS: temporal.address,
    ...(stripeApiUrl ? { STRIPE_API_URL: stripeApiUrl } : {}),
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (failure, stdout, stderr) => {
      const exitCode = failure ? Number(failure.code) : 0;
      resolve({ exitCode, output: JSON.parse(stdout || 'null') as unknown, error: stderr });
    });
  });
}
