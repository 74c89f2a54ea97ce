import type { EntityManager } from '@mikro-orm/postgresql';
import { claim } from '../../base/db/claim.ts';

const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Forgets comparisons of books that were made so many days ago. @returns how many there were in this batch */
export async function purgeReconciliations(
  em: EntityManager,
  { now, days }: { now: Date; days: number },
): Promise<number> {
  const rows = await em.fork().execute<unknown[]>(
    claim(
      `select id from gateway_reconciliations order by id limit ${BATCH}`,
      `delete from gateway_reconciliations as old using claimed
       where old.id = claimed.id and old.created_at <= ? returning claimed.id`,
    ),
    [new Date(now.getTime() - days * DAY_MS)],
  );
  return rows.length;
}
