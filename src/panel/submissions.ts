import type { EntityManager } from '@mikro-orm/postgresql';

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
