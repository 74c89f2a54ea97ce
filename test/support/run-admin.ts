import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin as runCommand } from '../../src/admin.ts';
import type { World } from './world.ts';

const PROGRAM = join(import.meta.dirname, '../../src/admin.ts');

interface Surroundings {
  config: Pick<World['config'], 'databaseUrl' | 'encryptionKeys' | 'temporal' | 'stripeApiUrl'>;
  settings?: Record<string, string>;
}

export interface AdminAnswer {
  exitCode: number;
  /** The JSON that it prints. */
  output: unknown;
  error: string;
}

function envOf({ config, settings = {} }: Surroundings): NodeJS.ProcessEnv {
  const { databaseUrl, encryptionKeys, temporal, stripeApiUrl } = config;
  return {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    TEMPORAL_ADDRESS: temporal.address,
    ...(stripeApiUrl ? { STRIPE_API_URL: stripeApiUrl } : {}),
    ...settings,
  };
}

/**
 * A command of an operator on a world's database, with more `settings` of the environment beside the world's. The
 * command runs here: a process of its own takes two seconds to load.
 */
export async function runAdmin(surroundings: Surroundings, ...args: string[]): Promise<AdminAnswer> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const exitCode = await runCommand(args, { env: envOf(surroundings), out, err });
  const [stdout, error] = await Promise.all([out, err].map((stream) => text(stream.end())));
  return { exitCode, output: JSON.parse(stdout || 'null') as unknown, error: error! };
}

/** As `runAdmin`, in a process of its own, as an operator starts it. */
export async function spawnAdmin(surroundings: Surroundings, ...args: string[]): Promise<AdminAnswer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: envOf(surroundings) }, (failure, stdout, stderr) => {
      const exitCode = failure ? Number(failure.code) : 0;
      resolve({ exitCode, output: JSON.parse(stdout || 'null') as unknown, error: stderr });
    });
  });
}
