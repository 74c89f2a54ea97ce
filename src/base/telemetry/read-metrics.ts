import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { defaultMetrics, type ApiMetrics, type WorkerMetrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface MetricsSource {
  metrics: ApiMetrics | WorkerMetrics;
  readiness: Readiness;
  /** By the name of their label. */
  pools: Record<string, () => Pool | null>;
  /** Reads further values for a scrape, beside these. */
  refresh?: () => Promise<void>;
  /** Where another part of the process serves metrics of its own, in the same format. */
  elsewhereUrl?: string | undefined;
}

const ELSEWHERE_PATIENCE_MS = 1_000;

/** Everything that a process measures, as Prometheus reads it. */
export function createMetricsReader({ metrics, readiness, pools, refresh, elsewhereUrl }: MetricsSource) {
  const all = Registry.merge([metrics.registry, defaultMetrics()]);
  return async function readMetrics(): Promise<string> {
    const [report, , elsewhere] = await Promise.all([readiness.read(), refresh?.(), readElsewhere(elsewhereUrl)]);
    for (const [dependency, { state }] of Object.entries(report.dependencies)) {
      metrics.dependencies.set({ dependency }, state === 'up' ? 1 : 0);
    }
    for (const [name, poolOf] of Object.entries(pools)) {
      const pool = poolOf();
      if (!pool) continue;
      metrics.poolSize.set({ pool: name }, pool.options.max);
      metrics.poolUsed.set({ pool: name }, pool.totalCount - pool.idleCount);
      metrics.poolIdle.set({ pool: name }, pool.idleCount);
      metrics.poolWaiting.set({ pool: name }, pool.waitingCount);
    }
    return (await all.metrics()) + elsewhere;
  };
}

/** Ours are told although the others cannot be. */
async function readElsewhere(url: string | undefined): Promise<string> {
  if (url === undefined) return '';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ELSEWHERE_PATIENCE_MS) });
    return await response.text();
  } catch {
    return '';
  }
}
