import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { WebhookIncident } from './webhook-incident.entity.ts';

/** The latest times in which a webhook kept failing, the newest first. */
export function listIncidents(
  em: EntityManager,
  { store, webhookId, limit }: { store: Store; webhookId: number; limit: number },
): Promise<WebhookIncident[]> {
  return reader(em).find(WebhookIncident, { ...store, endpointId: webhookId }, { orderBy: { id: 'desc' }, limit });
}
