import { rmSync } from 'node:fs';

export default async function globalTeardown(): Promise<void> {
  const { postgres, dataDir } = globalThis.testWorld;
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
