import { resolve } from 'node:path';

import { readConfig } from '../app/config.ts';
import type { Config } from '../app/config.ts';
import { parseKeys } from '../base/crypto/encryption-keys.ts';
import { UserError } from './user-error.ts';

/** The settings that `npm start` was given; it brings up or makes itself the parts whose settings are `undefined`. */
export interface LocalSettings {
  port: number;
  publicUrl: string;
  logLevel: Config['logLevel'];
  dataDir: string;
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  temporalNamespace: string;
  encryptionKeys: string | undefined;
  webhookAllowedNetworks: string;
  retention: Config['retention'];
  subscriptionStepsPerSecond: number;
}

/** A store that is being tried out has its receiver on the same machine, where webhooks of production never go. */
const LOOPBACK_NETWORKS = '127.0.0.0/8,::1/128';

/**
 * Reads and checks the settings of a local run: those of the API and the worker, checked by the same code, and
 * DATA_DIR. Settings that only a running server can give are filled in later.
 * @throws UserError naming the first variable that is wrong
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): LocalSettings {
  const later = { DATABASE_URL: 'later', TEMPORAL_ADDRESS: 'later', ENCRYPTION_KEYS: 'later' };
  const config = checked(() => readConfig({ ...env, ...later }));
  if (env.ENCRYPTION_KEYS) checked(() => parseKeys(env.ENCRYPTION_KEYS ?? ''));
  return {
    port: config.port,
    publicUrl: config.publicUrl,
    logLevel: config.logLevel,
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
    temporalAddress: env.TEMPORAL_ADDRESS || undefined,
    temporalNamespace: config.temporal.namespace,
    encryptionKeys: env.ENCRYPTION_KEYS || undefined,
    webhookAllowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS ?? LOOPBACK_NETWORKS,
    retention: config.retention,
    subscriptionStepsPerSecond: config.subscriptionStepsPerSecond,
  };
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}
