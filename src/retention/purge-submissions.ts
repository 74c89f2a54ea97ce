import type { EntityManager } from '@mikro-orm/postgresql';

/** Forgets forms of the panel that are too old to be sent twice. @returns how many */
export async function purgeSubmissions(em: EntityManager, now: Date): Promise<number> {
  const rows = await em
    .fork()
    .execute<unknown[]>('delete from panel_submissions where created_at < ? returning 1', [
      new Date(now.getTime() - 24 * 3_600_000),
    ]);
  return rows.length;
}
