import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { Event } from '../events/event.entity.ts';
import type { DeliveryOrder } from '../invoices/invoice-news.ts';
import { secondsUntilRetry, type WebhookRetryPolicy } from './retry-policy.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/** A pending delivery in what a workflow may know of it. */
export function orderDelivery(
  delivery: WebhookDelivery,
  event: DeliveryOrder['event'],
  company: Company,
): DeliveryOrder {
  const waits = delivery.attempts > delivery.attemptsBefore && delivery.nextAttemptAt;
  return {
    deliveryId: delivery.id,
    event,
    endpointId: delivery.endpointId,
    attemptsMade: delivery.attempts,
    attemptsBefore: delivery.attemptsBefore,
    attemptsAllowed: delivery.attemptsBefore + company.webhookRetries + 1,
    retryPolicy: policyOf(company),
    notBefore: waits ? waits.toISOString() : null,
    // What has a workflow of its own was asked for by the store, or is a probe.
    evenIfPaused: delivery.runsIn === 'delivery',
  };
}

function policyOf(company: Company): WebhookRetryPolicy {
  return {
    intervalSeconds: company.webhookRetryIntervalSeconds,
    strategy: company.webhookRetryStrategy,
    maxIntervalSeconds: company.webhookRetryMaxIntervalSeconds,
  };
}

/** Orders of those deliveries that are still pending: three queries whatever their number. */
export async function readDeliveryOrders(
  em: EntityManager,
  deliveryIds: number[],
): Promise<{ order: DeliveryOrder; delivery: WebhookDelivery }[]> {
  const tx = em.fork();
  const deliveries = await tx.find(WebhookDelivery, { id: deliveryIds, state: 'pending' }, { orderBy: { id: 'asc' } });
  const companies = await tx.find(Company, { id: [...new Set(deliveries.map(({ companyId }) => companyId))] });
  const eventIds = [...new Set(deliveries.map(({ eventId }) => eventId))];
  const events = await tx.find(Event, { id: eventIds }, { fields: ['id', 'type'] });
  const typeOf = new Map(events.map(({ id, type }) => [id, type]));
  const companyOf = new Map(companies.map((company) => [company.id, company]));
  return deliveries.map((delivery) => ({
    delivery,
    order: orderDelivery(delivery, typeOf.get(delivery.eventId)!, companyOf.get(delivery.companyId)!),
  }));
}

/**
 * A delivery that its store's policy has changed under: its next attempt is due as the new policy says, counted from the
 * end of the last. One that has had all the attempts that the new policy allows ends here.
 *
 * @returns null when it has ended
 */
export async function rescheduleDelivery(
  em: EntityManager,
  { deliveryId, at }: { deliveryId: number; at: Date },
): Promise<DeliveryOrder | null> {
  const [found] = await readDeliveryOrders(em, [deliveryId]);
  if (!found) return null;
  const { order } = found;
  const made = order.attemptsMade - order.attemptsBefore!;
  if (made === 0) return order;
  const tx = em.fork();
  if (order.attemptsMade >= order.attemptsAllowed) {
    const ended = { state: 'failed' as const, completedAt: at, nextAttemptAt: null };
    await tx.nativeUpdate(WebhookDelivery, { id: deliveryId, state: 'pending' }, ended);
    return null;
  }
  const last = await tx.findOne(WebhookAttempt, { deliveryId, number: order.attemptsMade });
  const endedAt = last?.startedAt ? last.startedAt.getTime() + (last.durationMs ?? 0) : at.getTime();
  const nextAttemptAt = new Date(endedAt + secondsUntilRetry(order.retryPolicy, made) * 1000);
  await tx.nativeUpdate(WebhookDelivery, { id: deliveryId, state: 'pending' }, { nextAttemptAt });
  return { ...order, notBefore: nextAttemptAt.toISOString() };
}
