import type { EntityManager } from '@mikro-orm/postgresql';
import { PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';

const BATCH = 100;

/**
 * Tries one held delivery of each paused endpoint whose time has come: the oldest that nobody has locked, which gets a
 * workflow of its own. Its success lets all of them go. The statement waits for no lock, because a recorded attempt
 * locks the delivery before the endpoint.
 *
 * @param now the stores' time
 * @returns how many are tried
 */
export async function probePaused(em: EntityManager, now: Date): Promise<number> {
  const rows = await em.fork().execute<unknown[]>(
    `with due as (
       update webhook_endpoints set next_probe_at = ? where id in (
         select id from webhook_endpoints
         where paused_at is not null and deleted_at is null and next_probe_at <= ?
         order by next_probe_at limit ${BATCH} for no key update skip locked)
       returning id),
     probes as (
       update webhook_deliveries set runs_in = 'delivery', next_attempt_at = ? where id in (
         select held.id from due cross join lateral (
           select id from webhook_deliveries
           where endpoint_id = due.id and state = 'pending' order by id limit 1 for no key update skip locked) as held)
       returning id)
     insert into outbox (delivery_id) select id from probes returning id`,
    [new Date(now.getTime() + PROBE_INTERVAL_SECONDS * 1000), now, now],
  );
  return rows.length;
}
