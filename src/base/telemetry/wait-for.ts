import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withSignal } from '../concurrency/with-signal.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Tries until it goes well, and says at each try what it waits for: processes may be started in any order, and one that
 * ended instead would be started anew for ever, by whoever watches it.
 *
 * @throws at once, when `stopping` is aborted
 */
export async function waitFor<T>(
  what: string,
  attempt: () => Promise<T>,
  { log, stopping }: { log: Logger; stopping: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withSignal(stopping, (signal) => Promise.race([attempt(), untilAborted(signal)]));
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error, tries }, `${what} is not there yet; it is waited for`);
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}

/** A try may take long where the program that is asked swallows the question. */
async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
