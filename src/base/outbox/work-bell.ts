import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { WORK_LEFT } from './work-left.ts';

/** The shortest time between two rings. */
export const RING_GAP_MS = 20;

export interface WorkBell {
  /** Has the workers look at the outbox at once. Returns at once; a worker that hears nothing looks within a second. */
  ring(): void;
}

/**
 * Tells workers of entries that are committed. The notification is a transaction of its own, so that no change waits
 * for the lock of the whole cluster that PostgreSQL takes for it. Rings that come shortly after another are one: of
 * hundreds of requests a second, each would cost API, PostgreSQL and workers a ring more.
 */
export function createWorkBell({ pool, log }: { pool: pg.Pool; log: Logger }): WorkBell {
  let isRinging = false;
  let isAsked = false;
  const ring = async (): Promise<void> => {
    isRinging = true;
    try {
      while (isAsked) {
        isAsked = false;
        await pool.query({ name: 'ring', text: `select pg_notify($1, '')`, values: [WORK_LEFT.outbox] });
        await delay(RING_GAP_MS, undefined, { ref: false });
      }
    } catch (error) {
      log.debug({ err: error }, 'the workers were not told of entries; they look by themselves');
    } finally {
      isRinging = false;
    }
  };
  return {
    ring() {
      isAsked = true;
      if (!isRinging) void ring();
    },
  };
}
