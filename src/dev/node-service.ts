import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lastLogLines, logLength, openLogFile } from './log-file.ts';
import { endRecordedProcess, recordProcess } from './process-record.ts';
import type { Go, SpareLoad } from './spare-process.ts';
import { spawnTracked, stopTracked, type TrackedChild } from './spawn-tracked.ts';
import { UserError } from './user-error.ts';
import { whenAborted } from './when-aborted.ts';

export interface NodeServiceOptions {
  /** `api` or `worker`: names its log and its record in DATA_DIR. */
  id: string;
  /** The name in messages. */
  name: string;
  /** The module to run, below `src/`. */
  script: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** The number of files that it may have open; as many as this process, where it is not said. */
  openFiles?: number;
  signal?: AbortSignal | undefined;
  /** A process of `prepareNodeService` that becomes the service, if that process is still there. */
  spare?: TrackedChild | undefined;
}

export interface RunningService {
  pid: number;
  /** Resolves with how it ended, whoever ended it. */
  exited: Promise<string>;
  /** @param graceMs the time after which it is killed */
  stop: (graceMs?: number) => Promise<void>;
}

const SOURCES = fileURLToPath(new URL('../', import.meta.url));
const READY_MS = 120_000;
const STOP_MS = 30_000;

/**
 * Bounds the memory of our processes, as the image does (Dockerfile). A worker has three V8 heaps, and each of them
 * keeps up to three spaces of this many MB for young objects. glibc keeps freed memory in each of its arenas.
 * docs/operations.md, Sizing, has figures.
 */
const HEAP_FLAGS = ['--max-semi-space-size=8'];
const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/**
 * Runs one of our own programs on this Node and resolves when it says `{type: 'ready'}` over its channel. When this
 * process ends, however it ends, the channel closes and the program ends itself.
 * @throws UserError with the last lines of its log when it ends, or says nothing, before it is ready
 */
export async function startNodeService(options: NodeServiceOptions): Promise<RunningService> {
  const log = serviceLog(options.dataDir, options.id);
  const record = recordPath(options.dataDir, options.id);
  const logStart = logLength(log);
  const service = becomeService(options) ?? launch(options, log);
  recordProcess(record, service.child.pid ?? 0);
  const failure = await waitUntilReady(service, options.signal);
  if (failure !== undefined) {
    await stopTracked(service, 'SIGTERM', STOP_MS);
    const lines = lastLogLines(log, 5, logStart).map((line) => `  ${line}`);
    throw new UserError([`${options.name} ${failure}; its log is ${log}.`, ...lines].join('\n'));
  }
  return {
    pid: service.child.pid ?? 0,
    exited: service.exited,
    stop: (graceMs = STOP_MS) => stopTracked(service, 'SIGTERM', graceMs),
  };
}

/** Starts a process that loads modules of a service, and becomes the service in a `startNodeService` to come. */
export function prepareNodeService(options: NodeServiceOptions, load: SpareLoad): TrackedChild {
  return launch(options, serviceLog(options.dataDir, options.id), [join(SOURCES, 'dev/spare-process.ts'), load]);
}

/** Ends what a killed run left of this service, if it has not noticed by itself. */
export async function endLeftoverService(options: { id: string; script: string; dataDir: string }): Promise<boolean> {
  return await endRecordedProcess(recordPath(options.dataDir, options.id), commandMark(options), 5_000);
}

export function serviceLog(dataDir: string, id: string): string {
  return join(dataDir, 'logs', `${id}.log`);
}

function becomeService({ spare, env }: NodeServiceOptions): TrackedChild | null {
  if (!spare?.child.connected) return null;
  spare.child.send({ type: 'go', env } satisfies Go);
  return spare;
}

/** @param before arguments before the script's own */
function launch(options: NodeServiceOptions, log: string, before: readonly string[] = []): TrackedChild {
  const output = openLogFile(log);
  try {
    // The last argument is for whoever reads a list of processes: it says whose service this is.
    const script = join(SOURCES, options.script);
    const flags = ['--disable-warning=ExperimentalWarning', ...HEAP_FLAGS];
    const command = [process.execPath, ...flags, ...before, script, options.dataDir];
    const limited = ['sh', '-c', `ulimit -n ${options.openFiles} && exec "$0" "$@"`, ...command];
    const [file = '', ...args] = options.openFiles === undefined ? command : limited;
    const env = { ...HEAP_ENVIRONMENT, ...process.env, ...options.env };
    return spawnTracked(file, args, { env, stdio: ['ignore', output, output, 'ipc'] });
  } finally {
    closeSync(output);
  }
}

function commandMark(options: { script: string; dataDir: string }): string {
  return `${join(SOURCES, options.script)} ${options.dataDir}`;
}

function recordPath(dataDir: string, id: string): string {
  return join(dataDir, 'run', `${id}.json`);
}

/** Resolves with `undefined` when it is ready, else with what went wrong, as the end of a sentence. */
async function waitUntilReady(service: TrackedChild, signal: AbortSignal | undefined): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(`was not ready within ${READY_MS / 1000} s`);
    }, READY_MS);
    const settle = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };
    service.child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === 'ready') settle(undefined);
    });
    void service.exited.then((end) => {
      settle(`ended before it was ready (${end})`);
    });
    void whenAborted(signal).then(() => {
      settle('was interrupted');
    });
  });
}
