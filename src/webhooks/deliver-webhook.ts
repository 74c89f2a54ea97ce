import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Event } from '../events/event.entity.ts';
import type { Clock } from '../time/clock.ts';
import type { HttpSender, SendResult } from './http-sender.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { signatureHeaders } from './webhook-signature.ts';

export interface DeliverWebhookDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  sender: HttpSender;
}

export interface DeliveryOutcome {
  delivered: boolean;
  /** Who was called and what went wrong, in words; it names the host, never the path or the query. */
  message: string;
}

/** The context that an endpoint's secret is sealed for. */
export function webhookSecretContext(store: Store): string {
  return `webhook-secret:${store.companyId}:${store.environment}`;
}

/**
 * Makes one attempt to deliver and records it after the answer, in one short transaction. A delivery that has ended is
 * not sent again.
 *
 * @param number counts the attempts of the delivery from 1; where earlier ones are missing in the record, their worker
 *   died and they are recorded as interrupted
 * @param retryAfterSeconds how long until the next attempt should this one fail; null when it is the last
 */
export async function deliverWebhook(
  { em, clock, secrets, sender }: DeliverWebhookDeps,
  { deliveryId, number, retryAfterSeconds }: { deliveryId: number; number: number; retryAfterSeconds: number | null },
): Promise<DeliveryOutcome> {
  const reader = em.fork();
  const delivery = await reader.findOneOrFail(WebhookDelivery, deliveryId);
  if (delivery.state !== 'pending') return { delivered: true, message: `delivery ${deliveryId} has ended` };
  const event = await reader.findOneOrFail(Event, delivery.eventId);
  const endpoint = await reader.findOneOrFail(WebhookEndpoint, delivery.endpointId);
  const store: Store = { companyId: delivery.companyId, environment: delivery.environment };

  const startedAt = await clock.now(store);
  const secret = secrets.open(endpoint.secret, webhookSecretContext(store));
  const messageId = `evt_${event.id}`;
  const result = await sender.post(endpoint.url, {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Fatura-Webhooks/1',
      // Receivers compare it with their own clock: real time, whatever the store's time is.
      ...signatureHeaders({ secret, messageId, sentAt: new Date(), body: event.body }),
    },
    body: event.body,
  });
  const endedAt = await clock.now(store);
  await recordAttempt(em, { deliveryId, number, startedAt, endedAt, retryAfterSeconds, result });

  const who = `${event.type} (event ${event.id}) → ${new URL(endpoint.url).host}`;
  if (result.error === null) return { delivered: true, message: `${who} answered ${result.statusCode}` };
  return { delivered: false, message: `${who} ${result.error}` };
}

async function recordAttempt(
  em: EntityManager,
  attempt: {
    deliveryId: number;
    number: number;
    startedAt: Date;
    endedAt: Date;
    retryAfterSeconds: number | null;
    result: SendResult;
  },
): Promise<void> {
  const { deliveryId, number, startedAt, endedAt, retryAfterSeconds, result } = attempt;
  await em.fork().transactional(async (tx) => {
    const delivery = await tx.findOneOrFail(WebhookDelivery, deliveryId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // The same attempt was run twice (its first worker was believed dead): the receiver saw both, the log keeps one.
    if (delivery.attempts >= number) return;
    recordInterrupted(tx, delivery, number - 1);
    const { statusCode, error, durationMs } = result;
    const outcome = error === null ? 'succeeded' : 'failed';
    tx.create(WebhookAttempt, { deliveryId, number, outcome, startedAt, durationMs, statusCode, error });
    delivery.attempts = number;
    if (error === null) end(delivery, 'delivered', endedAt);
    else if (retryAfterSeconds === null) end(delivery, 'failed', endedAt);
    else delivery.nextAttemptAt = new Date(endedAt.getTime() + retryAfterSeconds * 1000);
  });
}

/** Ends a delivery whose last attempt was lost with its worker. */
export async function recordLostAttempt(
  { em, clock }: Pick<DeliverWebhookDeps, 'em' | 'clock'>,
  { deliveryId, attemptsAllowed }: { deliveryId: number; attemptsAllowed: number },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const delivery = await tx.findOneOrFail(WebhookDelivery, deliveryId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (delivery.state !== 'pending') return;
    recordInterrupted(tx, delivery, attemptsAllowed);
    end(delivery, 'failed', await clock.now({ companyId: delivery.companyId, environment: delivery.environment }));
  });
}

/** Fills the log up to an attempt's number with attempts that nobody saw end. */
function recordInterrupted(tx: EntityManager, delivery: WebhookDelivery, upTo: number): void {
  for (let number = delivery.attempts + 1; number <= upTo; number += 1) {
    tx.create(WebhookAttempt, {
      deliveryId: delivery.id,
      number,
      outcome: 'interrupted',
      startedAt: null,
      durationMs: null,
      statusCode: null,
      error: 'The worker stopped before the receiver answered; whether the event arrived is not known.',
    });
    delivery.attempts = number;
  }
}

function end(delivery: WebhookDelivery, state: 'delivered' | 'failed', at: Date): void {
  delivery.state = state;
  delivery.completedAt = at;
  delivery.nextAttemptAt = null;
}
