import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { notFound } from '../base/errors/errors.ts';
import { createdWithin, given, listPage, type Page } from '../base/http/list-page.ts';
import { Event } from './event.entity.ts';
import type { ListEventsQuery } from './event.schema.ts';

/** @throws ApiError 404 when the store has no such event, also when another store or environment has it */
export async function findEvent(
  em: EntityManager,
  { store, eventId }: { store: Store; eventId: number },
): Promise<Event> {
  const event = await em.findOne(Event, { id: eventId, ...store });
  if (!event) throw notFound('event', eventId);
  return event;
}

export function listEvents(
  em: EntityManager,
  { store, query }: { store: Store; query: ListEventsQuery },
): Promise<Page<Event>> {
  const where = { ...store, ...given({ type: query.event }), ...resourceOf(query), ...createdWithin(query) };
  return listPage(em, Event, where, query);
}

function resourceOf({
  invoice_id: invoiceId,
  subscription_id: subscriptionId,
}: ListEventsQuery): { resourceType: string; resourceId: number } | undefined {
  if (invoiceId !== undefined) return { resourceType: 'invoice', resourceId: invoiceId };
  return subscriptionId === undefined ? undefined : { resourceType: 'subscription', resourceId: subscriptionId };
}
