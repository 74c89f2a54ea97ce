import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../db/transaction.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/** Ends every delivery that waits for an endpoint, but for one, in the caller's transaction where there is one. */
export async function cancelDeliveries(
  em: EntityManager,
  { endpointId, at, except }: { endpointId: number; at: Date; except?: number },
): Promise<void> {
  await reader(em).nativeUpdate(
    WebhookDelivery,
    { endpointId, state: 'pending', ...(except === undefined ? {} : { id: { $ne: except } }) },
    { state: 'canceled', completedAt: at, nextAttemptAt: null },
  );
}
