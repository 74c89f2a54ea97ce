import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import type { KeyedLimiter } from '../concurrency/keyed-limiter.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Event } from '../events/event.entity.ts';
import type { Clock } from '../time/clock.ts';
import type { HttpSender } from './http-sender.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { disableGoneWebhook, GONE } from './disable-gone-webhook.ts';
import { PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';
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
  /** Whether to try although the endpoint is paused: the store asks for it, or it is a probe. */
  evenIfPaused?: boolean;
}

/** What came of it; the message is for operators and names the receiver's host, never the path or the query. */
export type DeliveryResult =
  /** The receiver took it, now or before; or it is gone for good. */
  | { status: 'ended'; message: string }
  /** The endpoint is paused; nothing was sent, and the delivery waits in the record until the endpoint works again. */
  | { status: 'held'; message: string }
  /** An attempt was made, failed, and is on record; the receiver may have asked for more time. */
  | { status: 'failed'; message: string; retryAfterSeconds: number | null }
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
    const letter = await readLetter(deps, request).catch((cause: unknown) => ({ cause }));
    if (letter === null) return { status: 'ended', message: `delivery ${request.deliveryId} had ended before` };
    if ('cause' in letter) {
      const message = `delivery ${request.deliveryId} could not be read from the record`;
      return { status: 'postponed', message, cause: letter.cause };
    }
    if (letter.isPaused && !request.evenIfPaused) {
      return {
        status: 'held',
        message: `endpoint ${request.endpointId} is paused; delivery ${request.deliveryId} waits`,
      };
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
  /** It signs too while a rotation overlaps. */
  previousSecret: string | null;
  event: Event;
  isPaused: boolean;
}

/** Everything an attempt needs, or null when the delivery has ended. */
async function readLetter(
  { em, secrets }: DeliverWebhookDeps,
  { deliveryId, evenIfPaused = false }: DeliverWebhookRequest,
): Promise<Letter | null> {
  const reader = em.fork();
  const delivery = await reader.findOneOrFail(WebhookDelivery, deliveryId);
  if (delivery.state !== 'pending') return null;
  // A probe or a redelivery has taken it over from the invoice's workflow: only one of them sends.
  if (delivery.runsIn === 'delivery' && !evenIfPaused) return null;
  const event = await reader.findOneOrFail(Event, delivery.eventId);
  const endpoint = await reader.findOneOrFail(WebhookEndpoint, delivery.endpointId);
  const endedAt = endpoint.deletedAt ?? (endpoint.disabledReason === GONE ? endpoint.updatedAt : null);
  if (endedAt) {
    // Queued by an event that did not see the webhook's end.
    await cancelDeliveries(em, { endpointId: endpoint.id, at: endedAt });
    return null;
  }
  const store: Store = { companyId: delivery.companyId, environment: delivery.environment };
  return {
    store,
    url: endpoint.url,
    secret: secrets.open(endpoint.secret, webhookSecretContext(store)),
    previousSecret: previousSecretOf(endpoint, secrets, new Date()),
    event,
    isPaused: endpoint.pausedAt !== null,
  };
}

/** @param now real time, as rotations are */
export function previousSecretOf(endpoint: WebhookEndpoint, secrets: SecretBox, now: Date): string | null {
  const { previousSecret, previousSecretExpiresAt } = endpoint;
  if (!previousSecret || !previousSecretExpiresAt || previousSecretExpiresAt <= now) return null;
  return secrets.open(previousSecret, webhookSecretContext(endpoint));
}

async function send(
  { em, clock, sender }: DeliverWebhookDeps,
  { deliveryId, endpointId, number, retryAfterSeconds: policySeconds }: DeliverWebhookRequest,
  { store, url, secret, previousSecret, event, isPaused }: Letter,
): Promise<DeliveryResult> {
  const startedAt = await clock.now(store);
  const requestHeaders = {
    'Content-Type': 'application/json',
    'User-Agent': 'Fatura-Webhooks/1',
    // Receivers compare it with their own clock: real time, whatever the store's time is.
    ...signatureHeaders({
      secret,
      previousSecret,
      messageId: `evt_${event.id}`,
      sentAt: new Date(),
      body: event.body,
    }),
  };
  const sent = await sender.post(url, {
    headers: requestHeaders,
    body: event.body,
    environment: store.environment,
  });
  const { statusCode, error, durationMs, retryAfterSeconds: asked, responseHeaders, responseBody } = sent;
  const endedAt = await clock.now(store);
  const attempt: AttemptRecord = {
    deliveryId,
    number,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    durationMs,
    statusCode,
    error,
    // What is held is never given up: a probe, or the store, tries it again.
    retryAfterSeconds: isPaused ? PROBE_INTERVAL_SECONDS : policySeconds && Math.max(policySeconds, asked ?? 0),
  };
  const message = `${event.type} (event ${event.id}) → ${new URL(url).host} ${error ?? `answered ${statusCode}`}`;
  let isGone: boolean;
  try {
    isGone = statusCode === 410 && (await disableGoneWebhook(em, { endpointId, url, deliveryId, at: endedAt }));
    // Nobody is there to try again.
    if (isGone) attempt.retryAfterSeconds = null;
    await recordAttempt(em, attempt, { url, requestHeaders, responseHeaders, responseBody });
  } catch (cause) {
    return { status: 'unrecorded', message: `${message}; not on record yet`, attempt, cause };
  }
  if (error === null) return { status: 'ended', message };
  if (isGone) return { status: 'ended', message: `${message}; the webhook is switched off` };
  if (isPaused) return { status: 'held', message: `${message}; the endpoint stays paused` };
  return { status: 'failed', message, retryAfterSeconds: asked };
}
