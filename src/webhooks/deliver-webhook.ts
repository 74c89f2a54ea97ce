import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import type { KeyedLimiter } from '../concurrency/keyed-limiter.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Event } from '../events/event.entity.ts';
import type { Clock } from '../time/clock.ts';
import type { HttpSender } from './http-sender.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { recordAttempt, type AttemptRecord } from './record-attempt.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { signatureHeaders } from './webhook-signature.ts';

/**
 * Requests under way to one endpoint in a worker process, so that a receiver that is slow or hangs holds no more than its
 * own places. Nobody waits here for long: who waits holds a place of the worker, which all stores share.
 */
export const PLACES_PER_ENDPOINT = { places: 16, patienceMs: 500 };

export interface DeliverWebhookDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  sender: HttpSender;
  limiter: KeyedLimiter<number>;
}

export interface DeliverWebhookRequest {
  deliveryId: number;
  endpointId: number;
  /** Counts the attempts of the delivery from 1. */
  number: number;
  /** How long until the next attempt should this one fail; null when it is the last. */
  retryAfterSeconds: number | null;
}

/** What came of it; the message is for operators and names the receiver's host, never the path or the query. */
export type DeliveryResult =
  /** The receiver took it, now or before. */
  | { status: 'ended'; message: string }
  /** An attempt was made, failed, and is on record. */
  | { status: 'failed'; message: string }
  /** No attempt was made, for a reason that is not the receiver's: to be tried again without spending one. */
  | { status: 'postponed'; message: string; cause?: unknown }
  /** An attempt was made, and the record could not be told. */
  | { status: 'unrecorded'; message: string; attempt: AttemptRecord; cause: unknown };

/** The context that an endpoint's secret is sealed for. */
export function webhookSecretContext(store: Store): string {
  return `webhook-secret:${store.companyId}:${store.environment}`;
}

/**
 * Makes one attempt to deliver and records it after the answer. A delivery that has ended is not sent again. Faults of
 * ours (the database, a key that is missing) are results, never attempts of the store's.
 */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  request: DeliverWebhookRequest,
): Promise<DeliveryResult> {
  const release = await deps.limiter.acquire(request.endpointId);
  if (!release) return { status: 'postponed', message: `endpoint ${request.endpointId} has enough under way` };
  try {
    const letter = await readLetter(deps, request.deliveryId).catch((cause: unknown) => ({ cause }));
    if (letter === null) return { status: 'ended', message: `delivery ${request.deliveryId} had ended before` };
    if ('cause' in letter) {
      const message = `delivery ${request.deliveryId} could not be read from the record`;
      return { status: 'postponed', message, cause: letter.cause };
    }
    return await send(deps, request, letter);
  } finally {
    release();
  }
}

interface Letter {
  store: Store;
  url: string;
  secret: string;
  event: Event;
}

/** Everything an attempt needs, or null when the delivery has ended. */
async function readLetter({ em, secrets }: DeliverWebhookDeps, deliveryId: number): Promise<Letter | null> {
  const reader = em.fork();
  const delivery = await reader.findOneOrFail(WebhookDelivery, deliveryId);
  if (delivery.state !== 'pending') return null;
  const event = await reader.findOneOrFail(Event, delivery.eventId);
  const endpoint = await reader.findOneOrFail(WebhookEndpoint, delivery.endpointId);
  if (endpoint.deletedAt) {
    // Queued by an event that did not see the deletion.
    await cancelDeliveries(em, { endpointId: endpoint.id, at: endpoint.deletedAt });
    return null;
  }
  const store: Store = { companyId: delivery.companyId, environment: delivery.environment };
  return { store, url: endpoint.url, secret: secrets.open(endpoint.secret, webhookSecretContext(store)), event };
}

async function send(
  { em, clock, sender }: DeliverWebhookDeps,
  { deliveryId, number, retryAfterSeconds }: DeliverWebhookRequest,
  { store, url, secret, event }: Letter,
): Promise<DeliveryResult> {
  const startedAt = await clock.now(store);
  const { statusCode, error, durationMs } = await sender.post(url, {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Fatura-Webhooks/1',
      // Receivers compare it with their own clock: real time, whatever the store's time is.
      ...signatureHeaders({ secret, messageId: `evt_${event.id}`, sentAt: new Date(), body: event.body }),
    },
    body: event.body,
  });
  const endedAt = await clock.now(store);
  const attempt: AttemptRecord = {
    deliveryId,
    number,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    durationMs,
    statusCode,
    error,
    retryAfterSeconds,
  };
  const message = `${event.type} (event ${event.id}) → ${new URL(url).host} ${error ?? `answered ${statusCode}`}`;
  try {
    await recordAttempt(em, attempt);
  } catch (cause) {
    return { status: 'unrecorded', message: `${message}; not on record yet`, attempt, cause };
  }
  return { status: error === null ? 'ended' : 'failed', message };
}
