import type { EntityManager } from '@mikro-orm/postgresql';
import { PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';

const BATCH = 100;

/**
 * Tries one held delivery of each paused endpoint whose time has come: the oldest, which gets a workflow of its own. Its
 * success lets all of them go.
 *
 * @param now the stores' time
 * @returns how many are tried
 */
export async function probePaused(em: EntityManager, now: Date): Promise<number> {
  return em.fork().transactional(async (tx) => {
    const endpoints = await tx.execute<{ id: string }[]>(
      `update webhook_endpoints set next_probe_at = ? where id in (
         select id from webhook_endpoints
         where paused_at is not null and deleted_at is null and enabled and next_probe_at <= ?
         order by next_probe_at limit ${BATCH} for update skip locked)
       returning id`,
      [new Date(now.getTime() + PROBE_INTERVAL_SECONDS * 1000), now],
    );
    if (endpoints.length === 0) return 0;
    const probes = await tx.execute<{ id: string }[]>(
      `update webhook_deliveries set runs_in = 'delivery' where id in (
         select min(id) from webhook_deliveries where endpoint_id = any(?) and state = 'pending' group by endpoint_id)
       returning id`,
      [endpoints.map(({ id }) => id)],
    );
    for (const { id } of probes) {
      await tx.execute('insert into outbox (delivery_id, claimable_at) values (?, ?)', [id, new Date()]);
    }
    return probes.length;
  });
}
