import type { MikroORM } from '@mikro-orm/postgresql';
import { exitProcess } from '../src/base/exit-process.ts';
import { readConfig } from '../src/app/config.ts';
import { openDatabase } from '../src/app/open-database.ts';
import { bringUpDatabase } from '../src/dev/bring-up-database.ts';
import type { Running } from '../src/dev/bring-up-context.ts';
import { openDataDir } from '../src/dev/data-dir.ts';
import { ensureDemoStore } from '../src/dev/demo-store.ts';
import { ensureEncryptionKeys } from '../src/dev/encryption-keys.ts';
import { readEnvironment } from '../src/dev/environment.ts';
import { lockDataDir } from '../src/dev/lock-data-dir.ts';
import { createReporter } from '../src/dev/reporter.ts';
import { describeFailure, UserError } from '../src/dev/user-error.ts';
import { liveAMonth } from './seeded-month.ts';

/**
 * `npm run seed`: fills the sandbox of the demo store with the month before today, for work on pages. The platform must
 * not run meanwhile: its worker would do the work of then by the clock of now. The next start delivers the webhooks.
 */
const reporter = createReporter();
const running: Running = {};
let orm: MikroORM | undefined;
let failure: unknown;
try {
  orm = await seed();
} catch (error) {
  failure = error;
  console.error(describeFailure(error));
}
await orm?.close();
await running.postgres?.stop();
exitProcess(failure === undefined ? 0 : 1);

async function seed(): Promise<MikroORM> {
  const settings = readEnvironment();
  const dataDir = openDataDir(settings.dataDir);
  await lockDataDir(dataDir, reporter.say);
  const encryptionKeys = settings.encryptionKeys ?? (await ensureEncryptionKeys(dataDir));
  const common = { settings, dataDir, reporter, running, isLive: false };
  const databaseUrl = await bringUpDatabase({ ...common, signal: new AbortController().signal });
  const demo = { databaseUrl, dataDir, baseUrl: settings.publicUrl, temporalUiUrl: null };
  const store = await ensureDemoStore(demo);
  if (!store) throw new UserError('The database has companies of its own: npm run seed fills a demo store alone.');
  const config = readConfig({
    ...{ ...process.env, PUBLIC_URL: settings.publicUrl, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: 'none' },
    ...{ ENCRYPTION_KEYS: encryptionKeys, WEBHOOK_ALLOWED_NETWORKS: settings.webhookAllowedNetworks },
  });
  const opened = await openDatabase({ databaseUrl, poolSize: 4 });
  const made = await liveAMonth({ em: opened.em, config, companyId: store.company_id, onProgress: reporter.say });
  reporter.say(
    `Seeded ${made.invoices} invoices of ${made.customers} customers: npm start, or npm run dev, shows them`,
  );
  return opened;
}
