import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetentionKind } from './retention-kinds.ts';

/** Notes that nothing old was left of a kind, for the metric and its alert: a worker's memory ends with it. */
export async function noteCompleted(em: EntityManager, { kind, at }: { kind: RetentionKind; at: Date }): Promise<void> {
  await em.fork().execute(
    `insert into retention (kind, completed_at) values (?, ?)
     on conflict (kind) do update set completed_at = greatest(retention.completed_at, excluded.completed_at)`,
    [kind, at],
  );
}
