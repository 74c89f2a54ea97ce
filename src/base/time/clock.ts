import type { Store } from '../environment.ts';

/**
 * The store's time: due dates, expiries, and the moments that its events carry. Leases, signatures and time-outs use
 * real time instead. The clock is asynchronous because a store's time may have to be asked for (skipped time in tests).
 */
export interface Clock {
  now(store: Store): Promise<Date>;
}

export const systemClock: Clock = { now: () => Promise.resolve(new Date()) };
