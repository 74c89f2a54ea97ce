import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';

/**
 * Ends every delivery that waits for an endpoint, except for one of them, in the caller's transaction if there is one.
 * The rows are locked in the order of their ids. The orders to tell their workflows end with them: thousands of orders
 * about nothing would keep the dispatcher busy for minutes.
 */
export async function cancelDeliveries(
  em: EntityManager,
  { endpointId, at, except }: { endpointId: number; at: Date; except?: number },
): Promise<void> {
  await reader(em).execute(
    `with canceled as (
       update webhook_deliveries set state = 'canceled', completed_at = ?, next_attempt_at = null, waits_since = null
       where id in (
         select id from webhook_deliveries where endpoint_id = ? and state = 'pending' and id is distinct from ?::bigint
         order by id for no key update)
       returning id),
     idle as materialized (
       select id from outbox where is_bulk and subject_type = 'delivery' and subject_id = any (array(select id from canceled))
       order by id for no key update skip locked)
     delete from outbox where id = any (array(select id from idle))`,
    [at, endpointId, except ?? null],
  );
}
