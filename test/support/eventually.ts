import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a look at the world gives what is looked for, and says what was last seen when it never does. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  { withinMs = 15_000 }: { withinMs?: number } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not seen within ${withinMs} ms. Last seen: ${JSON.stringify(seen)}`);
    await delay(20);
  }
}
