import type { LocalSettings } from './environment.ts';
import type { Reporter } from './reporter.ts';

/** The programs that were started so far, in the order in which they are to be stopped. */
export interface Running {
  api?: Stoppable;
  worker?: Stoppable;
  temporal?: Stoppable;
  postgres?: Stoppable;
}

export interface Stoppable {
  stop: () => Promise<void>;
}

export interface BringUp {
  settings: LocalSettings;
  dataDir: string;
  reporter: Reporter;
  /** Filled in as things start, so that whoever interrupts the start knows what to stop. */
  running: Running;
  /** A saved file starts the API and the worker anew; nothing else does. */
  isLive: boolean;
  signal: AbortSignal;
}
