import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { StoreTime } from '../../base/time/store-time.ts';
import { READ_CLOCK } from './store-clock.sql.ts';

/** The clock of every store: that of its sandbox where there is one, and real time otherwise. */
export function createStoreClock(em: EntityManager): Clock {
  return {
    async now(store, shown) {
      return (shown === undefined ? await readSandboxClock(em, store) : shown) ?? new Date();
    },
  };
}

/** @returns the time that the clock of a sandbox shows; null where the store has real time */
export async function readSandboxClock(em: EntityManager, { companyId, environment }: Store): Promise<Date | null> {
  if (environment !== 'sandbox') return null;
  const [row] = await runPrepared<{ now_at: Date | string }>(em, READ_CLOCK, [companyId, environment]);
  return row ? new Date(row.now_at) : null;
}

/** @param shownAt the `clock_at` of a row, which JSON carries as text; null where the store has real time */
export function readShownClock(shownAt: string | null): Date | null {
  return shownAt === null ? null : new Date(shownAt);
}

/** @param clockAt null where the store has real time */
export function storeTimeOf(clockAt: Date | null): StoreTime {
  return clockAt ? { clockAt: clockAt.toISOString() } : {};
}
