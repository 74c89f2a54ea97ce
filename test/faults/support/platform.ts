import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import {
  findTemporalServer,
  startTemporalOnPostgres,
  type TemporalOnPostgres,
} from '../../support/temporal-on-postgres.ts';
import { freePort } from '../../support/free-port.ts';
import { migrate } from '../../../src/app/migrate.ts';
import { SERVICES } from '../../../src/dev/bring-up-service.ts';
import { startNodeService } from '../../../src/dev/node-service.ts';
import { clusterPaths } from '../../../src/dev/postgres-cluster.ts';
import { readDeadlocks } from '../../support/read-deadlocks.ts';
import { startPostgres, type PostgresOptions } from '../../../src/dev/postgres.ts';
import { findTemporal } from '../../../src/dev/temporal-binary.ts';
import { startTemporalDevServer } from '../../../src/dev/temporal-server.ts';
import { ensureWorkflowBundle } from '../../../src/dev/workflow-bundle.ts';
import { runProgram } from '../../../src/dev/run-program.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startProgram, type Program } from './program.ts';
import type { Version } from './version.ts';

export const PROGRAMS = ['api', 'worker', 'temporal', 'postgres'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The Temporal of production, on the same PostgreSQL, or the development server with its file. */
export type Engine = 'temporal-on-postgres' | 'development-server';

/** The keys of this run alone: they seal the secrets in its database. */
export const ENCRYPTION_KEYS = `faults:${Buffer.alloc(32, 5).toString('base64')}`;
const NAMESPACE = 'default';
const MIGRATED_MS = 120_000;

/** PostgreSQL, Temporal, API and worker, a real process each, on ports and in a folder of their own. */
export interface Platform {
  programs: Record<ProgramName, Program>;
  publicUrl: string;
  readonly databaseUrl: string;
  readonly temporal: { address: string; namespace: string };
  /** Plain SQL, past every proxy. */
  query: <T extends pg.QueryResultRow>(sql: string, params?: unknown[]) => Promise<T[]>;
  /** Where the logs are. */
  dataDir: string;
  /**
   * Once all of it has ended: the next starts are of a PostgreSQL in another folder, on another port, and of a Temporal
   * that finds its databases there, or makes them.
   */
  moveTo: (postgres: PostgresOptions) => void;
  /** An API or a worker more, of a version's sources; an API on a port of its own. */
  startMore: (id: ServiceName, version: Version) => Promise<Program & { port: number }>;
  /** Before the APIs of a platform that was started with a version; its targets are theirs. */
  balancer: Balancer | null;
  stop: () => Promise<void>;
}

export interface PlatformOptions {
  engine: Engine;
  stripeApiUrl: string;
  /** Settings of PostgreSQL, beside those of the test's. */
  postgres?: Record<string, string>;
  /**
   * Another than the sources that the test is of, for the schema, the API and the worker; a balancer then stands before
   * the API.
   */
  version?: Version;
  /** The number of files that the API may have open, which decides how many connections it takes. */
  apiOpenFiles?: number;
  /** Replaces addresses for a process: where a proxy stands before the service that it calls. */
  reroute?: (real: {
    databaseUrl: string;
    temporalAddress: string;
  }) => Promise<Partial<Record<ProgramName, Environment>>>;
  /** Given the folder of PostgreSQL's cluster before its first use. @returns what ends what it did */
  prepareCluster?: (cluster: string) => Promise<() => Promise<void>>;
  onProgress: (line: string) => void;
}

type Environment = Record<string, string>;

/** Compiles the engine, where nobody has yet. */
export async function prepareEngine(engine: Engine, onProgress: PlatformOptions['onProgress']): Promise<void> {
  await (engine === 'development-server' ? findTemporal({ onProgress }) : findTemporalServer({ onProgress }));
}

export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { engine, stripeApiUrl, reroute, version, prepareCluster, apiOpenFiles, onProgress } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-faults-'));
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    for (const { stop: end } of started.splice(0).reverse()) await end();
    // Two versions side by side may lock in two orders, and only the newer order is held to.
    const deadlocks = version ? [] : readDeadlocks(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    if (deadlocks.length > 0) throw new Error(`PostgreSQL found deadlocks.\n${deadlocks.join('\n\n')}`);
  };
  const run = async (launch: Parameters<typeof startProgram>[0]): Promise<Program> => {
    const program = await startProgram(launch);
    started.push(program);
    return program;
  };
  try {
    if (prepareCluster) {
      await (await startPostgres({ dataDir })).stop();
      started.push({ stop: await prepareCluster(clusterPaths(dataDir).cluster) });
    }
    let databaseUrl = '';
    // A commit that was answered outlives kill -9 only where it was waited for.
    const durable = { durable: true, settings: { max_connections: '200', ...options.postgres } };
    let where: PostgresOptions = { ...durable, dataDir };
    const postgres = await run(async () => {
      const server = await startPostgres(where);
      databaseUrl = server.url;
      return server;
    });
    if (version) await migrateBy(version, databaseUrl);
    else await migrate(databaseUrl);
    let temporalAddress = '';
    const newLauncher = () => temporalLauncher({ engine, dataDir, onProgress });
    let launchTemporal = newLauncher();
    const temporal = await run(async () => {
      const server = await launchTemporal(databaseUrl);
      temporalAddress = server.address;
      return server;
    });
    const port = await freePort();
    const balancer = version ? await startBalancer() : null;
    if (balancer) started.push(balancer);
    balancer?.targets.push(port);
    const publicUrl = balancer?.url ?? `http://127.0.0.1:${port}`;
    const bundle = await ensureWorkflowBundle({ cacheDir: join(import.meta.dirname, '../../../.cache') });
    const common = (): Environment => ({
      ...{ PORT: String(port), PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress },
      ...{ TEMPORAL_NAMESPACE: NAMESPACE, ENCRYPTION_KEYS, STRIPE_API_URL: stripeApiUrl, WORKFLOW_BUNDLE: bundle },
      ...{ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'warn', NODE_ENV: 'production' },
      // The caller's own settings are not to be used.
      ...{ SMTP_URL: '', MAIL_DIR: '', TEMPORAL_UI_URL: '', TRUSTED_PROXIES: '', SUBSCRIPTION_STEPS_PER_SECOND: '' },
    });
    const routes = (await reroute?.({ databaseUrl, temporalAddress })) ?? {};
    const service = (id: ServiceName) =>
      run(() =>
        startNodeService({
          ...serviceOf(id, version),
          dataDir,
          env: { ...common(), ...routes[id], ...envOf(version) },
          ...(id === 'api' && apiOpenFiles ? { openFiles: apiOpenFiles } : {}),
        }),
      );
    const [api, worker] = [await service('api'), await service('worker')];

    let plain: { url: string; pool: pg.Pool } | null = null;
    /** To wherever PostgreSQL is now. */
    const openPool = async (): Promise<pg.Pool> => {
      if (plain?.url === databaseUrl) return plain.pool;
      const old = plain;
      plain = { url: databaseUrl, pool: newPool(databaseUrl) };
      await old?.pool.end();
      return plain.pool;
    };
    started.push({ stop: () => plain?.pool.end() ?? Promise.resolve() });
    return {
      programs: { api, worker, temporal, postgres },
      get temporal() {
        return { address: temporalAddress, namespace: NAMESPACE };
      },
      get databaseUrl() {
        return databaseUrl;
      },
      ...{ publicUrl, dataDir, balancer, stop },
      async startMore(id, more) {
        const ownPort = await freePort();
        const env = { ...common(), ...envOf(more), PORT: String(ownPort) };
        const program = await run(() => startNodeService({ ...serviceOf(id, more), dataDir, env }));
        return Object.assign(program, { port: ownPort });
      },
      moveTo(postgresOptions) {
        where = { ...durable, ...postgresOptions, settings: { ...durable.settings, ...postgresOptions.settings } };
        launchTemporal = newLauncher();
      },
      async query<T extends pg.QueryResultRow>(sql: string, params: unknown[] = []) {
        return (await (await openPool()).query<T>(sql, params)).rows;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type ServiceName = keyof typeof SERVICES;

/** A version has no bundle: its worker makes one of its own workflows. */
function envOf(version: Version | undefined): Environment {
  return version ? { WORKFLOW_BUNDLE: '' } : {};
}

/** The service as `SERVICES` has it, below another folder, with a log of its own. */
function serviceOf(id: ServiceName, version: Version | undefined): { id: string; name: string; script: string } {
  const { name, script } = SERVICES[id];
  if (!version) return SERVICES[id];
  const here = join(import.meta.dirname, '../../../src');
  const there = relative(here, join(version.folder, 'src', script));
  return { id: `${id}-${version.name}`, name: `${name} of ${version.name}`, script: there };
}

export async function migrateBy({ folder, name }: Version, databaseUrl: string): Promise<void> {
  // It asks for all settings, and uses the first.
  const env = { ...process.env, DATABASE_URL: databaseUrl, ENCRYPTION_KEYS, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const args = ['--disable-warning=ExperimentalWarning', join(folder, 'src/admin.ts'), 'migrate'];
  const { ok, output } = await runProgram(process.execPath, args, { env, timeoutMs: MIGRATED_MS });
  if (!ok) throw new Error(`The schema of ${name} could not be made: ${output}`);
}

function newPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 3, connectionTimeoutMillis: 5_000 });
  // PostgreSQL is killed under it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** Each launch after the first takes up what the one before has left, at the same address. */
function temporalLauncher({
  engine,
  dataDir,
  onProgress,
}: Pick<PlatformOptions, 'engine' | 'onProgress'> & { dataDir: string }) {
  let first: TemporalOnPostgres | null = null;
  return async (databaseUrl: string) => {
    const given = { dataDir, namespace: NAMESPACE, onProgress };
    if (engine === 'development-server') return startTemporalDevServer({ ...given, headless: true });
    if (first) return first.startAgain();
    first = await startTemporalOnPostgres({ ...given, databaseUrl, settings: {} });
    return first;
  };
}
