import type pg from 'pg';
import { startLoop } from '../base/time/wakeable-loop.ts';
import { createOutboxDispatcher, type DispatchOutboxDeps } from './dispatch-outbox.ts';

const LOOK_EVERY_MS = 1_000;

/** The name of the connection on which a worker hears of entries. */
export const DISPATCHER = 'fatura-dispatcher';

export interface Dispatcher {
  /** Has it look at once, rather than at its next sweep. */
  wake(): void;
  /** Cuts off the signals that are under way: whoever claims their entries next sends them again. */
  stop(): Promise<void>;
}

export interface StartDispatcherOptions extends Omit<DispatchOutboxDeps, 'stopping' | 'onFree'> {
  /** Whether nobody else tells the workflows; without it, this process does. */
  isNeeded?: () => Promise<boolean>;
}

/** Tells the workflows of changed records, for as long as the process runs. See `createOutboxDispatcher`. */
export function startDispatcher({ isNeeded, ...deps }: StartDispatcherOptions): Dispatcher {
  const { log } = deps;
  const stopping = new AbortController();
  let isIdle = false;
  const wake = (): void => {
    if (!isIdle) loop.wake();
  };
  const outbox = createOutboxDispatcher({ ...deps, stopping: stopping.signal, onFree: wake });
  const loop = startLoop({
    everyMs: LOOK_EVERY_MS,
    async round() {
      isIdle = isNeeded !== undefined && !(await isNeeded());
      if (!isIdle) await outbox.round();
    },
    onError: (error) => log.error({ err: error }, 'dispatching the outbox failed'),
  });
  return {
    wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      await outbox.settled();
    },
  };
}

/**
 * Whether no worker is connected that tells workflows: none runs, or those that do are of a version that left it to the
 * API.
 */
export async function noWorkerTells(claims: pg.Pool): Promise<boolean> {
  const { rowCount } = await claims.query({
    name: 'find_dispatcher',
    text: 'select 1 from pg_stat_activity where application_name = $1 and datname = current_database() limit 1',
    values: [DISPATCHER],
  });
  return rowCount === 0;
}
