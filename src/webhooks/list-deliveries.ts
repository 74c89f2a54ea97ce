import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import type { EventType } from '../events/event-types.ts';
import { Event } from '../events/event.entity.ts';
import { createdWithin, given, listPage, type Page } from '../base/http/list-page.ts';
import type { ListDeliveriesQuery } from './delivery.schema.ts';
import { findWebhook } from './find-webhook.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/** A delivery with the name of its event. */
export interface NamedDelivery {
  delivery: WebhookDelivery;
  event: EventType;
}

/** A page of a webhook's deliveries: three reads, however many they are. @throws ApiError 404 */
export async function listDeliveries(
  em: EntityManager,
  { store, webhookId, query }: { store: Store; webhookId: number; query: ListDeliveriesQuery },
): Promise<Page<NamedDelivery>> {
  await findWebhook(em, { store, webhookId });
  return pageOf(em, { ...store, endpointId: webhookId }, query);
}

/** A page of the deliveries to every webhook of a store, also to those that were deleted. */
export function listStoreDeliveries(
  em: EntityManager,
  { store, query }: { store: Store; query: ListDeliveriesQuery },
): Promise<Page<NamedDelivery>> {
  return pageOf(em, store, query);
}

async function pageOf(
  em: EntityManager,
  whose: Store & { endpointId?: number },
  query: ListDeliveriesQuery,
): Promise<Page<NamedDelivery>> {
  // The property holds the event's id, and filters as the relation that it is.
  const ofEvent = (query.event === undefined ? {} : { eventId: { type: query.event } }) as FilterQuery<WebhookDelivery>;
  const where = { ...whose, ...given({ state: query.status }), ...createdWithin(query) };
  const page = await listPage(em, WebhookDelivery, { $and: [where, ofEvent] }, query);
  const typeOf = await eventTypes(
    em,
    page.rows.map(({ eventId }) => eventId),
  );
  return { ...page, rows: page.rows.map((delivery) => ({ delivery, event: typeOf.get(delivery.eventId)! })) };
}

async function eventTypes(em: EntityManager, ids: number[]): Promise<Map<number, EventType>> {
  const events = await reader(em).find(Event, { id: ids }, { fields: ['id', 'type'] });
  return new Map(events.map(({ id, type }) => [id, type]));
}
