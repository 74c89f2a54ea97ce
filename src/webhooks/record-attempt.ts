import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { runAlone } from '../base/db/prepared-statements.ts';
import type { Clock } from '../base/time/clock.ts';
import { noteEndpointHealth, PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery, type DeliveryWorkflow } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { RECORD_SUCCESS, RECORD_FAILURE } from './record-attempt.sql.ts';

/** An attempt as it went, in a form that may travel through a workflow: no URL, no body. */
export interface DeliveryAttemptRecord {
  deliveryId: number;
  /** Counts the attempts of the delivery from 1. */
  number: number;
  /** ISO 8601, the store's time. */
  startedAt: string;
  endedAt: string;
  durationMs: number;
  statusCode: number | null;
  /** Null for success. */
  error: string | null;
  /** The time until the next attempt; null when this was the last. */
  retryAfterSeconds: number | null;
}

/**
 * The bytes that went over the wire. A workflow's history has no place for these, so an attempt that is recorded later
 * than where it was made goes without.
 */
export type Exchange = Pick<WebhookAttempt, 'url' | 'requestHeaders' | 'responseHeaders' | 'responseBody'>;

const UNSEEN: Exchange = { url: null, requestHeaders: null, responseHeaders: null, responseBody: null };

/**
 * Writes an attempt and what follows from it, in one short transaction; writing it twice changes nothing. Where earlier
 * attempts are missing in the record, nobody saw them end, and they are written as interrupted.
 */
export async function recordAttempt(
  em: EntityManager,
  attempt: DeliveryAttemptRecord,
  exchange: Exchange = UNSEEN,
): Promise<void> {
  if (
    attempt.error === null
      ? await recordPlainSuccess(em, attempt, exchange)
      : await recordPlainFailure(em, attempt, exchange)
  )
    return;
  await recordCarefully(em, attempt, exchange);
}

/**
 * Records in one statement the case of nearly all attempts: a success that nothing follows from, as its endpoint is
 * well and no attempt before it is missing. Like the careful way, the statement locks the delivery alone, and only
 * reads the endpoint.
 *
 * @returns false where the case is not as plain as that, with nothing written
 */
async function recordPlainSuccess(
  em: EntityManager,
  { deliveryId, number, startedAt, endedAt, durationMs, statusCode }: DeliveryAttemptRecord,
  { url, requestHeaders, responseHeaders, responseBody }: Exchange,
): Promise<boolean> {
  const rows = await runAlone(em, RECORD_SUCCESS, [
    ...[deliveryId, number, startedAt, endedAt, durationMs, statusCode],
    ...[url, json(requestHeaders), json(responseHeaders), responseBody],
  ]);
  return rows.length === 1;
}

/**
 * Records in one statement the case of nearly all failures: one more of an endpoint that fails already and is not
 * paused for it yet, with another attempt to follow, and no attempt before it missing.
 *
 * @returns false where the case is not as plain as that, with nothing written
 */
async function recordPlainFailure(
  em: EntityManager,
  { deliveryId, number, startedAt, endedAt, durationMs, statusCode, error, retryAfterSeconds }: DeliveryAttemptRecord,
  { url, requestHeaders, responseHeaders, responseBody }: Exchange,
): Promise<boolean> {
  if (retryAfterSeconds === null) return false;
  const nextAt = new Date(Date.parse(endedAt) + retryAfterSeconds * 1_000).toISOString();
  const rows = await runAlone(em, RECORD_FAILURE, [
    ...[deliveryId, number, startedAt, endedAt, durationMs, statusCode, error],
    ...[url, nextAt, json(requestHeaders), json(responseHeaders), responseBody],
  ]);
  return rows.length === 1;
}

function json(value: object | null): string | null {
  return value && JSON.stringify(value);
}

async function recordCarefully(em: EntityManager, attempt: DeliveryAttemptRecord, exchange: Exchange): Promise<void> {
  const { deliveryId, number, durationMs, statusCode, error, retryAfterSeconds } = attempt;
  const endedAt = new Date(attempt.endedAt);
  await em.fork().transactional(async (tx) => {
    const delivery = await tx.findOneOrFail(WebhookDelivery, deliveryId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Ran twice (its first worker was believed dead): the receiver saw both, and a success of either counts.
    if (delivery.attempts >= number) {
      if (error === null && delivery.state !== 'delivered') end(delivery, 'delivered', endedAt);
      return;
    }
    recordInterrupted(tx, delivery, number - 1);
    const outcome = error === null ? 'succeeded' : 'failed';
    const startedAt = new Date(attempt.startedAt);
    tx.create(WebhookAttempt, { deliveryId, number, outcome, startedAt, durationMs, statusCode, error, ...exchange });
    delivery.attempts = number;
    if (error === null) end(delivery, 'delivered', endedAt);
    else if (retryAfterSeconds === null) end(delivery, 'failed', endedAt);
    else delivery.nextAttemptAt = new Date(endedAt.getTime() + retryAfterSeconds * 1000);
    await noteEndpointHealth(tx, { delivery, error, at: endedAt, isGivenUp: delivery.state === 'failed' });
  });
}

/**
 * Ends a delivery whose last attempt was lost with its worker. A delivery that has ended stays as it is, and so does a
 * delivery that another workflow makes by now. A delivery that is held for a paused endpoint is never given up.
 */
export async function recordLostAttempt(
  { em, clock }: { em: EntityManager; clock: Clock },
  { deliveryId, attemptsAllowed, runsIn }: { deliveryId: number; attemptsAllowed: number; runsIn?: DeliveryWorkflow },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const delivery = await tx.findOneOrFail(WebhookDelivery, deliveryId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (delivery.state !== 'pending' || (runsIn && delivery.runsIn !== runsIn)) return;
    const at = await clock.now(delivery);
    const { pausedAt } = await tx.findOneOrFail(WebhookEndpoint, delivery.endpointId);
    recordInterrupted(tx, delivery, attemptsAllowed);
    if (pausedAt) {
      delivery.nextAttemptAt = new Date(at.getTime() + PROBE_INTERVAL_SECONDS * 1000);
      return;
    }
    end(delivery, 'failed', at);
    const error = 'the last attempt was cut off before its end was seen';
    await noteEndpointHealth(tx, { delivery, error, at, isGivenUp: true });
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
      ...UNSEEN,
      error: 'The attempt was cut off before its end was seen; whether the event arrived is not known.',
    });
    delivery.attempts = number;
  }
}

function end(delivery: WebhookDelivery, state: 'delivered' | 'failed', at: Date): void {
  delivery.state = state;
  delivery.completedAt = at;
  delivery.nextAttemptAt = null;
  delivery.waitsSince = null;
}
