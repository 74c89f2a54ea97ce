import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { notFound } from '../base/errors/errors.ts';
import { Event } from '../events/event.entity.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/** Redeliveries add attempts without end; the answer has so many of them. */
const MAX_ATTEMPTS_SHOWN = 100;

/** A delivery with all that is known of it. */
export interface DeliveryLog {
  delivery: WebhookDelivery;
  event: Event;
  /** The latest ones, the first one first. */
  attempts: WebhookAttempt[];
}

/**
 * The log of one delivery, also of a webhook that was deleted.
 *
 * @throws ApiError 404 when the store has no such delivery, also when another store or environment has it
 */
export async function findDelivery(
  em: EntityManager,
  { store, deliveryId }: { store: Store; deliveryId: number },
): Promise<DeliveryLog> {
  const delivery = await em.findOne(WebhookDelivery, { id: deliveryId, ...store });
  if (!delivery) throw notFound('delivery', deliveryId);
  const event = await em.findOneOrFail(Event, delivery.eventId);
  const latest = { orderBy: { number: 'desc' }, limit: MAX_ATTEMPTS_SHOWN } as const;
  const attempts = await em.find(WebhookAttempt, { deliveryId }, latest);
  return { delivery, event, attempts: attempts.reverse() };
}
