import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { conflict, notFound } from '../base/errors/errors.ts';
import { Event } from '../events/event.entity.ts';
import { findEvent } from '../events/find-event.ts';
import { ALL_EVENTS } from '../events/event-types.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { tellMany } from '../base/outbox/tell-many.ts';
import type { Clock } from '../base/time/clock.ts';
import { findWebhook } from './find-webhook.ts';
import type { NamedDelivery } from './list-deliveries.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

interface RedeliverDeps {
  em: EntityManager;
  clock: Clock;
}

/** A call redelivers this many at once; a store that wants more asks again with a later time. */
const MAX_REDELIVERIES = 1_000;

/**
 * Sends a delivery that has ended once more: the same id and bytes, a fresh timestamp and signature, and the store's
 * number of attempts anew. The log of the delivery goes on.
 *
 * @throws ApiError 404; 409 `delivery_pending`, `webhook_deleted` or `webhook_gone`
 */
export async function redeliver(
  { em, clock }: RedeliverDeps,
  { store, deliveryId }: { store: Store; deliveryId: number },
): Promise<NamedDelivery> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const };
    const delivery = await tx.findOne(WebhookDelivery, { id: deliveryId, ...store }, lock);
    if (!delivery) throw notFound('delivery', deliveryId);
    if (delivery.state === 'pending') {
      throw conflict('delivery_pending', `Delivery ${deliveryId} is still under way: wait for its attempts.`);
    }
    const endpoint = await tx.findOneOrFail(WebhookEndpoint, delivery.endpointId);
    if (endpoint.deletedAt) throw conflict('webhook_deleted', `The webhook of delivery ${deliveryId} was deleted.`);
    if (endpoint.disabledReason) {
      const why = `The webhook of delivery ${deliveryId} is switched off, as its receiver said that it is gone: switch it on first.`;
      throw conflict('webhook_gone', why);
    }
    beginRound(tx, delivery, at);
    await tx.flush();
    const { type } = await findEvent(tx, { store, eventId: delivery.eventId });
    return { delivery, event: type };
  });
}

/**
 * Sends an event once more to every webhook that is switched on and subscribes to it, also to one that did not exist
 * when it happened. Deliveries that are under way stay as they are.
 *
 * @throws ApiError 404
 */
export async function redeliverEvent(
  { em, clock }: RedeliverDeps,
  { store, eventId }: { store: Store; eventId: number },
): Promise<NamedDelivery[]> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const event = await findEvent(tx, { store, eventId });
    const endpoints = await tx.find(WebhookEndpoint, { ...store, enabled: true, deletedAt: null });
    const subscribed = endpoints.filter(({ events }) => events.includes(event.type) || events.includes(ALL_EVENTS));
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, orderBy: { id: 'asc' as const } };
    const known = await tx.find(WebhookDelivery, { eventId, endpointId: subscribed.map(({ id }) => id) }, lock);
    for (const delivery of known.filter(({ state }) => state !== 'pending')) beginRound(tx, delivery, at);
    const fresh = subscribed
      .filter(({ id }) => !known.some(({ endpointId }) => endpointId === id))
      .map(({ id: endpointId }) =>
        tx.create(WebhookDelivery, {
          ...store,
          eventId,
          endpointId,
          resourceType: event.resourceType,
          resourceId: event.resourceId,
          runsIn: 'delivery',
          state: 'pending',
          attempts: 0,
          leasedUntil: null,
          waitsSince: null,
          nextAttemptAt: at,
          createdAt: at,
          completedAt: null,
        }),
      );
    await tx.flush();
    for (const { id } of fresh) tx.create(OutboxEntry, { subjectType: 'delivery', subjectId: id });
    await tx.flush();
    return [...known, ...fresh].map((delivery) => ({ delivery, event: event.type }));
  });
}

/**
 * Sends once more what a webhook failed to take since a moment, the oldest first: one statement, however many.
 *
 * @returns how many are sent, and whether there are more than that
 * @throws ApiError 404
 */
export async function redeliverFailed(
  { em, clock }: RedeliverDeps,
  { store, webhookId, since }: { store: Store; webhookId: number; since: Date },
): Promise<{ count: number; has_more: boolean }> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    await findWebhook(tx, { store, webhookId });
    const rows = await tx.execute<unknown[]>(
      `with failed as materialized (
         select id from webhook_deliveries where endpoint_id = ? and state = 'failed' and created_at >= ?
         order by id limit ${MAX_REDELIVERIES} for no key update),
       resent as (
         update webhook_deliveries as delivery
         set state = 'pending', runs_in = 'delivery', attempts_before = attempts, next_attempt_at = ?, completed_at = null,
           waits_since = null
         from failed where delivery.id = failed.id
         returning delivery.id as subject, company_id, environment)
       ${tellMany('delivery', 'select * from resent')} returning id`,
      [webhookId, since, at],
    );
    const left = { endpointId: webhookId, state: 'failed' as const, createdAt: { $gte: since } };
    const hasMore = rows.length === MAX_REDELIVERIES && (await tx.findOne(WebhookDelivery, left)) !== null;
    return { count: rows.length, has_more: hasMore };
  });
}

/**
 * Sends once more what the webhooks of a store failed to take of an invoice's events. A webhook that is deleted or
 * switched off gets nothing.
 *
 * @param tx the caller's transaction
 */
export async function redeliverOfInvoice(
  tx: EntityManager,
  { invoiceId, at }: { invoiceId: number; at: Date },
): Promise<{ resent: number; skipped: number }> {
  const ofInvoice = { resourceType: 'invoice', resourceId: invoiceId };
  const events = await tx.find(Event, ofInvoice, { fields: ['id'] });
  const failed = { eventId: events.map(({ id }) => id), state: 'failed' as const };
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, orderBy: { id: 'asc' as const } };
  const deliveries = await tx.find(WebhookDelivery, failed, { ...lock, limit: MAX_REDELIVERIES });
  const takes = { id: deliveries.map(({ endpointId }) => endpointId), enabled: true, deletedAt: null };
  const endpoints = new Set((await tx.find(WebhookEndpoint, takes)).map(({ id }) => id));
  const resent = deliveries.filter(({ endpointId }) => endpoints.has(endpointId));
  for (const delivery of resent) beginRound(tx, delivery, at);
  await tx.flush();
  return { resent: resent.length, skipped: deliveries.length - resent.length };
}

function beginRound(tx: EntityManager, delivery: WebhookDelivery, at: Date): void {
  delivery.state = 'pending';
  delivery.runsIn = 'delivery';
  delivery.attemptsBefore = delivery.attempts;
  delivery.nextAttemptAt = at;
  delivery.completedAt = null;
  tx.create(OutboxEntry, { subjectType: 'delivery', subjectId: delivery.id });
}
