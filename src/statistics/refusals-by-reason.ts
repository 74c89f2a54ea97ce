import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Period } from './period.ts';

export interface RefusalsOfReason {
  /** The gateway's word; null for all others together, and where it gave none. */
  reason: string | null;
  count: number;
}

/** The refused payments of a period by reason, the commonest `most` of them by name; the others come last, as one. */
export async function refusalsByReason(
  em: EntityManager,
  { store, period, most = 7 }: { store: Store; period: Period; most?: number },
): Promise<RefusalsOfReason[]> {
  const rows = await em.execute<{ reason: string | null; count: string; total: string }[]>(
    `select refusal_reason as reason, count(*) as count, sum(count(*)) over () as total
       from payment_attempts
      where company_id = ? and environment = ? and state = 'refused' and updated_at >= ? and updated_at < ?
      group by 1
      order by refusal_reason is null, 2 desc, 1
      limit ?`,
    [store.companyId, store.environment, period.from, period.to, most],
  );
  const named = rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count: Number(count) }]));
  const others = Number(rows[0]?.total ?? 0) - named.reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...named, { reason: null, count: others }] : named;
}
