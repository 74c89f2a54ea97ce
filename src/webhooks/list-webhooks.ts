import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { createdWithin, given, listPage, type Page } from '../base/http/list-page.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import type { ListWebhooksQuery } from './webhook.schema.ts';

export function listWebhooks(
  em: EntityManager,
  { store, query }: { store: Store; query: ListWebhooksQuery },
): Promise<Page<WebhookEndpoint>> {
  const filters = given({ enabled: query.enabled });
  return listPage(em, WebhookEndpoint, { ...store, ...filters, deletedAt: null, ...createdWithin(query) }, query);
}
