import type { EntityManager } from '@mikro-orm/postgresql';
import { COUNTED, type Backlog, type Health } from './health.ts';

/** A dispatcher looks every second; what it has left alone for so long, no dispatcher sees. */
const UNCLAIMED_MS = 30_000;
/** An attempt may be under way for this long after the delivery was due. */
const DELIVERY_GRACE_MS = 60_000;

/** Nothing is a whole row here; bigints and moments come as text. */
type Counted = Record<'waiting', string> & Record<'oldest_at', string | null>;

export async function readDatabase(em: EntityManager, timeoutMs: number): Promise<NonNullable<Health['database']>> {
  return within(em, timeoutMs, async (tx) => {
    const begun = performance.now();
    await tx.execute('select 1');
    const latencyMs = performance.now() - begun;
    const [row] = await tx.execute<{ used: string; most: string }[]>(
      // Processes of the server's own have no database.
      `select (select count(*) from pg_stat_activity where datname is not null) as used,
              current_setting('max_connections') as most`,
    );
    return { latencyMs, connections: Number(row!.used), maxConnections: Number(row!.most) };
  });
}

/**
 * What waits for somebody to do it.
 *
 * @param now the stores' time, by which deliveries are due; everything else runs on real time
 */
export async function readBacklogs(
  em: EntityManager,
  now: Date,
  timeoutMs: number,
): Promise<Pick<Health, 'outbox' | 'deliveries' | 'mails' | 'callbacks'>> {
  const due = new Date(now.getTime() - DELIVERY_GRACE_MS);
  return within(em, timeoutMs, async (tx) => ({
    outbox: { ...(await countOutbox(tx)), unclaimed: await countUnclaimed(tx) },
    deliveries: await count(
      tx,
      `select next_attempt_at as since from webhook_deliveries
        where state = 'pending' and next_attempt_at < ?
          and endpoint_id not in (select id from webhook_endpoints where paused_at is not null)`,
      [due],
    ),
    mails: await count(tx, 'select created_at as since from mails'),
    callbacks: await count(tx, 'select received_at as since from gateway_callbacks where applied_at is null'),
  }));
}

/** An entry does not say when it was written; the oldest one tells of a change that its subject keeps the time of. */
async function countOutbox(tx: EntityManager): Promise<Backlog> {
  const { waiting } = await count(tx, 'select null::timestamptz as since from outbox');
  const [oldest] = await tx.execute<{ since: string }[]>(
    `select coalesce(invoice.updated_at, delivery.created_at) as since
       from (select invoice_id, delivery_id from outbox order by id limit 1) as entry
       left join invoices as invoice on invoice.id = entry.invoice_id
       left join webhook_deliveries as delivery on delivery.id = entry.delivery_id`,
  );
  return { waiting, oldestAt: oldest ? new Date(oldest.since) : null };
}

async function countUnclaimed(tx: EntityManager): Promise<number> {
  const overdue = new Date(Date.now() - UNCLAIMED_MS);
  const { waiting } = await count(tx, 'select claimable_at as since from outbox where claimable_at < ?', [overdue]);
  return waiting;
}

async function count(tx: EntityManager, rows: string, params: unknown[] = []): Promise<Backlog> {
  const [counted] = await tx.execute<Counted[]>(
    `select count(*) as waiting, min(since) as oldest_at from (${rows} limit ${COUNTED + 1}) as rows`,
    params,
  );
  const { waiting, oldest_at: oldestAt } = counted!;
  return { waiting: Number(waiting), oldestAt: oldestAt === null ? null : new Date(oldestAt) };
}

/** A query that takes too long is ended by the server too, so that its connection is free again. */
function within<T>(em: EntityManager, timeoutMs: number, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return em.fork().transactional(
    async (tx) => {
      await tx.execute(`set local statement_timeout = ${timeoutMs}`);
      return work(tx);
    },
    { readOnly: true },
  );
}
