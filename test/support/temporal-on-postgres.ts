import { closeSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Connection } from '@temporalio/client';
import { SERVER_SETTINGS } from '../../src/base/temporal/server-settings.ts';
import { cacheDir } from '../../src/dev/cache-dir.ts';
import { lastLogLines, openLogFile } from '../../src/dev/log-file.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { acceptsConnections } from '../../src/dev/ports.ts';
import { runProgram } from '../../src/dev/run-program.ts';
import { spawnTracked, stopTracked, type TrackedChild } from '../../src/dev/spawn-tracked.ts';
import { prepareNamespace } from '../../src/dev/temporal-namespace.ts';
import { freePort } from './free-port.ts';
import { findGoProgram } from './go-program.ts';

/** The last version that `go install` can build; compose runs the one after it. */
export const SERVER_VERSION = 'v1.30.4';
/** As the image of compose has it by default. */
const HISTORY_SHARDS = 4;
/** As compose has it. Its statements stay prepared, so an invoice is fewer transactions than with `postgres12`. */
const SQL_PLUGIN = 'postgres12_pgx';
const PARTIAL_INDEXES = join(import.meta.dirname, '../../ops/temporal/partial-indexes.sql');
const CONNECTIONS = 20;
const READY_MS = 90_000;
const DAY_SECONDS = 86_400;

export interface TemporalOnPostgresOptions {
  /** Superuser's address of any database of the server that is to hold Temporal's two. */
  databaseUrl: string;
  /** Where its configuration and its log go. */
  dataDir: string;
  namespace: string;
  /** The server's dynamic settings, by name. */
  settings: Record<string, string | number | boolean>;
  onProgress?: (line: string) => void;
  signal?: AbortSignal;
}

export interface RunningTemporal {
  address: string;
  pid: number;
  exited: Promise<string>;
  stop: () => Promise<void>;
}

export interface TemporalOnPostgres extends RunningTemporal {
  /** Once it has ended, however it did: on the same address, with all that it had. */
  startAgain: () => Promise<TemporalOnPostgres>;
}

/** The databases that it makes. */
export const TEMPORAL_DATABASES = ['temporal', 'temporal_visibility'] as const;

/**
 * Runs the Temporal server of production on PostgreSQL: all four services in one process, as the image of compose does.
 *
 * @throws UserError where it is not there and cannot be compiled
 */
export async function startTemporalOnPostgres(options: TemporalOnPostgresOptions): Promise<TemporalOnPostgres> {
  const { server, sqlTool } = await findTemporalServer(options);
  await makeSchema(sqlTool, options.databaseUrl, options.signal);
  const frontendPort = await freePort();
  const config = await writeConfig(options, frontendPort);
  return launch(options, { server, config, frontendPort });
}

async function launch(
  options: TemporalOnPostgresOptions,
  made: { server: string; config: string; frontendPort: number },
): Promise<TemporalOnPostgres> {
  const { server, config, frontendPort } = made;
  const log = join(options.dataDir, 'logs', 'temporal.log');
  const output = openLogFile(log);
  let temporal: TrackedChild;
  try {
    temporal = spawnTracked(server, ['--config-file', config, '--allow-no-auth', 'start'], {
      cwd: options.dataDir,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', output, output],
    });
  } finally {
    closeSync(output);
  }
  const ready = await Promise.race([
    prepare(frontendPort, options.namespace, options.signal).then(() => true),
    temporal.exited.then(() => false),
  ]).catch(async (error: unknown) => {
    await stopTracked(temporal, 'SIGTERM', 15_000);
    throw error;
  });
  if (!ready) throw new Error(`Temporal did not start:\n${lastLogLines(log, 10).join('\n')}`);
  return {
    address: `127.0.0.1:${frontendPort}`,
    pid: temporal.child.pid ?? 0,
    exited: temporal.exited,
    stop: () => stopTracked(temporal, 'SIGTERM', 15_000),
    startAgain: () => launch(options, made),
  };
}

/**
 * From the cache, or compiled. Both programs have names that say nothing, so each has a folder of its own.
 *
 * @throws UserError where it is not there and cannot be compiled
 */
export async function findTemporalServer(
  options: Pick<TemporalOnPostgresOptions, 'onProgress' | 'signal'>,
): Promise<{ server: string; sqlTool: string }> {
  const folder = join(cacheDir(), `temporal-server-${SERVER_VERSION}`);
  const find = (name: string, path: string, file: string, takes: string): Promise<string> => {
    const source = `go.temporal.io/server/cmd/${path}@${SERVER_VERSION}`;
    const program = { name, file, source, takes, whatToInstall: 'Install Go 1.25 or newer.' };
    return findGoProgram(program, join(folder, file), options);
  };
  return {
    server: await find("Temporal's server", 'server', 'server', 'about 4 minutes'),
    sqlTool: await find("Temporal's SQL tool", 'tools/sql', 'sql', 'about a minute'),
  };
}

async function makeSchema(sqlTool: string, databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const { username, password, hostname, port } = new URL(databaseUrl);
  for (const database of TEMPORAL_DATABASES) {
    const schema = `postgresql/v12/${database === 'temporal' ? 'temporal' : 'visibility'}`;
    const steps = [
      ['create-database'],
      ['setup-schema', '--version', '0.0'],
      ['update-schema', '--schema-name', schema],
    ];
    for (const step of steps) {
      const args = ['--plugin', SQL_PLUGIN, '--endpoint', hostname, '--port', port, '--database', database, ...step];
      // Not on the command line, which everybody on the machine can read.
      const env = { ...process.env, SQL_USER: username, SQL_PASSWORD: decodeURIComponent(password) };
      const { ok, output } = await runProgram(sqlTool, args, { env, timeoutMs: 60_000, signal });
      if (!ok) throw new Error(`Temporal's schema could not be made (${step[0]} ${database}):\n${output}`);
    }
  }
  const visibility = new URL(databaseUrl);
  visibility.pathname = '/temporal_visibility';
  const client = new pg.Client({ connectionString: visibility.href });
  await client.connect();
  try {
    await client.query(readFileSync(PARTIAL_INDEXES, 'utf8'));
  } finally {
    await client.end();
  }
}

/** JSON is YAML. */
async function writeConfig(
  { databaseUrl, dataDir, settings }: TemporalOnPostgresOptions,
  frontendPort: number,
): Promise<string> {
  const folder = join(dataDir, 'temporal-server');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dynamic = join(folder, 'dynamic.yaml');
  const values = Object.entries({ ...SERVER_SETTINGS, ...settings }).map(([name, value]) => [name, [{ value }]]);
  writeFileSync(dynamic, JSON.stringify(Object.fromEntries(values)));
  const { username: user, password, host } = new URL(databaseUrl);
  const store = (databaseName: string): object => ({
    sql: {
      pluginName: SQL_PLUGIN,
      databaseName,
      connectAddr: host,
      connectProtocol: 'tcp',
      user,
      password: decodeURIComponent(password),
      maxConns: CONNECTIONS,
      maxIdleConns: CONNECTIONS,
      maxConnLifetime: '1h',
    },
  });
  const service = async (grpcPort?: number): Promise<object> => ({
    rpc: { grpcPort: grpcPort ?? (await freePort()), membershipPort: await freePort(), bindOnLocalHost: true },
  });
  const config = {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'record',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: { record: store('temporal'), visibility: store('temporal_visibility') },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: await service(frontendPort),
      history: await service(),
      matching: await service(),
      worker: await service(),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${frontendPort}`,
        },
      },
    },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '60s' },
  };
  const path = join(folder, 'config.yaml');
  writeFileSync(path, JSON.stringify(config, null, 2), { mode: 0o600 });
  return path;
}

async function prepare(port: number, namespace: string, signal?: AbortSignal): Promise<void> {
  await pollUntil(() => acceptsConnections(port), { timeoutMs: READY_MS, ...(signal ? { signal } : {}) });
  await registerNamespace(`127.0.0.1:${port}`, namespace, signal);
}

/** Registers a namespace once the server takes it, with our search attributes, and waits until it can be used. */
export async function registerNamespace(address: string, namespace: string, signal?: AbortSignal): Promise<void> {
  const given = signal ? { signal } : {};
  const connection = Connection.lazy({ address });
  const workflowExecutionRetentionPeriod = { seconds: DAY_SECONDS as never };
  const register = (): Promise<boolean> =>
    connection
      .withDeadline(Date.now() + 5_000, () =>
        connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod }),
      )
      .then(
        () => true,
        (error: unknown) => /already (exists|registered)/i.test(String(error)),
      );
  try {
    await pollUntil(register, { timeoutMs: READY_MS, everyMs: 200, ...given });
    await prepareNamespace(connection, namespace, { timeoutMs: READY_MS, ...given });
  } finally {
    await connection.close();
  }
}
