import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

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
  // A try may take long where what is asked swallows the question.
  const told = new Promise<never>((_, reject) => {
    if (stopping.aborted) reject(stopping.reason as Error);
    stopping.addEventListener('abort', () => reject(stopping.reason as Error), { once: true });
  });
  // Nobody may be waiting when it is told.
  told.catch(() => undefined);
  for (let tries = 1; ; tries += 1) {
    try {
      return await Promise.race([attempt(), told]);
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error, tries }, `${what} is not there yet; it is waited for`);
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}
