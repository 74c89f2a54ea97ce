import { watch } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RunningService } from './node-service.ts';
import { stopTracked, type TrackedChild } from './spawn-tracked.ts';
import { describeFailure } from './user-error.ts';

export interface LiveService {
  id: 'api' | 'worker';
  name: string;
  log: string;
  first: RunningService;
  /** @param spare a process of `prepare` */
  start: (signal: AbortSignal, spare?: TrackedChild) => Promise<RunningService>;
  /** Starts a process that is to become the service at the next saved file. */
  prepare: () => TrackedChild;
  say: (line: string) => void;
  /** Folders whose files count; the product's own unless told otherwise. */
  folders?: string[];
}

const PRODUCT = ['src', 'workflows', 'activities'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
);
/** Pages are the API's alone, and workflows the worker's. Templates are read anew for each page. */
const FILES = {
  api: /^(?!(activities|workflows)\/|src\/worker\.ts$).*\.(ts|css|js|svg)$/,
  worker: /^(?!src\/((admin|checkout|panel)\/|(admin|server)\.ts$)).*\.ts$/,
};
/** An editor saves a file in several steps, and a branch is many files. */
const QUIET_MS = 60;
/** A request or a task that takes longer is done again, as after a crash. */
const GRACE_MS = 300;

/**
 * Starts a service anew whenever a file that it is made of is saved. A service that cannot start with what was saved
 * waits for the next save.
 */
export function liveService(service: LiveService): { stop: () => Promise<void> } {
  const { id, name, log, first, start, prepare, say, folders = PRODUCT } = service;
  const stopping = new AbortController();
  let current: RunningService | null = first;
  let spare = prepare();
  let restarting: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const follow = (started: RunningService): void => {
    current = started;
    void started.exited.then((how) => {
      if (current === started)
        say(`${name}: ended unexpectedly (${how}); a saved file starts it again. Its log: ${log}`);
    });
  };
  const restart = async (): Promise<void> => {
    const begun = performance.now();
    const before = current;
    current = null;
    // The next one loads its code meanwhile, and listens later than this one is gone.
    const stopped = before?.stop(GRACE_MS);
    try {
      const [started] = await Promise.all([start(stopping.signal, spare), stopped]);
      follow(started);
      say(`${name}: live again after ${Math.round(performance.now() - begun)} ms`);
    } catch (error) {
      if (!stopping.signal.aborted) say(`${name}: ${describeFailure(error)}\n${name}: waits for the next saved file`);
    }
    if (!stopping.signal.aborted) spare = prepare();
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !FILES[id].test(join(basename(folder), file))) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting = restarting.then(restart);
      }, QUIET_MS);
    }),
  );
  follow(first);
  return {
    async stop() {
      stopping.abort();
      for (const watcher of watchers) watcher.close();
      clearTimeout(timer);
      await restarting;
      const last = current;
      current = null;
      await Promise.all([last?.stop(), stopTracked(spare, 'SIGTERM', GRACE_MS)]);
    },
  };
}
