import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { reader } from '../db/transaction.ts';
import { notFound } from '../errors/errors.ts';
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
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const endpoint = await em.findOne(WebhookEndpoint, { id: webhookId, ...store, deletedAt: null }, options);
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
