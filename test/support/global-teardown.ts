import { rmSync } from 'node:fs';
import { readDeadlocks } from './read-deadlocks.ts';

/** @throws where PostgreSQL found a deadlock, in whichever test file: docs/decisions/0024-order-of-locks.md */
export default async function globalTeardown(): Promise<void> {
  if (!globalThis.testWorld) return;
  const { postgres, dataDir } = globalThis.testWorld;
  await postgres.stop();
  const deadlocks = readDeadlocks(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  if (deadlocks.length > 0)
    throw new Error(`PostgreSQL found ${deadlocks.length} deadlocks.\n${deadlocks.join('\n\n')}`);
}
