import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ApiMetrics, WorkerMetrics } from './metrics.ts';
import { serveOperations, type OperationsAddress, type OperationsServer } from './operations-server.ts';
import { createMetricsReader } from './read-metrics.ts';
import { createReadiness, type Dependency, type Readiness } from './readiness.ts';

export interface Operations {
  readiness: Readiness;
  /** Null where none is served. */
  port: number | null;
  /** Says to probes that it stops, and gives whoever sends it work the time to hear it. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the port on which operators see a process, from before it begins its work until after it has ended it. */
export async function openOperations(
  address: OperationsAddress | undefined,
  {
    dependencies,
    ...source
  }: {
    dependencies: Dependency[];
    metrics: ApiMetrics | WorkerMetrics;
    pools: Record<string, () => Pool | null>;
    refresh?: () => Promise<void>;
    elsewhereUrl?: string | undefined;
    log: Logger;
  },
): Promise<Operations> {
  const readiness = createReadiness({ dependencies });
  const readMetrics = createMetricsReader({ ...source, readiness });
  const server: OperationsServer | null = address
    ? await serveOperations(address, { readiness, readMetrics, log: source.log })
    : null;
  return {
    readiness,
    port: server?.port ?? null,
    async drain(seconds) {
      readiness.stop();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    },
    close: async () => server?.close(),
  };
}
