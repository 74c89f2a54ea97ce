import type { Pool } from 'pg';
import type { ApiMetrics } from './metrics.ts';

/** Several programs may scrape, and a large backlog takes some milliseconds to count. */
const FRESH_MS = 5_000;
const COUNTED = 10_001;
const PATIENCE_MS = 1_500;

const READ = `
  select (select count(*) from (select 1 from outbox limit ${COUNTED}) as entries) as entries,
    (select created_at from outbox order by id limit 1) as oldest_entry,
    (select count(*) from (select 1 from gateway_callbacks where applied_at is null limit ${COUNTED}) as callbacks)
      as callbacks,
    (select min(received_at) from gateway_callbacks where applied_at is null) as oldest_callback`;

interface Row {
  entries: string;
  oldest_entry: Date | null;
  callbacks: string;
  oldest_callback: Date | null;
}

/** @returns what reads what waits into its gauges, at most every few seconds; what cannot be read is told by none of them */
export function createBacklogReader(pool: Pool, metrics: ApiMetrics): () => Promise<void> {
  const gauges = [metrics.outboxEntries, metrics.outboxAge, metrics.callbacks, metrics.callbacksAge];
  let last: { at: number; read: Promise<void> } | undefined;

  const read = async (): Promise<void> => {
    try {
      const { rows } = await pool.query<Row>({ text: READ, query_timeout: PATIENCE_MS } as { text: string });
      const { entries, oldest_entry, callbacks, oldest_callback } = rows[0]!;
      metrics.outboxEntries.set(Number(entries));
      metrics.outboxAge.set(ageSeconds(oldest_entry));
      metrics.callbacks.set(Number(callbacks));
      metrics.callbacksAge.set(ageSeconds(oldest_callback));
    } catch {
      // The database is away, which `fatura_dependency_up` says. A figure of before would be a lie.
      for (const gauge of gauges) gauge.remove();
    }
  };
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, read: read() };
    return last.read;
  };
}

function ageSeconds(since: Date | null): number {
  return since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0;
}
