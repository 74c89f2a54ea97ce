import type { EntityManager } from '@mikro-orm/postgresql';
import { OLDEST_ENTRY } from '../outbox/oldest-entry.ts';
import { COUNTED, type Backlog, type Health } from './health.ts';

/** A dispatcher looks every second; what it has left alone for so long, no dispatcher sees. */
const UNCLAIMED_SECONDS = 30;
/** An attempt may be under way for this long after the delivery was due. */
const DELIVERY_GRACE_MS = 60_000;

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
 * Reads the work that waits in the record.
 *
 * @param now the stores' time, by which deliveries are due; everything else runs on PostgreSQL's
 */
export async function readBacklogs(
  em: EntityManager,
  now: Date,
  timeoutMs: number,
): Promise<Pick<Health, 'outbox' | 'deliveries' | 'mails' | 'callbacks'>> {
  const due = new Date(now.getTime() - DELIVERY_GRACE_MS);
  return within(em, timeoutMs, async (tx) => ({
    outbox: await readOutbox(tx),
    deliveries: await readBacklog(
      tx,
      `next_attempt_at as since from webhook_deliveries
        where state = 'pending' and next_attempt_at < ?
          and endpoint_id not in (select id from webhook_endpoints where paused_at is not null)`,
      [due],
    ),
    mails: await readBacklog(tx, 'created_at as since from mails'),
    callbacks: await readBacklog(tx, 'received_at as since from gateway_callbacks where applied_at is null'),
  }));
}

async function readOutbox(tx: EntityManager): Promise<NonNullable<Health['outbox']>> {
  const waiting = await count(tx, '1 from outbox where refusal is null');
  const setAside = await count(tx, '1 from outbox where refusal is not null');
  const oldestAt = await oldest(
    tx,
    `select since from (select ${OLDEST_ENTRY} as since) as entry where since is not null`,
  );
  const overdue = `now() - interval '${UNCLAIMED_SECONDS} seconds'`;
  // Work that one act ordered for many waits for all other work: a few entries are taken up at a time.
  const unclaimed = await count(tx, `1 from outbox where not is_bulk and claimable_at < ${overdue}`);
  const [claimed] = await tx.execute<unknown[]>(
    // A claim is short. An entry that was put off is claimable later too, and does not wait yet.
    `select 1 from (
       select created_at from outbox where not is_bulk and claimable_at > now() and refusal is null
       order by claimable_at limit ${COUNTED}) as next
     where created_at <= now() limit 1`,
  );
  return { waiting, oldestAt, unclaimed, isClaimed: claimed !== undefined, setAside };
}

/** @param rows selects `since` of all that waits: none is left out where the oldest is looked for */
async function readBacklog(tx: EntityManager, rows: string, params: unknown[] = []): Promise<Backlog> {
  const waiting = await count(tx, rows, params);
  return { waiting, oldestAt: await oldest(tx, `select ${rows} order by since limit 1`, params) };
}

async function count(tx: EntityManager, rows: string, params: unknown[] = []): Promise<number> {
  const [counted] = await tx.execute<{ waiting: string }[]>(
    `select count(*) as waiting from (select ${rows} limit ${COUNTED + 1}) as rows`,
    params,
  );
  return Number(counted!.waiting);
}

async function oldest(tx: EntityManager, query: string, params: unknown[] = []): Promise<Date | null> {
  // Moments come as text.
  const [row] = await tx.execute<Record<'since', string>[]>(query, params);
  return row ? new Date(row.since) : null;
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
