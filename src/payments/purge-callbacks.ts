import type { EntityManager } from '@mikro-orm/postgresql';
import { claim } from '../base/db/claim.ts';

const BATCH = 1_000;
/** So far is looked past those that stay. */
const LOOKED_AT = 100_000;
const DAY_MS = 86_400_000;

/**
 * Forgets gateways' callbacks that were applied so many days ago. A gateway that repeats a callback afterwards changes
 * nothing: the callback is matched by attempt and payment. Callbacks that could not be applied stay, however old they
 * are.
 *
 * Ids follow time, so the statement looks at the oldest rows only, and needs no index.
 *
 * @param now real time
 * @returns how many were forgotten in this batch
 */
export function purgeCallbacks(em: EntityManager, { now, days }: { now: Date; days: number }): Promise<number> {
  return forgetOldest(em, {
    table: 'gateway_callbacks',
    isOld: 'applied_at is not null and received_at <= ?',
    before: new Date(now.getTime() - days * DAY_MS),
  });
}

/** As `purgeCallbacks`, in the sandbox gateway's own books, of those that we have answered. */
export function purgeSandboxCallbacks(em: EntityManager, { now, days }: { now: Date; days: number }): Promise<number> {
  return forgetOldest(em, {
    table: 'sandbox_callbacks',
    isOld: 'sent_at <= ?',
    before: new Date(now.getTime() - days * DAY_MS),
  });
}

async function forgetOldest(
  em: EntityManager,
  { table, isOld, before }: { table: string; isOld: string; before: Date },
): Promise<number> {
  const rows = await em
    .fork()
    .execute<unknown[]>(
      claim(
        `select id from (select * from ${table} order by id limit ${LOOKED_AT}) as oldest where ${isOld} limit ${BATCH}`,
        `delete from ${table} using claimed where ${table}.id = claimed.id returning claimed.id`,
      ),
      [before],
    );
  return rows.length;
}
