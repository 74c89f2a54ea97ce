import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { Clock } from '../base/time/clock.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { findWebhook } from './find-webhook.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import type { UpdateWebhookBody } from './webhook.schema.ts';

/**
 * Sets the given fields and leaves the rest. A delivery that is already queued is sent to the new URL, with the same
 * bytes.
 *
 * @throws ApiError 404; 422 for a URL that webhooks may not call
 */
export async function updateWebhook(
  { em, clock, addressPolicy }: { em: EntityManager; clock: Clock; addressPolicy: AddressPolicy },
  { store, webhookId, changes }: { store: Store; webhookId: number; changes: UpdateWebhookBody },
): Promise<WebhookEndpoint> {
  if (changes.url !== undefined) {
    checkWebhookUrl(changes.url, { environment: store.environment, policy: addressPolicy });
  }
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const endpoint = await findWebhook(tx, { store, webhookId, lock: true });
    Object.assign(endpoint, changes, { updatedAt: now });
    // The person who switches the webhook on knows better than the answer that switched it off.
    if (changes.enabled) endpoint.disabledReason = null;
    await tx.flush();
    return endpoint;
  });
}
