import { quantile } from './figures.ts';
import type { LifeResult, LifeRun } from './peer.ts';

/** The last id of this process, so that every invoice has an id of its own. */
let lastId = 0;

/**
 * Keeps so many invoices under way, each in a lane that begins the next one when it has ended, and sees those that are
 * under way at the end through. All lanes are full at the beginning and at the end of the time that counts.
 *
 * @param one takes an invoice through its life
 */
export async function keepUnderWay(
  { warmUpSeconds, seconds, inFlight }: LifeRun,
  one: (invoiceId: number, lane: number) => Promise<void>,
): Promise<LifeResult> {
  const begin = performance.now() + warmUpSeconds * 1_000;
  const end = begin + seconds * 1_000;
  const took: number[] = [];
  let all = 0;
  const lane = async (number: number): Promise<void> => {
    for (let since = performance.now(); since < end; since = performance.now()) {
      lastId += 1;
      await one(lastId, number);
      const at = performance.now();
      all += 1;
      if (at >= begin && at < end) took.push(at - since);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)));
  return { completed: took.length, all, seconds, medianMs: took.length > 0 ? quantile(took, 0.5) : null };
}
