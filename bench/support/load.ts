import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of each request, and how many were answered a second. */
export interface Load {
  latencies: number[];
  perSecond: number;
}

/** Keeps so many requests under way for a time. */
export async function asFastAsItGoes(
  request: (number: number) => Promise<unknown>,
  { seconds, inFlight }: { seconds: number; inFlight: number },
): Promise<Load> {
  const latencies: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const lane = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      const at = performance.now();
      await request(number);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)));
  return { latencies, perSecond: latencies.length / ((performance.now() - begun) / 1_000) };
}

/**
 * Sends requests at an even rate, whatever becomes of those before: one that is sent late, because this process was,
 * counts from when it was due.
 */
export async function atRate(
  request: (number: number) => Promise<unknown>,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<Load> {
  const latencies: number[] = [];
  const begun = performance.now();
  const pending: Promise<void>[] = [];
  for (let number = 0; number < count; number += 1) {
    const due = begun + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    const answered = request(number).then(() => void latencies.push(performance.now() - due));
    // Awaited below; what fails before that must not end the process.
    answered.catch(() => undefined);
    pending.push(answered);
  }
  await Promise.all(pending);
  return { latencies, perSecond: count / ((performance.now() - begun) / 1_000) };
}
