import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';
import { PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';

const BATCH = 100;
const HAS_REAL_TIME = `not exists (select 1 from sandbox_clocks as clock
  where clock.company_id = webhook_endpoints.company_id and clock.environment = webhook_endpoints.environment)`;

/**
 * Tries one held delivery of each paused endpoint whose time has come: the oldest that nobody has locked, which gets a
 * workflow of its own, also where it waits for a place. A success lets all of them go. The statement waits for no lock,
 * because a recorded attempt locks the delivery before the endpoint.
 *
 * @param now the stores' time
 * @param companyId the company whose sandbox has a clock that shows `now`; absent for all stores that have real time
 * @returns how many are tried
 */
export async function probePaused(
  em: EntityManager,
  now: Date,
  { companyId }: { companyId?: number } = {},
): Promise<number> {
  const isWanted = companyId === undefined ? HAS_REAL_TIME : `company_id = ? and environment = 'sandbox'`;
  const rows = await reader(em).execute<unknown[]>(
    `with due as materialized (
       select id from webhook_endpoints
       where paused_at is not null and deleted_at is null and next_probe_at <= ? and ${isWanted}
       order by next_probe_at limit ${BATCH} for no key update skip locked),
     put_off as (
       update webhook_endpoints set next_probe_at = ? from due where webhook_endpoints.id = due.id),
     held as materialized (
       select held.id from due cross join lateral (
         select id from webhook_deliveries
         where endpoint_id = due.id and state = 'pending' order by id limit 1 for no key update skip locked) as held),
     probes as (
       update webhook_deliveries set runs_in = 'delivery', next_attempt_at = ?, waits_since = null
       from held where webhook_deliveries.id = held.id returning held.id)
     insert into outbox (subject_type, subject_id) select 'delivery', id from probes returning id`,
    [
      now,
      ...(companyId === undefined ? [] : [companyId]),
      new Date(now.getTime() + PROBE_INTERVAL_SECONDS * 1000),
      now,
    ],
  );
  return rows.length;
}
