import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { recordEvent } from './record-events.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { findWebhook } from './find-webhook.ts';
import type { NamedDelivery } from './list-deliveries.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/**
 * Sends `webhook.test` to one webhook, signed and retried as any event, also while it is switched off: to try it before
 * it is switched on.
 *
 * @throws ApiError 404
 */
export async function sendTestEvent(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, webhookId }: { store: Store; webhookId: number },
): Promise<NamedDelivery> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const endpoint = await findWebhook(tx, { store, webhookId, lock: true });
    const company = await tx.findOneOrFail(Company, store.companyId);
    endpoint.eventSequence += 1;
    const data = { webhook_id: webhookId, message: 'It works.', store: { id: company.id, name: company.name } };
    const eventId = await recordEvent(tx, {
      store,
      resource: { type: 'webhook', id: webhookId },
      draft: { type: 'webhook.test', sequence: endpoint.eventSequence, data },
      at,
    });
    const delivery = tx.create(WebhookDelivery, {
      ...store,
      eventId,
      endpointId: webhookId,
      resourceType: 'webhook',
      resourceId: webhookId,
      runsIn: 'delivery',
      state: 'pending',
      attempts: 0,
      leasedUntil: null,
      waitsSince: null,
      nextAttemptAt: at,
      createdAt: at,
      completedAt: null,
    });
    await tx.flush();
    tx.create(OutboxEntry, { subjectType: 'delivery', subjectId: delivery.id });
    await tx.flush();
    return { delivery, event: 'webhook.test' };
  });
}
