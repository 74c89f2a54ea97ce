import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound } from '../base/errors/errors.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/**
 * The webhook, managed by `em`; with `lock`, for change in the transaction of `em`.
 *
 * @throws ApiError 404 when the store has no such webhook, or deleted it
 */
export async function findWebhook(
  em: EntityManager,
  { store, webhookId, lock = false }: { store: Store; webhookId: number; lock?: boolean },
): Promise<WebhookEndpoint> {
  const { companyId, environment } = store;
  const whose = { id: webhookId, companyId, environment, deletedAt: null };
  if (lock) {
    // `no key`: whoever writes a delivery to it holds the lock of events, for which whoever changes it may wait.
    await em.execute(
      'select 1 from webhook_endpoints where id = ? and company_id = ? and environment = ? for no key update',
      [webhookId, companyId, environment],
    );
  }
  const endpoint = await em.findOne(WebhookEndpoint, whose, { refresh: lock });
  if (!endpoint) throw notFound('webhook', webhookId);
  return endpoint;
}

/** The webhook of a delivery's log, also one that was deleted. @throws ApiError 404 */
export async function findLoggedWebhook(
  em: EntityManager,
  { store, webhookId }: { store: Store; webhookId: number },
): Promise<WebhookEndpoint> {
  const endpoint = await reader(em).findOne(WebhookEndpoint, { id: webhookId, ...store });
  if (!endpoint) throw notFound('webhook', webhookId);
  return endpoint;
}
