import type { EntityManager } from '@mikro-orm/postgresql';
import { PanelSubmission } from './panel-submission.entity.ts';

/** False for a form that has acted already; a second one that comes meanwhile waits for the first. */
export async function takeKey(
  em: EntityManager,
  { key, personId, now }: { key: string; personId: number; now: Date },
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    'insert into panel_submissions (key, person_id, created_at) values (?, ?, ?) on conflict do nothing returning 1',
    [`${personId}:${key}`, personId, now],
  );
  return rows.length > 0;
}

/** Forgets forms that are too old to be sent twice. */
export function purgeSubmissions(em: EntityManager, now: Date): Promise<number> {
  const old = new Date(now.getTime() - 24 * 3_600_000);
  return em.fork().nativeDelete(PanelSubmission, { createdAt: { $lt: old } });
}
