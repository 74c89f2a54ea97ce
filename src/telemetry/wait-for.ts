import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Tries until it goes well, and says at each try what it waits for: processes may be started in any order, and one that
 * ended instead would be started anew for ever, by whoever watches it.
 *
 * @throws what was thrown last, when `stopping` is aborted
 */
export async function waitFor<T>(
  what: string,
  attempt: () => Promise<T>,
  { log, stopping }: { log: Logger; stopping: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error, tries }, `${what} is not there yet; it is waited for`);
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}
