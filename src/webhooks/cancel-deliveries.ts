import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../db/transaction.ts';

/**
 * Ends every delivery that waits for an endpoint, except for one of them, in the caller's transaction if there is one.
 * The rows are locked in the order of their ids.
 */
export async function cancelDeliveries(
  em: EntityManager,
  { endpointId, at, except }: { endpointId: number; at: Date; except?: number },
): Promise<void> {
  await reader(em).execute(
    `update webhook_deliveries set state = 'canceled', completed_at = ?, next_attempt_at = null, waits_since = null where id in (
       select id from webhook_deliveries where endpoint_id = ? and state = 'pending' and id is distinct from ?::bigint
       order by id for no key update)`,
    [at, endpointId, except ?? null],
  );
}
