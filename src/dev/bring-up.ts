import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bringUpDatabase } from './bring-up-database.ts';
import { bringUpService, prepareService, SERVICES } from './bring-up-service.ts';
import { bringUpTemporal } from './bring-up-temporal.ts';
import type { TemporalAccess } from './bring-up-temporal.ts';
import type { BringUp } from './bring-up-context.ts';
import type { DemoStore } from './demo-store.ts';
import { ensureEncryptionKeys } from './encryption-keys.ts';
import type { LocalSettings } from './environment.ts';
import { choosePort } from './ports.ts';
import { together } from './together.ts';
import { ensureWorkflowBundle } from './workflow-bundle.ts';

/** The facts about the running platform. */
export interface BroughtUp {
  /** `null` where the database has companies of its own. */
  store: DemoStore | null;
  temporalUiUrl: string | null;
  /** The ports of 127.0.0.1 on which each process says how it is. */
  operationsPorts: Record<'api' | 'worker', number>;
}

const BUNDLE_CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));

/**
 * Brings the platform up, what is independent side by side, and resolves when the API and the worker are ready. From
 * then on whatever ends by itself is started again.
 * @throws UserError for anything that stands in the way; what runs by then is in `running`
 */
export async function bringUp(input: BringUp): Promise<BroughtUp> {
  const { settings, dataDir, reporter } = input;
  const encryptionKeys = settings.encryptionKeys ?? (await ensureEncryptionKeys(dataDir));
  const prepared = { api: prepareService(input, 'api'), worker: prepareService(input, 'worker') };
  const bundle = (): Promise<string> =>
    ensureWorkflowBundle({ cacheDir: BUNDLE_CACHE, onProgress: reporter.of('Workflows') });
  const [databaseUrl, temporal] = await together(input.signal, (signal) => [
    bringUpDatabase({ ...input, signal }),
    bringUpTemporal({ ...input, signal }),
    bundle(),
  ]);
  const { ensureDemoStore } = await import('./demo-store.ts');
  const store = await ensureDemoStore({
    databaseUrl,
    dataDir,
    baseUrl: settings.publicUrl,
    temporalUiUrl: temporal.uiUrl,
  });
  const mailDir = join(dataDir, 'mail');
  const env = serviceEnvironment(settings, { databaseUrl, temporal, encryptionKeys, mailDir });
  const operationsPorts = {
    api: await chooseOperationsPort(dataDir, 'api'),
    worker: await chooseOperationsPort(dataDir, 'worker'),
  };
  await together(input.signal, (signal) => [
    bringUpService(
      { ...input, signal },
      {
        ...{ id: 'api', prepared: prepared.api },
        environment: () => Promise.resolve({ ...env, OPERATIONS_PORT: String(operationsPorts.api) }),
      },
    ),
    bringUpService(
      { ...input, signal },
      {
        ...{ id: 'worker', prepared: prepared.worker },
        environment: async () => ({
          ...{ ...env, OPERATIONS_PORT: String(operationsPorts.worker), WORKFLOW_BUNDLE: await bundle() },
        }),
      },
    ),
  ]);
  return { store, temporalUiUrl: temporal.uiUrl, operationsPorts };
}

/** The same from one start to the next, so that whoever scrapes it need not be told anew. */
function chooseOperationsPort(dataDir: string, id: 'api' | 'worker'): Promise<number> {
  return choosePort({
    name: `operators of the ${SERVICES[id].name}`,
    file: join(dataDir, 'ports', `${id}-operations`),
  });
}

function serviceEnvironment(
  settings: LocalSettings,
  found: {
    databaseUrl: string;
    temporal: TemporalAccess;
    encryptionKeys: string;
    mailDir: string;
  },
): NodeJS.ProcessEnv {
  return {
    PORT: String(settings.port),
    OPERATIONS_HOST: '127.0.0.1',
    PUBLIC_URL: settings.publicUrl,
    LOG_LEVEL: settings.logLevel,
    DATABASE_URL: found.databaseUrl,
    TEMPORAL_ADDRESS: found.temporal.address,
    TEMPORAL_NAMESPACE: settings.temporalNamespace,
    ENCRYPTION_KEYS: found.encryptionKeys,
    WEBHOOK_ALLOWED_NETWORKS: settings.webhookAllowedNetworks,
    RETENTION_INTERVAL_MINUTES: String(settings.retention.everyMinutes),
    WEBHOOK_LOG_DAYS: String(settings.retention.days.deliveryLog),
    GATEWAY_CALLBACK_DAYS: String(settings.retention.days.gatewayCallbacks),
    RECONCILIATION_DAYS: String(settings.retention.days.reconciliations),
    SUBSCRIPTION_STEPS_PER_SECOND: String(settings.subscriptionStepsPerSecond),
    MAIL_DIR: found.mailDir,
    ...(found.temporal.uiUrl && { TEMPORAL_UI_URL: found.temporal.uiUrl }),
  };
}
