import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';

/** A development server of a test's own, which keeps nothing; its folder goes with it. */
export async function startTemporal(): Promise<TemporalServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-temporal-'));
  const forget = (): void => rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await startTemporalDevServer({ dataDir, inMemory: true, namespace: 'default', headless: true });
    return {
      ...server,
      async stop() {
        await server.stop();
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}
