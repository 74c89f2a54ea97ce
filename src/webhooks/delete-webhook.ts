import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { Clock } from '../base/time/clock.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { findWebhook } from './find-webhook.ts';

/** Nothing more is sent to it, also not what was queued. The log of its deliveries stays. @throws ApiError 404 */
export async function deleteWebhook(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, webhookId }: { store: Store; webhookId: number },
): Promise<void> {
  const now = await clock.now(store);
  await inTransaction(em, async (tx) => {
    await findWebhook(tx, { store, webhookId });
    // The transaction locks deliveries before their endpoint, as every attempt does. A delivery that is queued
    // meanwhile ends at its first attempt.
    await cancelDeliveries(tx, { endpointId: webhookId, at: now });
    const endpoint = await findWebhook(tx, { store, webhookId, lock: true });
    endpoint.deletedAt = now;
    endpoint.enabled = false;
    endpoint.updatedAt = now;
  });
}
