import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Environment } from '../base/environment.ts';
import { claim } from '../base/db/claim.ts';
import { runAlone, runWithNext } from '../base/db/prepared-statements.ts';
import type { Clock } from '../base/time/clock.ts';
import type { GatewayEvent } from '../gateways/payment-gateway.ts';
import {
  applyGatewayEvent,
  findSubject,
  UNKNOWN,
  type CallbackContent,
  type GatewayEventOutcome,
} from './apply-gateway-event.ts';
import { applyMandateNews } from './mandates/note-mandate-news.ts';
import { applyPayoutNews } from './payouts/note-payout.ts';
import { LEASE_SECONDS, STORE_CALLBACK, MARK_APPLIED, PUT_ASIDE } from './receive-callback.sql.ts';

/**
 * Stores a verified callback before anything is done about it; the gateway's event id makes it unique. Once this
 * returns, the gateway may be told that we have it.
 *
 * @returns the stored callback, or null when it came before
 */
export async function storeCallback(em: EntityManager, content: CallbackContent): Promise<StoredCallback | null> {
  const { gateway, store, event } = content;
  const rows = await runAlone<{ id: string }>(em, STORE_CALLBACK, [
    ...[gateway, store?.companyId ?? null, store?.environment ?? null],
    ...[event.id, JSON.stringify(event)],
  ]);
  return rows[0] ? { ...content, callbackId: Number(rows[0].id) } : null;
}

export interface StoredCallback extends CallbackContent {
  callbackId: number;
}

/**
 * Applies a stored callback. The changes and the mark that the callback is applied are committed together. Repeating it
 * is harmless: the state machine and the payment's id see to that.
 *
 * @returns the outcome, in a word
 */
export async function applyCallback(
  { em, clock }: { em: EntityManager; clock: Clock },
  { callbackId, ...content }: StoredCallback,
): Promise<GatewayEventOutcome> {
  const { gateway, store, event } = content;
  if (event.type === 'mandate') {
    const note = (tx: EntityManager, outcome: GatewayEventOutcome, at: Date) =>
      markApplied(tx, { callbackId, outcome, at });
    const outcome = await applyMandateNews({ em, clock }, { gateway, store, news: event }, note);
    if (outcome === 'unknown_mandate') await runAlone(em, PUT_ASIDE, [callbackId, outcome]);
    return outcome;
  }
  if (event.type === 'payout') {
    const note = (tx: EntityManager, outcome: GatewayEventOutcome, at: Date) =>
      markApplied(tx, { callbackId, outcome, at });
    const outcome = await applyPayoutNews({ em, clock }, { gateway, store, news: event }, note);
    if (outcome === 'unknown_store') await runAlone(em, PUT_ASIDE, [callbackId, outcome]);
    return outcome;
  }
  const subject = await findSubject(em, { gateway, store, event });
  if (subject) {
    const at = await clock.now(subject, subject.clockAt);
    return applyGatewayEvent(em, { subject, event, at }, (tx, outcome) => markApplied(tx, { callbackId, outcome, at }));
  }
  const outcome = UNKNOWN[event.type];
  await runAlone(em, PUT_ASIDE, [callbackId, outcome]);
  return outcome;
}

async function markApplied(
  tx: EntityManager,
  { callbackId, outcome, at }: { callbackId: number; outcome: GatewayEventOutcome; at: Date },
): Promise<void> {
  await runWithNext(tx, MARK_APPLIED, [callbackId, at, outcome]);
}

/**
 * Applies callbacks that were stored but, after a crash or a fault, not applied.
 *
 * @returns how many were applied
 */
export async function applyStoredCallbacks(deps: { em: EntityManager; clock: Clock; log: Logger }): Promise<number> {
  const callbacks = await claimUnapplied(deps.em);
  for (const callback of callbacks) {
    // A callback that cannot be applied must not hold the others up.
    await applyCallback(deps, callback).catch((error: unknown) => {
      deps.log.error({ err: error, callback_id: callback.callbackId }, 'a stored callback could not be applied');
    });
  }
  return callbacks.length;
}

async function claimUnapplied(em: EntityManager): Promise<StoredCallback[]> {
  const rows = await em.fork().execute<CallbackRow[]>(
    claim(
      `select id from gateway_callbacks where applied_at is null and next_try_at <= now()::timestamptz(3)
       order by id limit 100 for no key update skip locked`,
      `update gateway_callbacks as stored set next_try_at = now() + interval '${LEASE_SECONDS} seconds'
       from claimed where stored.id = claimed.id
       returning stored.id, stored.gateway, stored.company_id, stored.environment, stored.event`,
    ),
  );
  return rows.map(storedCallback).sort((a, b) => a.callbackId - b.callbackId);
}

/** Columns of `gateway_callbacks`. */
export interface CallbackRow {
  id: string;
  gateway: string;
  company_id: string | null;
  environment: Environment | null;
  event: GatewayEvent;
}

export function storedCallback({
  id,
  gateway,
  company_id: companyId,
  environment,
  event,
}: CallbackRow): StoredCallback {
  const store = companyId !== null && environment !== null ? { companyId: Number(companyId), environment } : null;
  return { callbackId: Number(id), gateway, store, event };
}
