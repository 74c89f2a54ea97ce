import type { EntityManager } from '@mikro-orm/postgresql';
import { claim } from '../../db/claim.ts';

const BATCH = 1_000;

/** Forgets answers that are older than a day. @returns how many there were in this batch */
export async function purgeAnswers(em: EntityManager, now: Date): Promise<number> {
  const rows = await em
    .fork()
    .execute<unknown[]>(
      claim(
        `select id from idempotency_keys where expires_at <= ? order by expires_at limit ${BATCH} for no key update skip locked`,
        'delete from idempotency_keys using claimed where idempotency_keys.id = claimed.id returning claimed.id',
      ),
      [now],
    );
  return rows.length;
}
