import type { LifeResult, LifeRun } from '../support/peer.ts';

const WARM_UP_MS = 2_000;

/** The last id of this process, so that every invoice has an id of its own. */
let lastId = 0;

/**
 * Keeps so many invoices under way, each in a lane that begins the next one when it has ended, and sees those that are
 * under way at the end through.
 */
export async function keepUnderWay(
  { seconds, inFlight }: LifeRun,
  one: (invoiceId: number) => Promise<void>,
): Promise<LifeResult> {
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + seconds * 1_000;
  let [completed, all] = [0, 0];
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      lastId += 1;
      await one(lastId);
      const at = performance.now();
      all += 1;
      if (at >= begin && at < end) completed += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return { completed, all, seconds };
}
