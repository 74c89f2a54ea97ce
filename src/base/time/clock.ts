import type { Store } from '../environment.ts';

/**
 * The store's time: due dates, expiries, and the moments that its events carry. Leases, signatures and time-outs use
 * real time instead. The clock is asynchronous because a store's time may have to be asked for (skipped time in tests).
 */
export interface Clock {
  /**
   * @param shown the time that the clock of the store's sandbox shows, where a statement of this moment has read it;
   *   null: the store has real time. Left out: the clock asks the record.
   */
  now(store: Store, shown?: Date | null): Promise<Date>;
}

export const systemClock: Clock = { now: () => Promise.resolve(new Date()) };
