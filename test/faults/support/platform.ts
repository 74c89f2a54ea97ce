import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startTemporalOnPostgres, type TemporalOnPostgres } from '../../../bench/support/temporal-on-postgres.ts';
import { freePort } from '../../../bench/support/free-port.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { SERVICES } from '../../../src/dev/bring-up-service.ts';
import { startNodeService } from '../../../src/dev/node-service.ts';
import { startPostgres } from '../../../src/dev/postgres.ts';
import { startTemporalDevServer } from '../../../src/dev/temporal-server.ts';
import { ensureWorkflowBundle } from '../../../src/dev/workflow-bundle.ts';
import { startProgram, type Program } from './program.ts';

export const PROGRAMS = ['api', 'worker', 'temporal', 'postgres'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The Temporal of production, on the same PostgreSQL, or the development server with its file. */
export type Engine = 'temporal-on-postgres' | 'development-server';

/** Of this run alone: it seals what its database holds. */
export const ENCRYPTION_KEYS = `faults:${Buffer.alloc(32, 5).toString('base64')}`;
const NAMESPACE = 'default';

/** PostgreSQL, Temporal, API and worker, a real process each, on ports and in a folder of their own. */
export interface Platform {
  programs: Record<ProgramName, Program>;
  publicUrl: string;
  databaseUrl: string;
  temporal: { address: string; namespace: string };
  /** Plain SQL, past every proxy. */
  query: <T extends pg.QueryResultRow>(sql: string, params?: unknown[]) => Promise<T[]>;
  /** Where the logs are. */
  dataDir: string;
  stop: () => Promise<void>;
}

export interface PlatformOptions {
  engine: Engine;
  stripeApiUrl: string;
  /** What a process is told otherwise: where a proxy stands before what it calls. */
  reroute?: (real: {
    databaseUrl: string;
    temporalAddress: string;
  }) => Promise<Partial<Record<ProgramName, Environment>>>;
  onProgress: (line: string) => void;
}

type Environment = Record<string, string>;

export async function startPlatform({ engine, stripeApiUrl, reroute, onProgress }: PlatformOptions): Promise<Platform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-faults-'));
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    for (const { stop: end } of started.splice(0).reverse()) await end();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const run = async (launch: Parameters<typeof startProgram>[0]): Promise<Program> => {
    const program = await startProgram(launch);
    started.push(program);
    return program;
  };
  try {
    let databaseUrl = '';
    const postgres = await run(async () => {
      // A commit that was answered outlives kill -9 only where it was waited for.
      const server = await startPostgres({ dataDir, durable: true, settings: { max_connections: '200' } });
      databaseUrl = server.url;
      return server;
    });
    await migrate(databaseUrl);
    let temporalAddress = '';
    const launchTemporal = temporalLauncher({ engine, dataDir, databaseUrl, onProgress });
    const temporal = await run(async () => {
      const server = await launchTemporal();
      temporalAddress = server.address;
      return server;
    });
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const bundle = await ensureWorkflowBundle({ cacheDir: join(import.meta.dirname, '../../../.cache') });
    const common = {
      ...{ PORT: String(port), PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress },
      ...{ TEMPORAL_NAMESPACE: NAMESPACE, ENCRYPTION_KEYS, STRIPE_API_URL: stripeApiUrl, WORKFLOW_BUNDLE: bundle },
      ...{ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'warn', NODE_ENV: 'production' },
      // Whatever the caller has set up is not to be used.
      ...{ SMTP_URL: '', MAIL_DIR: '', TEMPORAL_UI_URL: '', TRUSTED_PROXIES: '', SUBSCRIPTION_STEPS_PER_SECOND: '' },
    };
    const routes = (await reroute?.({ databaseUrl, temporalAddress })) ?? {};
    const service = (id: 'api' | 'worker') =>
      run(() => startNodeService({ ...SERVICES[id], dataDir, env: { ...common, ...routes[id] } }));
    const [api, worker] = [await service('api'), await service('worker')];

    const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, connectionTimeoutMillis: 5_000 });
    // PostgreSQL is killed under it.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', () => undefined);
    started.push({ stop: () => pool.end() });
    return {
      programs: { api, worker, temporal, postgres },
      temporal: { address: temporalAddress, namespace: NAMESPACE },
      ...{ publicUrl, databaseUrl, dataDir, stop },
      async query<T extends pg.QueryResultRow>(sql: string, params: unknown[] = []) {
        return (await pool.query<T>(sql, params)).rows;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Each launch after the first takes up what the one before has left, at the same address. */
function temporalLauncher({
  engine,
  dataDir,
  databaseUrl,
  onProgress,
}: Pick<PlatformOptions, 'engine' | 'onProgress'> & { dataDir: string; databaseUrl: string }) {
  let first: TemporalOnPostgres | null = null;
  return async () => {
    const given = { dataDir, namespace: NAMESPACE, onProgress };
    if (engine === 'development-server') return startTemporalDevServer({ ...given, headless: true });
    if (first) return first.startAgain();
    first = await startTemporalOnPostgres({ ...given, databaseUrl, settings: {} });
    return first;
  };
}
