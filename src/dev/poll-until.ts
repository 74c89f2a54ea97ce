import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  timeoutMs: number;
  everyMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Asks again and again until the answer is truthy, and returns it; `undefined` when the time is over.
 * The question is asked at least once. An abort of the signal ends the wait with its reason.
 */
export async function pollUntil<T>(ask: () => T | Promise<T>, options: PollOptions): Promise<T | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() >= deadline) return undefined;
    await sleep(options.everyMs ?? 50);
  }
}
