import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openDataDir } from './data-dir.ts';
import { lastLogLines, logLength, readLog } from './log-file.ts';
import { choosePort } from './ports.ts';
import { endRecordedProcess, recordProcess } from './process-record.ts';
import { stopTracked } from './spawn-tracked.ts';
import type { TrackedChild } from './spawn-tracked.ts';
import { findTemporal } from './temporal-binary.ts';
import { launchTemporal, TEMPORAL_DATABASE, waitForTemporal } from './temporal-process.ts';
import { UserError } from './user-error.ts';

export interface TemporalServerOptions {
  /** Where ports, records and the log go, and the server's database unless `inMemory`. */
  dataDir: string;
  /** `true` is for tests: nothing is kept. */
  inMemory?: boolean;
  port?: number | undefined;
  /** The port of the web interface; `headless` leaves it out. */
  uiPort?: number | undefined;
  headless?: boolean;
  namespace: string;
  /** The server's dynamic settings beside those that the product asks for. */
  settings?: Record<string, string | number | boolean>;
  onProgress?: (line: string) => void;
  signal?: AbortSignal;
}

export interface TemporalServer {
  address: string;
  port: number;
  uiUrl: string | undefined;
  uiPort: number | undefined;
  pid: number;
  /** Resolves with how the server ended, whoever ended it. */
  exited: Promise<string>;
  /** At the latest after 10 s nothing is left. */
  stop: () => Promise<void>;
}

/**
 * Runs Temporal's development server on 127.0.0.1, and resolves when the namespace and our search attributes can be
 * used. The database is SQLite in `dataDir`: workflows, timers and signals outlive a stop and a `kill -9`, after which
 * the next start first ends the processes that were left.
 * @throws UserError for anything that stands in the way
 */
export async function startTemporalDevServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const dataDir = openDataDir(options.dataDir);
  const folder = temporalFolder(dataDir);
  const record = join(dataDir, 'run', 'temporal.json');
  const program = await findTemporal(options);
  if (await endRecordedProcess(record, 'start-dev')) options.onProgress?.('stopped the one an earlier run left');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeHalfMadeDatabase(folder);
  const launch = { ...options, dataDir, folder, record, program };
  const { server, port, uiPort } = await launchUntilItHolds(launch);
  writeFileSync(join(folder, WHOLE), '');
  return {
    address: `127.0.0.1:${port}`,
    port,
    uiUrl: uiPort === undefined ? undefined : `http://localhost:${uiPort}`,
    uiPort,
    pid: server.child.pid ?? 0,
    exited: server.exited,
    stop: async () => {
      await stopTracked(server, 'SIGTERM', 10_000);
      rmSync(record, { force: true });
    },
  };
}

/** Where a server that keeps what it has keeps it. */
export function temporalFolder(dataDir: string): string {
  return join(dataDir, 'temporal');
}

interface Launch extends TemporalServerOptions {
  folder: string;
  record: string;
  program: string;
}

interface Launched {
  server: TrackedChild;
  port: number;
  uiPort: number | undefined;
}

/** Written when the server has answered for the first time. */
const WHOLE = 'whole';

/**
 * A server killed while it makes its database leaves one without tables, which no later start repairs. Until a server
 * has answered there is nothing in it to lose.
 */
function removeHalfMadeDatabase(folder: string): void {
  if (existsSync(join(folder, WHOLE))) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(TEMPORAL_DATABASE)) rmSync(join(folder, name));
  }
}

async function launchUntilItHolds(launch: Launch): Promise<Launched> {
  const log = join(launch.dataDir, 'logs', 'temporal.log');
  const ports = join(launch.dataDir, 'ports');
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort({ name: 'Temporal', wanted: launch.port, file: join(ports, 'temporal') });
    const uiPort = launch.headless
      ? undefined
      : await choosePort({ name: 'the Temporal UI', wanted: launch.uiPort, file: join(ports, 'temporal-ui') });
    const logStart = logLength(log);
    const server = launchTemporal(launch, { port, uiPort, log });
    recordProcess(launch.record, server.child.pid ?? 0);
    const failure = await waitForTemporal(server, { ...launch, port });
    if (failure === undefined) return { server, port, uiPort };
    await stopTracked(server, 'SIGTERM', 10_000);
    launch.signal?.throwIfAborted();
    const mayPass = /address already in use|bind:/.test(readLog(log, logStart));
    if (!mayPass || attempt >= 3) throw new UserError(explain(failure, log, logStart));
  }
}

function explain(failure: string, log: string, logStart: number): string {
  const lines = lastLogLines(log, 20, logStart).filter((line) => !/^(CLI|Server:|UI:|Metrics:)/.test(line));
  const reason = lines.findLast((line) => /error|fail/i.test(line)) ?? '';
  return `Temporal's server did not start: ${failure}${reason && `: ${reason}`}\nIts log is ${log}.`;
}
