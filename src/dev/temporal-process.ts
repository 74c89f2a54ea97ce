import { closeSync } from 'node:fs';

import { SEARCH_ATTRIBUTES } from '../base/temporal/search-attributes.ts';
import { SERVER_SETTINGS } from '../base/temporal/server-settings.ts';
import { openLogFile } from './log-file.ts';
import { pollUntil } from './poll-until.ts';
import { acceptsConnections } from './ports.ts';
import { spawnTracked } from './spawn-tracked.ts';
import type { TrackedChild } from './spawn-tracked.ts';
import { whenAborted } from './when-aborted.ts';

/** The server's SQLite file, in the folder that is its own. */
export const TEMPORAL_DATABASE = 'temporal.db';

const READY_MS = 60_000;

/** Starts the server without waiting for it; its output goes to the log. */
export function launchTemporal(
  launch: {
    program: string;
    folder: string;
    namespace: string;
    inMemory?: boolean;
    settings?: Record<string, unknown>;
  },
  { port, uiPort, log }: { port: number; uiPort: number | undefined; log: string },
): TrackedChild {
  const args = ['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--namespace', launch.namespace];
  args.push(...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]));
  // The command line takes the type of a list as `KeywordList`, in any case of letters.
  for (const { name, type } of SEARCH_ATTRIBUTES) args.push('--search-attribute', `${name}=${type.replace('_', '')}`);
  for (const [name, value] of Object.entries({ ...SERVER_SETTINGS, ...launch.settings })) {
    args.push('--dynamic-config-value', `${name}=${JSON.stringify(value)}`);
  }
  args.push('--log-level', 'warn', '--log-format', 'text');
  // The name is relative because the server reads it as a URI: a "?" or "%" in the folder's name would mislead it.
  // With a write-ahead log a transaction costs one flush to the disk and not three.
  if (!launch.inMemory) args.push('--db-filename', TEMPORAL_DATABASE, '--sqlite-pragma', 'journal_mode=WAL');
  const output = openLogFile(log);
  try {
    return spawnTracked(launch.program, args, {
      cwd: launch.folder,
      env: environmentWithoutTemporal(),
      stdio: ['ignore', output, output],
    });
  } finally {
    closeSync(output);
  }
}

/** The command line reads TEMPORAL_* itself: what is meant for clients of some other server would change this one. */
function environmentWithoutTemporal(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** Resolves with `undefined` when the server can be used, else with what went wrong. */
export async function waitForTemporal(
  server: TrackedChild,
  launch: { namespace: string; port: number; signal?: AbortSignal },
): Promise<string | undefined> {
  const over = new AbortController();
  const prepared = prepare(launch.namespace, launch.port, over.signal).then(
    () => undefined,
    () => `no answer within ${READY_MS / 1000} s`,
  );
  const ended = server.exited.then((end) => `it ended with ${end}`);
  const aborted = whenAborted(launch.signal).then(() => 'it was interrupted');
  const failure = await Promise.race([prepared, ended, aborted]);
  over.abort();
  return failure;
}

async function prepare(namespace: string, port: number, signal: AbortSignal): Promise<void> {
  // The client is loaded while the server starts.
  const { Connection } = await import('@temporalio/client');
  const { prepareNamespace } = await import('./temporal-namespace.ts');
  // gRPC waits a second before it tries a refused connection again: knock first.
  await pollUntil(() => acceptsConnections(port), { timeoutMs: READY_MS, signal });
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  try {
    await prepareNamespace(connection, namespace, { timeoutMs: READY_MS, signal });
  } finally {
    await connection.close();
  }
}
