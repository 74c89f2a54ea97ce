import { spawnAdmin } from '../../support/run-admin.ts';
import { ENCRYPTION_KEYS } from './platform.ts';
import type { Scene } from './scene.ts';

/** A command as an operator runs it, on the platform's database. @returns what it prints */
export async function admin({ platform, till }: Scene, ...args: string[]): Promise<unknown> {
  const { databaseUrl, temporal } = platform;
  const config = { databaseUrl, temporal, encryptionKeys: ENCRYPTION_KEYS, stripeApiUrl: till.stripe.url };
  const { exitCode, output, error } = await spawnAdmin({ config }, ...args);
  if (exitCode !== 0) throw new Error(`admin ${args.join(' ')} ended with ${exitCode}: ${error}`);
  return output;
}
