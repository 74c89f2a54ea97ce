import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { RunningService } from './node-service.ts';
import { describeFailure } from './user-error.ts';

export interface LiveService {
  id: 'api' | 'worker';
  name: string;
  log: string;
  first: RunningService;
  start: (signal: AbortSignal) => Promise<RunningService>;
  say: (line: string) => void;
  /** Folders whose files count; the product's own unless told otherwise. */
  folders?: string[];
}

const PRODUCT = ['src', 'workflows', 'activities'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
);
/** The worker has no pages: a style or a script is the API's alone. Templates are read anew for each page. */
const FILES = { api: /\.(ts|css|js|svg)$/, worker: /\.ts$/ };
/** An editor saves a file in several steps, and a branch is many files. */
const QUIET_MS = 60;
/** A request or a task that takes longer is done again, as after a crash. */
const GRACE_MS = 300;

/**
 * Starts a service anew whenever a file that it is made of is saved. A service that cannot start with what was saved
 * waits for the next save.
 */
export function liveService(service: LiveService): { stop: () => Promise<void> } {
  const { id, name, log, first, start, say, folders = PRODUCT } = service;
  const stopping = new AbortController();
  let current: RunningService | null = first;
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
    await before?.stop(GRACE_MS);
    if (stopping.signal.aborted) return;
    try {
      follow(await start(stopping.signal));
      say(`${name}: live again after ${Math.round(performance.now() - begun)} ms`);
    } catch (error) {
      if (!stopping.signal.aborted) say(`${name}: ${describeFailure(error)}\n${name}: waits for the next saved file`);
    }
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !FILES[id].test(file)) return;
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
      await last?.stop();
    },
  };
}
