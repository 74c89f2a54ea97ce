import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { readSettings } from '../accounts/companies/read-settings.ts';
import { SandboxClock } from '../accounts/companies/sandbox-clock.entity.ts';
import { readSandboxClock, storeTimeOf } from '../accounts/companies/store-clock.ts';
import { StoreSettings } from '../accounts/companies/store-settings.entity.ts';
import { nameOfStore } from '../base/environment.ts';
import { Event } from '../events/event.entity.ts';
import type { DeliveryOrder } from './delivery-order.ts';
import type { Clock } from '../base/time/clock.ts';
import type { StoreTime } from '../base/time/store-time.ts';
import { noteEndpointHealth } from './endpoint-health.ts';
import { nextAttemptAt } from './next-attempt.ts';
import { secondsUntilRetry, type WebhookRetryPolicy } from './retry-policy.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

/** The columns of a delivery that an order needs. */
export type DeliveryFacts = Pick<
  WebhookDelivery,
  'id' | 'endpointId' | 'attempts' | 'attemptsBefore' | 'nextAttemptAt' | 'runsIn'
>;

/** The settings of a store that say how it wants its deliveries made. */
export type DeliveryPolicy = Pick<
  StoreSettings,
  'webhookRetries' | 'webhookRetryIntervalSeconds' | 'webhookRetryStrategy' | 'webhookRetryMaxIntervalSeconds'
>;

/** A pending delivery in what a workflow may know of it. */
export function orderDelivery(
  delivery: DeliveryFacts,
  { event, policy, time }: { event: DeliveryOrder['event']; policy: DeliveryPolicy; time: StoreTime },
): DeliveryOrder {
  const waits = delivery.attempts > delivery.attemptsBefore && delivery.nextAttemptAt;
  return {
    deliveryId: delivery.id,
    event,
    endpointId: delivery.endpointId,
    attemptsMade: delivery.attempts,
    attemptsBefore: delivery.attemptsBefore,
    attemptsAllowed: delivery.attemptsBefore + policy.webhookRetries + 1,
    retryPolicy: policyOf(policy),
    notBefore: waits ? waits.toISOString() : null,
    runsIn: delivery.runsIn,
    // The store asked for this attempt, or it is a probe.
    evenIfPaused: delivery.runsIn === 'delivery',
    ...time,
  };
}

function policyOf(settings: DeliveryPolicy): WebhookRetryPolicy {
  return {
    intervalSeconds: settings.webhookRetryIntervalSeconds,
    strategy: settings.webhookRetryStrategy,
    maxIntervalSeconds: settings.webhookRetryMaxIntervalSeconds,
  };
}

/** Orders of those deliveries that are still pending and wait for no place: four queries whatever their number. */
export async function readDeliveryOrders(
  em: EntityManager,
  deliveryIds: number[],
): Promise<{ order: DeliveryOrder; delivery: WebhookDelivery }[]> {
  const tx = em.fork();
  const deliveries = await tx.find(
    WebhookDelivery,
    { id: deliveryIds, state: 'pending', waitsSince: null },
    { orderBy: { id: 'asc' } },
  );
  const companyIds = [...new Set(deliveries.map(({ companyId }) => companyId))];
  const settings = await tx.find(StoreSettings, { companyId: companyIds });
  const clocks = await tx.find(SandboxClock, { companyId: companyIds });
  const eventIds = [...new Set(deliveries.map(({ eventId }) => eventId))];
  const events = await tx.find(Event, { id: eventIds }, { fields: ['id', 'type'] });
  const typeOf = new Map(events.map(({ id, type }) => [id, type]));
  const settingsOf = new Map(settings.map((one) => [nameOfStore(one), one]));
  const clockOf = new Map(clocks.map((one) => [nameOfStore(one), one.nowAt]));
  return deliveries.map((delivery) => ({
    delivery,
    order: orderDelivery(delivery, {
      event: typeOf.get(delivery.eventId)!,
      policy: settingsOf.get(nameOfStore(delivery))!,
      time: storeTimeOf(clockOf.get(nameOfStore(delivery)) ?? null),
    }),
  }));
}

/**
 * Sets the next attempt of a delivery whose store has changed its policy, or whose last attempt was lost: the attempt
 * is due as the store's policy of now says, counted from the last end on record, and not before its receiver asked to
 * be left alone. A delivery that has had all the attempts that the policy allows ends here.
 *
 * @returns null when it has ended
 */
export async function rescheduleDelivery(
  { em, clock }: { em: EntityManager; clock: Clock },
  { deliveryId }: { deliveryId: number },
): Promise<DeliveryOrder | null> {
  return em.fork().transactional(async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const };
    const delivery = await tx.findOneOrFail(WebhookDelivery, deliveryId, lock);
    if (delivery.state !== 'pending') return null;
    const policy = await readSettings(tx, delivery);
    const { type } = await tx.findOneOrFail(Event, delivery.eventId, { fields: ['type'] });
    const time = storeTimeOf(await readSandboxClock(tx, delivery));
    const order = orderDelivery(delivery, { event: type, policy, time });
    const made = delivery.attempts - delivery.attemptsBefore;
    if (made === 0) return order;
    const last = await tx.findOne(WebhookAttempt, { deliveryId, number: delivery.attempts });
    const at = await clock.now(delivery);
    if (order.attemptsMade >= order.attemptsAllowed) {
      Object.assign(delivery, { state: 'failed', completedAt: at, nextAttemptAt: null, waitsSince: null });
      await noteEndpointHealth(tx, { delivery, error: last?.error ?? 'failed', at, isGivenUp: true });
      return null;
    }
    delivery.nextAttemptAt = nextAttemptAt(last, secondsUntilRetry(order.retryPolicy, made), at);
    return { ...order, notBefore: delivery.nextAttemptAt.toISOString() };
  });
}
