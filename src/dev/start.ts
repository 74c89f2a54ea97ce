import { exitProcess } from '../base/exit-process.ts';
import { SERVICES } from './bring-up-service.ts';
import { bringUp } from './bring-up.ts';
import type { Running } from './bring-up-context.ts';
import { openDataDir } from './data-dir.ts';
import { readEnvironment } from './environment.ts';
import { lockDataDir } from './lock-data-dir.ts';
import type { DataDirLock } from './lock-data-dir.ts';
import { endLeftoverService } from './node-service.ts';
import { isPortFree } from './ports.ts';
import { createReporter } from './reporter.ts';
import { killTracked } from './spawn-tracked.ts';
import { describeFailure, UserError } from './user-error.ts';
import { welcome } from './welcome.ts';
import { whenAborted } from './when-aborted.ts';

/** Ctrl-C reaches this process from the terminal, from npm and from the wrapper, all within moments: that is one. */
const ONE_PRESS_MS = 1_000;

/** `npm run dev`. */
const isLive = process.argv.includes('--live');
const reporter = createReporter();
const running: Running = {};
const interrupt = new AbortController();
let lock: DataDirLock | undefined;
let failure: unknown;
let stopAskedAt: number | undefined;

listenForStop();
try {
  await start();
  await whenAborted(interrupt.signal);
} catch (error) {
  if (!interrupt.signal.aborted) failure = error;
}
if (failure !== undefined) console.error(describeFailure(failure));
await stopAll();
// Timers of whatever was interrupted may still be pending.
exitProcess(failure === undefined ? 0 : 1);

async function start(): Promise<void> {
  const settings = readEnvironment();
  const dataDir = openDataDir(settings.dataDir);
  lock = await lockDataDir(dataDir, reporter.say, interrupt.signal);
  await clearLeftovers(dataDir);
  await checkPort(settings.port);
  reporter.say(`Starting Fatura on Node ${process.version}, its data in ${dataDir}`);
  const broughtUp = await bringUp({ settings, dataDir, reporter, running, isLive, signal: interrupt.signal });
  reporter.say(welcome({ ...broughtUp, baseUrl: settings.publicUrl, dataDir }));
  reporter.say(isLive ? 'ready; a saved file is live' : 'ready');
}

async function clearLeftovers(dataDir: string): Promise<void> {
  for (const service of [SERVICES.api, SERVICES.worker]) {
    const wasThere = await endLeftoverService({ ...service, dataDir });
    if (wasThere) reporter.say(`${service.name}: stopped the one an earlier run left`);
  }
}

async function checkPort(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  throw new UserError(
    `Port ${port} is in use: stop what uses it, or start with PORT=${port + 1} npm start\n` +
      '(a second copy of this project needs a DATA_DIR of its own too).',
  );
}

function listenForStop(): void {
  // The reader of the output may have gone, as with `npm start | head`; that is no reason to fall over.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onStop);
  // The wrapper that started this was killed.
  process.on('disconnect', () => {
    interrupt.abort();
  });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      failure ??= error;
      interrupt.abort();
    });
  }
}

function onStop(): void {
  if (stopAskedAt === undefined) {
    stopAskedAt = performance.now();
    interrupt.abort();
  } else if (performance.now() - stopAskedAt > ONE_PRESS_MS) {
    reporter.say('Killed what was still running.');
    killTracked();
    exitProcess(1);
  }
}

/** Stops what runs: first what takes requests, last what keeps the data. Each is bounded, so all of it is. */
async function stopAll(): Promise<void> {
  lock?.announceStop();
  const names = { api: 'API', worker: 'Worker', temporal: 'Temporal', postgres: 'PostgreSQL' } as const;
  for (const key of ['api', 'worker', 'temporal', 'postgres'] as const) {
    const service = running[key];
    if (!service) continue;
    await service.stop().catch((error: unknown) => {
      reporter.say(`${names[key]}: ${describeFailure(error)}`);
    });
    reporter.say(`${names[key]}: stopped`);
  }
  // A program may have been started in the very moment of a failure.
  killTracked();
}
