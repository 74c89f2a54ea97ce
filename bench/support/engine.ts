import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { yieldProcessors } from '../../src/base/yield-processors.ts';
import { findOnPath } from '../../src/dev/find-on-path.ts';
import { startPostgres, type PostgresServer } from '../../src/dev/postgres.ts';
import { startTemporalDevServer } from '../../src/dev/temporal-server.ts';
import {
  registerNamespace,
  SERVER_VERSION,
  startTemporalOnPostgres,
  type RunningTemporal,
} from '../../test/support/temporal-on-postgres.ts';

/** Helps whoever schedules ordinary activities on the queue of the workflow: the peer, and not us. */
const TEMPORAL_SETTINGS: Record<string, string | number | boolean> = { 'system.enableActivityEagerExecution': true };

/** PostgreSQL and Temporal, which everything that is measured shares. */
export interface Engine {
  dataDir: string;
  postgres: PostgresServer;
  temporal: RunningTemporal;
  /** The name of this Temporal, with its version, for the table. */
  temporalName: string;
  /** A namespace of its own, so that the workflows of two databases never have the same ids. @returns its name */
  createNamespace: (name: string) => Promise<string>;
  /** The superuser's client, to a database that nothing else uses. */
  admin: pg.Client;
  /** An empty database. @returns its address */
  createDatabase: (name: string) => Promise<string>;
  dropDatabase: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

export interface EngineOptions {
  signal: AbortSignal;
  onProgress: (line: string) => void;
  /** Instead of the settings of production. */
  settings?: Record<string, string | number | boolean>;
  /** The development server, which needs no compiling of minutes: for a measurement that is not of Temporal. */
  isDevelopment?: boolean;
}

/** Fatura, Temporal and a few peers have pools of their own at the same time. */
const CONNECTIONS = '300';
/** The first one; the development server wants to have one. */
const NAMESPACE = 'bench';

/** Temporal on the same PostgreSQL where Go can compile its server, else the development server on SQLite. */
export async function startEngine({
  signal,
  onProgress,
  settings = TEMPORAL_SETTINGS,
  isDevelopment = false,
}: EngineOptions): Promise<Engine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-bench-'));
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    for (const { stop: end } of started.splice(0).reverse()) await end().catch(console.error);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const postgres = await startPostgres({ dataDir, durable: true, settings: { max_connections: CONNECTIONS } });
    started.push(postgres);
    const admin = new pg.Client({ connectionString: postgres.url });
    // A part that is given up loses it; whoever asks it next is told.
    admin.on('error', () => undefined);
    await admin.connect();
    started.push({ stop: () => admin.end() });
    const { temporal, temporalName } = await startTemporal({
      ...{ dataDir, postgres, signal, onProgress, settings, isDevelopment },
    });
    started.push({ stop: () => temporal.stop() });
    // As compose has it: requests go first.
    yieldProcessors(temporal.pid);
    return {
      ...{ dataDir, postgres, temporal, temporalName, admin, stop },
      async createNamespace(name) {
        await registerNamespace(temporal.address, name, signal);
        return name;
      },
      async createDatabase(name) {
        await admin.query(`create database "${name}"`);
        const url = new URL(postgres.url);
        url.pathname = `/${name}`;
        return url.href;
      },
      async dropDatabase(name) {
        await admin.query(`drop database if exists "${name}" with (force)`);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTemporal(options: {
  dataDir: string;
  postgres: PostgresServer;
  signal: AbortSignal;
  onProgress: (line: string) => void;
  settings: Record<string, string | number | boolean>;
  isDevelopment: boolean;
}): Promise<{ temporal: RunningTemporal; temporalName: string }> {
  const { dataDir, postgres, signal, onProgress, settings, isDevelopment } = options;
  if (!isDevelopment && findOnPath('go')) {
    const given = { databaseUrl: postgres.url, dataDir, namespace: NAMESPACE, settings, onProgress, signal };
    const temporal = await startTemporalOnPostgres(given);
    return { temporal, temporalName: `Temporal ${SERVER_VERSION} on PostgreSQL` };
  }
  if (!isDevelopment) {
    onProgress(
      'Go is not there to compile the server of production: this is the development server, on SQLite, slower.',
    );
  }
  const temporal = await startTemporalDevServer({ dataDir, namespace: NAMESPACE, headless: true, signal });
  return { temporal, temporalName: 'Temporal development server on SQLite' };
}
