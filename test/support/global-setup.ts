import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/app/migrate.ts';
import { startPostgres, type PostgresServer } from '../../src/dev/postgres.ts';
import { killTrackedAtExit } from '../../src/dev/spawn-tracked.ts';
import { findTemporal } from '../../src/dev/temporal-binary.ts';
import { resolveTestServer } from './time-skipping-server.ts';
import { describeFailure } from '../../src/dev/user-error.ts';
import { ensureWorkflowBundle } from '../../src/dev/workflow-bundle.ts';
import { findLocalKms } from './local-kms.ts';
import { findStripeMock } from './stripe-mock.ts';

interface TestWorld {
  postgres: PostgresServer;
  dataDir: string;
}

declare global {
  var testWorld: TestWorld | undefined;
}

/**
 * Once for a test run: one PostgreSQL whose migrated database every test file copies, the workflows' bundle, the
 * program of the server that skips time, stripe-mock and Local KMS. Test files find them in the environment.
 */
export default async function globalSetup(): Promise<void> {
  // `npm run test:watch` keeps PostgreSQL from one run to the next.
  if (process.env.TEST_DATABASE_URL === undefined) await startWorld();
  const programs = Promise.all([
    prepare('TEST_STRIPE_MOCK', findStripeMock({ onProgress })),
    prepare('TEST_LOCAL_KMS', findLocalKms({ onProgress })),
  ]);
  process.env.TEST_WORKFLOW_BUNDLE = await ensureWorkflowBundle({
    cacheDir: join(import.meta.dirname, '../../.cache'),
  });
  const server = await resolveTestServer({ onProgress });
  if (server.type === 'existing-path') process.env.TEMPORAL_TEST_SERVER = server.path;
  // Where it must be compiled first, that takes minutes, which no test should be charged with.
  await findTemporal({ onProgress });
  await programs;
}

async function startWorld(): Promise<void> {
  killTrackedAtExit();
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-test-'));
  // Two workers with whole platforms each, some with six API processes, hold more than PostgreSQL's own hundred.
  const settings = { max_connections: '300' };
  const postgres = await startPostgres({ dataDir, durable: false, settings });
  globalThis.testWorld = { postgres, dataDir };
  await migrate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
}

/** Where it cannot be had, only the tests that need it fail, and say so. */
async function prepare(variable: string, program: Promise<string>): Promise<void> {
  try {
    process.env[variable] = await program;
  } catch (error) {
    onProgress(describeFailure(error));
  }
}

function onProgress(line: string): void {
  process.stdout.write(`set-up: ${line}\n`);
}
