import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningService } from './node-service.ts';
import { lastLogLines, logLength } from './log-file.ts';
import { describeFailure } from './user-error.ts';

export interface KeptService<T extends RunningService> {
  name: string;
  log: string;
  first: T;
  restart: (previous: T, signal: AbortSignal) => Promise<T>;
  say: (line: string) => void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** After this long a service counts as sound again, and its next failure as the first. */
const SOUND_MS = 60_000;

/**
 * Starts a service again whenever it ends by itself, waiting longer each time, and tells so with the end of its log.
 * `stop` ends it for good, also in the middle of a restart.
 */
export function keepRunning<T extends RunningService>(service: KeptService<T>): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let current = service.first;
  const watch = async (): Promise<void> => {
    for (let failures = 0; ;) {
      const startedAt = performance.now();
      const logStart = logLength(service.log);
      const end = await current.exited;
      if (stopping.signal.aborted) return;
      failures = performance.now() - startedAt > SOUND_MS ? 1 : failures + 1;
      service.say(explainEnd(service, end, logStart));
      const next = await startAgain(service, current, failures, stopping.signal);
      if (!next) return;
      current = next;
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // A restart that was under way when the stop came.
      await current.stop();
    },
  };
}

async function startAgain<T extends RunningService>(
  service: KeptService<T>,
  previous: T,
  failures: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let attempt = failures; ; attempt++) {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const next = await service.restart(previous, signal);
      service.say(`${service.name}: running again`);
      return next;
    } catch (error) {
      if (signal.aborted) return undefined;
      service.say(`${service.name}: ${describeFailure(error)}`);
    }
  }
}

function explainEnd<T extends RunningService>(service: KeptService<T>, end: string, logStart: number): string {
  const lines = lastLogLines(service.log, 5, logStart).map((line) => `  ${line}`);
  return [`${service.name}: ended unexpectedly (${end}), starting it again. Its log: ${service.log}`, ...lines].join(
    '\n',
  );
}
