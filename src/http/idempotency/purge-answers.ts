import type { EntityManager } from '@mikro-orm/postgresql';

const BATCH = 1_000;

/** Forgets answers that are older than a day. @returns how many there were in this batch */
export async function purgeAnswers(em: EntityManager, now: Date): Promise<number> {
  const rows = await em.fork().execute<unknown[]>(
    `delete from idempotency_keys where id in (
       select id from idempotency_keys where expires_at <= ? order by expires_at limit ${BATCH} for no key update skip locked)
     returning id`,
    [now],
  );
  return rows.length;
}
