import type { EntityManager } from '@mikro-orm/postgresql';
import { SpanKind } from '@opentelemetry/api';
import { readShownClock } from '../accounts/companies/store-clock.ts';
import { nameOfStore, type Store } from '../base/environment.ts';
import type { KeyedLimiter } from '../base/concurrency/keyed-limiter.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { runAlone } from '../base/db/prepared-statements.ts';
import type { Event } from '../events/event.entity.ts';
import { inSpan, traceHeaders } from '../base/telemetry/scope.ts';
import type { Clock } from '../base/time/clock.ts';
import type { HttpSender } from './http-sender.ts';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { disableGoneWebhook } from './disable-gone-webhook.ts';
import { PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';
import { nextAttemptAt } from './next-attempt.ts';
import type { ReceiverPlaces } from './receiver-places.ts';
import { recordAttempt, type DeliveryAttemptRecord } from './record-attempt.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';
import type { WaitingDeliveries } from './waiting-deliveries.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { signatureHeaders } from './webhook-signature.ts';
import { BEGIN_ATTEMPT } from './deliver-webhook.sql.ts';

/**
 * Requests under way to one endpoint in a worker process, so that a receiver that is slow or hangs holds no more than
 * its own places. Nobody waits here for long: who waits holds a place of the worker, which all stores share.
 */
export const PLACES_PER_ENDPOINT = { places: 16, patienceMs: 500 };

/**
 * Deliveries of one store that a worker process reads or records at once. Hundreds that are due in one moment would
 * take all connections to the database, for which the charges of other stores wait.
 */
export const TURNS_OF_STORE = { places: 3, patienceMs: 5_000 };

export interface DeliverWebhookDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  sender: HttpSender;
  /** By endpoint (`PLACES_PER_ENDPOINT`). */
  limiter: KeyedLimiter<number>;
  /** By store (`TURNS_OF_STORE`). */
  turns: KeyedLimiter<string>;
  receivers: ReceiverPlaces;
  waiting: WaitingDeliveries;
  /** Is told of each delivery that is put off, for a fault of ours or for want of a place, to be counted. */
  onPostponed?: () => void;
}

export interface DeliverWebhookRequest {
  deliveryId: number;
  endpointId: number;
  /** The store, as `nameOfStore` says it; absent where nobody knows it before the record is read. */
  storeName?: string | undefined;
  /**
   * Counts the attempts of the delivery from 1. Where an attempt of this number was begun before (its worker died, and
   * nobody saw it end), this one gets the next number.
   */
  number: number;
  /** No attempt of a higher number is made; one that was lost with its worker has used its number up. */
  attemptsAllowed: number;
  /** The time until the next attempt should the one of this number fail, in seconds; null when it is the last. */
  retryAfter: (number: number) => number | null;
  /** Whether to try although the endpoint is paused: the store asks for it, or it is a probe. */
  evenIfPaused?: boolean;
}

/**
 * The outcome of an attempt; the message is for operators and names the receiver's host, never the path or the query.
 */
export type DeliveryResult =
  /**
   * The receiver took it, now or before; or it is gone for good. With the number of the attempt, where one was made.
   */
  | { status: 'ended'; message: string; number?: number }
  /**
   * Nothing was sent. The delivery waits in the record: until its endpoint works again, or for a place at the receiver.
   */
  | { status: 'held'; message: string; lacksPlace?: true }
  /**
   * The attempt of the number asked for is on record, which its asker does not know; the next one is due in so long.
   */
  | { status: 'made'; message: string; number: number; retryAfterSeconds: number }
  /** The last attempt was begun before, and nobody saw it end; none is left. */
  | { status: 'spent'; message: string; runsIn: WebhookDelivery['runsIn'] }
  /** An attempt was made, failed, and is on record; the receiver may have asked for more time. */
  | { status: 'failed'; message: string; number: number; retryAfterSeconds: number | null }
  /** No attempt was made, for a reason that is not the receiver's: to be tried again without spending one. */
  | { status: 'postponed'; message: string; cause?: unknown }
  /** An attempt was made, and the record could not be told. */
  | { status: 'unrecorded'; message: string; attempt: DeliveryAttemptRecord; cause: unknown };

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
  const result = await attemptDelivery(deps, request);
  if (result.status === 'postponed' || (result.status === 'held' && result.lacksPlace)) deps.onPostponed?.();
  return result;
}

/**
 * Lets those deliveries wait in the record, in one statement, whose receivers have no place now as far as is known.
 * None of them was ever tried.
 *
 * @returns the ids of these deliveries
 */
export async function holdWithoutPlace(
  deps: DeliverWebhookDeps,
  {
    deliveries,
    storeName,
  }: { deliveries: { deliveryId: number; endpointId: number }[]; storeName?: string | undefined },
): Promise<Set<number>> {
  const held = deliveries.filter(({ endpointId }) => deps.receivers.isFullFor(endpointId));
  if (held.length > 0) await inTurn(deps, storeName, () => deps.waiting.holdUntried(held));
  held.forEach(() => deps.onPostponed?.());
  return new Set(held.map(({ deliveryId }) => deliveryId));
}

async function attemptDelivery(deps: DeliverWebhookDeps, request: DeliverWebhookRequest): Promise<DeliveryResult> {
  const release = await deps.limiter.acquire(request.endpointId);
  if (!release) return waitForPlace(deps, request, `endpoint ${request.endpointId} has enough under way`);
  let ended: { isWell: boolean; othersWait: boolean } | null = null;
  try {
    const begun = await inTurn(deps, request.storeName, () => beginAttempt(deps, request)).catch((cause: unknown) => ({
      cause,
    }));
    if ('cause' in begun) {
      const message = `delivery ${request.deliveryId} could not be read from the record`;
      return { status: 'postponed', message, cause: begun.cause };
    }
    if ('status' in begun) return begun;
    deps.receivers.learn(request.endpointId, begun.store, begun.url);
    const place = deps.receivers.take(begun.store, begun.url);
    if (!place) {
      const why = `${new URL(begun.url).host} has enough under way, or does not answer`;
      return await waitForPlace(deps, { ...request, begunNumber: begun.number }, why);
    }
    const attributes = { 'fatura.delivery_id': request.deliveryId, 'fatura.attempt': begun.number };
    let outcome: { answered: boolean; durationMs: number } | null = null;
    const sender: HttpSender = {
      ...deps.sender,
      async post(url, given) {
        const sent = await deps.sender.post(url, given);
        outcome = { answered: sent.statusCode !== null, durationMs: sent.durationMs };
        return sent;
      },
    };
    try {
      return await inSpan('deliver webhook', { kind: SpanKind.CLIENT, attributes }, () =>
        send({ ...deps, sender }, request, begun),
      );
    } finally {
      place.release(outcome);
      ended = { isWell: isAnswered(outcome), othersWait: begun.othersWait };
    }
  } finally {
    release();
    // Should the record not answer, a sweep finds whoever waits.
    if (ended) await deps.waiting.placeIsFree(request.endpointId, ended).catch(() => undefined);
  }
}

function isAnswered(outcome: { answered: boolean } | null): boolean {
  return outcome !== null && outcome.answered;
}

/** Works in a turn of the store. Work that waits for long, or whose store nobody knows yet, goes on without a turn. */
async function inTurn<T>(
  { turns }: DeliverWebhookDeps,
  storeName: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const release = storeName === undefined ? null : await turns.acquire(storeName);
  try {
    return await work();
  } finally {
    release?.();
  }
}

/** The delivery waits in the record. Where the record cannot say so, its workflow asks again. */
async function waitForPlace(
  deps: DeliverWebhookDeps,
  delivery: Parameters<WaitingDeliveries['hold']>[0] & Pick<DeliverWebhookRequest, 'storeName'>,
  why: string,
): Promise<DeliveryResult> {
  try {
    await inTurn(deps, delivery.storeName, () => deps.waiting.hold(delivery));
    return { status: 'held', message: why, lacksPlace: true };
  } catch (cause) {
    return { status: 'postponed', message: why, cause };
  }
}

interface BegunAttempt {
  /** The attempt that this is. */
  number: number;
  store: Store;
  url: string;
  secret: string;
  /** The secret that signs too while a rotation overlaps. */
  previousSecret: string | null;
  event: Pick<Event, 'id' | 'type' | 'body'>;
  isPaused: boolean;
  /** Deliveries of the same endpoint wait for a place. */
  othersWait: boolean;
  /** The time that the clock of the store's sandbox showed when the attempt began; null where there is none. */
  clockAt: Date | null;
}

interface AttemptRow {
  /** The number of the attempt that is begun; null where nothing is to be sent. */
  number: number | null;
  state: WebhookDelivery['state'];
  runs_in: WebhookDelivery['runsIn'];
  endpoint_id: string;
  company_id: string;
  environment: Store['environment'];
  event_id: string;
  type: Event['type'];
  body: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  /** ISO 8601, as the next one. */
  previous_secret_expires_at: string | null;
  /** On record. */
  attempts: number;
  next_attempt_at: string | null;
  /** When the endpoint was deleted, or its receiver was gone. */
  endpoint_ended_at: string | null;
  is_paused: boolean;
  others_wait: boolean;
  /** Another attempt is under way, as far as is known; null where none was ever leased. */
  is_leased: boolean | null;
  clock_at: string | null;
}

/** Everything an attempt needs, with the attempt begun; or why none is made. */
async function beginAttempt(
  deps: DeliverWebhookDeps,
  request: DeliverWebhookRequest,
): Promise<BegunAttempt | Extract<DeliveryResult, { status: 'ended' | 'held' | 'postponed' | 'made' | 'spent' }>> {
  const { em, clock, secrets } = deps;
  const { deliveryId, number, attemptsAllowed, evenIfPaused = false } = request;
  const parameters = [deliveryId, number, evenIfPaused, attemptsAllowed];
  const [row] = await runAlone<AttemptRow>(em, BEGIN_ATTEMPT, parameters);
  if (!row) throw new Error(`Delivery ${deliveryId} is not in the record.`);
  if (row.number !== null) {
    try {
      return openAttempt(row, row.number, secrets);
    } catch (error) {
      await takeBack(em, deliveryId, row.number);
      throw error;
    }
  }
  const endpointId = Number(row.endpoint_id);
  const ended = { status: 'ended' as const, message: `delivery ${deliveryId} had ended before` };
  // A probe or a redelivery has taken it over from the invoice's workflow: only one of them sends.
  if (row.state !== 'pending' || (row.runs_in === 'delivery' && !evenIfPaused)) return ended;
  if (row.endpoint_ended_at !== null) {
    // Queued by an event that did not see the webhook's end.
    await cancelDeliveries(em, { endpointId, at: new Date(row.endpoint_ended_at) });
    return ended;
  }
  if (row.is_paused && !evenIfPaused) {
    return { status: 'held', message: `endpoint ${endpointId} is paused; delivery ${deliveryId} waits` };
  }
  if (row.is_leased) return { status: 'postponed', message: `an attempt of delivery ${deliveryId} is under way` };
  if (row.attempts >= number && row.attempts < attemptsAllowed) {
    const store: Store = { companyId: Number(row.company_id), environment: row.environment };
    const now = await clock.now(store, readShownClock(row.clock_at));
    let waitMs = row.next_attempt_at === null ? 0 : Date.parse(row.next_attempt_at) - now.getTime();
    const policySeconds = request.retryAfter(row.attempts) ?? 0;
    if (waitMs > policySeconds * 1000) {
      // The receiver asked for more time, or a worker whose clock was ahead wrote the moment.
      const last = await em.fork().findOne(WebhookAttempt, { deliveryId, number: row.attempts });
      waitMs = Math.min(waitMs, nextAttemptAt(last, policySeconds, now).getTime() - now.getTime());
    }
    if (waitMs <= 0) return beginAttempt(deps, { ...request, number: row.attempts + 1 });
    const message = `attempt ${row.attempts} of delivery ${deliveryId} is on record`;
    return { status: 'made', message, number: row.attempts, retryAfterSeconds: Math.ceil(waitMs / 1000) };
  }
  // Or it ended at this very moment, which whoever records the lost attempt sees.
  return { status: 'spent', message: `delivery ${deliveryId} has no attempt left`, runsIn: row.runs_in };
}

/** @throws where the endpoint's secret cannot be opened */
function openAttempt(row: AttemptRow, number: number, secrets: SecretBox): BegunAttempt {
  const store: Store = { companyId: Number(row.company_id), environment: row.environment };
  const expiresAt = row.previous_secret_expires_at;
  const previous = {
    ...store,
    previousSecret: row.previous_secret,
    previousSecretExpiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
  return {
    number,
    store,
    url: row.url,
    secret: secrets.open(row.secret, webhookSecretContext(store)),
    previousSecret: previousSecretOf(previous, secrets, new Date()),
    event: { id: Number(row.event_id), type: row.type, body: row.body },
    isPaused: row.is_paused,
    othersWait: row.others_wait,
    clockAt: readShownClock(row.clock_at),
  };
}

/** An attempt that was begun and could not be made, by a fault of ours, is none. */
async function takeBack(em: EntityManager, deliveryId: number, number: number): Promise<void> {
  await em
    .fork()
    .execute('update webhook_deliveries set attempts_begun = attempts_begun - 1 where id = ? and attempts_begun = ?', [
      deliveryId,
      number,
    ]);
}

/** @param now real time, as rotations are */
export function previousSecretOf(
  endpoint: Store & Pick<WebhookEndpoint, 'previousSecret' | 'previousSecretExpiresAt'>,
  secrets: SecretBox,
  now: Date,
): string | null {
  const { previousSecret, previousSecretExpiresAt } = endpoint;
  if (!previousSecret || !previousSecretExpiresAt || previousSecretExpiresAt <= now) return null;
  return secrets.open(previousSecret, webhookSecretContext(endpoint));
}

async function send(
  deps: DeliverWebhookDeps,
  { deliveryId, endpointId, retryAfter }: DeliverWebhookRequest,
  { number, store, url, secret, previousSecret, event, isPaused, clockAt }: BegunAttempt,
): Promise<DeliveryResult> {
  const { em, clock, sender } = deps;
  const startedAt = await clock.now(store, clockAt);
  const requestHeaders = {
    'Content-Type': 'application/json',
    'User-Agent': 'Fatura-Webhooks/1',
    ...traceHeaders(),
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
  // A clock that the store set meanwhile began at real time.
  const endedAt = await (clockAt === null ? clock.now(store, null) : clock.now(store));
  const policySeconds = retryAfter(number);
  const attempt: DeliveryAttemptRecord = {
    deliveryId,
    number,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    durationMs,
    statusCode,
    error,
    // A held delivery is never given up: a probe, or the store, tries it again.
    retryAfterSeconds: isPaused ? PROBE_INTERVAL_SECONDS : policySeconds && Math.max(policySeconds, asked ?? 0),
  };
  const message = `${event.type} (event ${event.id}) → ${new URL(url).host} ${error ?? `answered ${statusCode}`}`;
  let isGone: boolean;
  try {
    isGone = statusCode === 410 && (await disableGoneWebhook(em, { endpointId, url, deliveryId, at: endedAt }));
    // Nobody is there to try again.
    if (isGone) attempt.retryAfterSeconds = null;
    const exchange = { url, requestHeaders, responseHeaders, responseBody };
    await inTurn(deps, nameOfStore(store), () => recordAttempt(em, attempt, exchange));
  } catch (cause) {
    return { status: 'unrecorded', message: `${message}; not on record yet`, attempt, cause };
  }
  if (error === null) return { status: 'ended', message, number };
  if (isGone) return { status: 'ended', message: `${message}; the webhook is switched off`, number };
  if (isPaused) return { status: 'held', message: `${message}; the endpoint stays paused` };
  return { status: 'failed', message, number, retryAfterSeconds: asked };
}
