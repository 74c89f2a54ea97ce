import { setTimeout as delay } from 'node:timers/promises';

/**
 * Work that a worker had just been given when it stopped is done by another after half a minute
 * (src/base/temporal/task-limits.ts). Where a person runs one file and looks on, ten seconds are enough.
 */
const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 45_000);
const TOLD_WITHIN_MS = 5_000;

const witnesses = new Set<() => Promise<string[]>>();

/**
 * Adds a witness that knows the state of things: it is asked when something has not come about.
 *
 * @returns to be called when it knows no more
 */
export function addWitness(witness: () => Promise<string[]>): () => void {
  witnesses.add(witness);
  return () => void witnesses.delete(witness);
}

/** Waits until a look at the world gives what is looked for, and says what was last seen when it never does. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  { withinMs = PATIENCE_MS }: { withinMs?: number } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  const asked = new Error();
  Error.captureStackTrace(asked, eventually);
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (Date.now() > end) {
      const lines = [`Not seen within ${withinMs} ms. Last seen: ${JSON.stringify(seen)}`, ...(await askWitnesses())];
      throw namingTheTest(asked, lines.join('\n'));
    }
    await delay(20);
  }
}

/**
 * The state of things that the witnesses tell in time: the test has its own limit, and is to say at least what it saw.
 */
export async function askWitnesses(): Promise<string[]> {
  const late = delay(TOLD_WITHIN_MS, ['A witness did not answer in time.'], { ref: false });
  const told = [...witnesses].map((witness) => witness().catch((error: unknown) => [String(error)]));
  return (await Promise.all(told.map((lines) => Promise.race([lines, late])))).flat();
}

/** Shows the line of the test, and none of the helpers that lie between. */
function namingTheTest(asked: Error, message: string): Error {
  const frames = asked.stack!.split('\n').slice(1);
  const ofTest = frames.filter((frame) => !frame.includes('/test/support/'));
  asked.message = message;
  asked.stack = [`Error: ${message}`, ...(ofTest.length > 0 ? ofTest : frames)].join('\n');
  return asked;
}
