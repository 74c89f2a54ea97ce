import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/db/migrate.ts';
import { startPostgres, type PostgresServer } from '../../src/dev/postgres.ts';
import { resolveTestServer } from '../../src/dev/time-skipping-server.ts';
import { ensureWorkflowBundle } from '../../src/dev/workflow-bundle.ts';

interface TestWorld {
  postgres: PostgresServer;
  dataDir: string;
}

declare global {
  var testWorld: TestWorld;
}

/**
 * Once for a test run: one PostgreSQL whose migrated database every test file copies, the workflows' bundle, and the
 * program of the server that skips time. Test files find them in the environment.
 */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-test-'));
  const postgres = await startPostgres({ dataDir, durable: false });
  await migrate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_WORKFLOW_BUNDLE = await ensureWorkflowBundle({
    cacheDir: join(import.meta.dirname, '../../.cache'),
  });
  const server = await resolveTestServer();
  if (server.type === 'existing-path') process.env.TEMPORAL_TEST_SERVER = server.path;
  globalThis.testWorld = { postgres, dataDir };
}
