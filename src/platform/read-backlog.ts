import type { Pool } from 'pg';
import { OLDEST_ENTRY } from '../outbox/oldest-entry.ts';
import type { ApiMetrics } from '../base/telemetry/metrics.ts';

/** Several programs may scrape, and a large backlog takes some milliseconds to count. */
const FRESH_MS = 5_000;
const COUNTED = 10_001;
const PATIENCE_MS = 1_500;

const READ = `
  select (select count(*) from (select 1 from outbox limit ${COUNTED}) as entries) as entries,
    (select count(*) from (select 1 from outbox where is_bulk limit ${COUNTED}) as entries) as bulk,
    (select count(*) from (select 1 from outbox where refusal is not null limit ${COUNTED}) as entries) as set_aside,
    (select extract(epoch from now() - ${OLDEST_ENTRY})::float) as entry_age,
    (select count(*) from (select 1 from gateway_callbacks where applied_at is null limit ${COUNTED}) as callbacks)
      as callbacks,
    (select extract(epoch from now() - min(received_at))::float from gateway_callbacks where applied_at is null)
      as callback_age,
    (select json_object_agg(kind, extract(epoch from completed_at)) from retention) as completed`;

interface Row {
  entries: string;
  bulk: string;
  set_aside: string;
  /** In seconds, by PostgreSQL's clock; null where nothing waits. */
  entry_age: number | null;
  callbacks: string;
  callback_age: number | null;
  /** By kind, in seconds since 1970. */
  completed: Record<string, number> | null;
}

/**
 * @returns what reads what waits into its gauges, at most every few seconds; what cannot be read is told by none of
 * them
 */
export function createBacklogReader(pool: Pool, metrics: ApiMetrics): () => Promise<void> {
  const { outboxEntries, outboxBulk, outboxSetAside, outboxAge } = metrics;
  const gauges = [outboxEntries, outboxBulk, outboxSetAside, outboxAge, metrics.callbacks, metrics.callbacksAge];
  let last: { at: number; read: Promise<void> } | undefined;

  const read = async (): Promise<void> => {
    try {
      const { rows } = await pool.query<Row>({ text: READ, query_timeout: PATIENCE_MS } as { text: string });
      const { entries, bulk, set_aside, entry_age, callbacks, callback_age, completed } = rows[0]!;
      outboxEntries.set(Number(entries));
      outboxBulk.set(Number(bulk));
      outboxSetAside.set(Number(set_aside));
      outboxAge.set(Math.max(0, entry_age ?? 0));
      metrics.callbacks.set(Number(callbacks));
      metrics.callbacksAge.set(Math.max(0, callback_age ?? 0));
      for (const [kind, seconds] of Object.entries(completed ?? {})) metrics.retentionCompleted.set({ kind }, seconds);
    } catch {
      // The database is away, which `fatura_dependency_up` says. A figure of before would be a lie.
      for (const gauge of gauges) gauge.remove();
      metrics.retentionCompleted.reset();
    }
  };
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, read: read() };
    return last.read;
  };
}
