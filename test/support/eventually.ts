import { setTimeout as delay } from 'node:timers/promises';

/** What a worker that stopped had just been given is done by another after half a minute (src/temporal/task-limits.ts). */
const PATIENCE_MS = 45_000;

/** Waits until a look at the world gives what is looked for, and says what was last seen when it never does. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  { withinMs = PATIENCE_MS }: { withinMs?: number } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not seen within ${withinMs} ms. Last seen: ${JSON.stringify(seen)}`);
    await delay(20);
  }
}
