import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Store } from '../companies/environment.ts';
import type { Clock } from '../time/clock.ts';
import { applyGatewayEvent, findSubject, type GatewayWord } from './apply-gateway-event.ts';
import { GatewayCallback } from './gateway-callback.entity.ts';

/** How long whoever tries to apply a callback has before another may try. */
const LEASE_MS = 30_000;
/** Callbacks come in any order, but not hours apart. */
const EARLY_MS = 10 * 60_000;

/**
 * Stores a verified callback before anything is done about it; the gateway's event id makes it unique. Once this
 * returns, the gateway may be told that we have it.
 *
 * @returns the callback's id, or null when it came before
 */
export async function storeCallback(
  em: EntityManager,
  { gateway, store, event, now }: GatewayWord & { now: Date },
): Promise<number | null> {
  const rows = await em.fork().execute<{ id: string }[]>(
    `insert into gateway_callbacks (gateway, company_id, environment, gateway_event_id, event, received_at, next_try_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (gateway, company_id, environment, gateway_event_id) do nothing returning id`,
    [
      gateway,
      store?.companyId ?? null,
      store?.environment ?? null,
      event.id,
      JSON.stringify(event),
      now,
      new Date(now.getTime() + LEASE_MS),
    ],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/**
 * Applies a stored callback. Repeating it is harmless: the state machine and the payment's id see to that.
 *
 * @returns what came of it, in a word
 */
export async function applyCallback(
  { em, clock }: { em: EntityManager; clock: Clock },
  { callbackId }: { callbackId: number },
): Promise<string | null> {
  const fork = em.fork();
  const callback = await fork.findOneOrFail(GatewayCallback, callbackId);
  if (callback.appliedAt) return callback.outcome;
  const { gateway, event } = callback;
  const store = storeOf(callback);
  const subject = await findSubject(em, { gateway, store, event });
  const at = subject ? await clock.now(subject) : new Date();
  const outcome = await applyGatewayEvent(em, { gateway, store, event, at });
  // Told before the payment that it is about: the sweep tries it again for a while.
  const isEarly = outcome === 'unknown_payment' && Date.now() - callback.receivedAt.getTime() < EARLY_MS;
  if (isEarly) return outcome;
  callback.outcome = outcome;
  callback.appliedAt = at;
  await fork.flush();
  return callback.outcome;
}

function storeOf({ companyId, environment }: GatewayCallback): Store | null {
  return companyId !== null && environment !== null ? { companyId, environment } : null;
}

/**
 * Applies callbacks that were stored but, after a crash or a fault, not applied.
 *
 * @returns how many were applied
 */
export async function applyStoredCallbacks(deps: { em: EntityManager; clock: Clock; log: Logger }): Promise<number> {
  const ids = await claimUnapplied(deps.em);
  for (const callbackId of ids) {
    // One that cannot be applied must not hold the others up.
    await applyCallback(deps, { callbackId }).catch((error: unknown) => {
      deps.log.error({ err: error, callback_id: callbackId }, 'a stored callback could not be applied');
    });
  }
  return ids.length;
}

async function claimUnapplied(em: EntityManager): Promise<number[]> {
  const now = new Date();
  const rows = await em.fork().execute<{ id: string }[]>(
    `update gateway_callbacks set next_try_at = ? where id in (
       select id from gateway_callbacks where applied_at is null and next_try_at <= ?
       order by id limit 100 for update skip locked) returning id`,
    [new Date(now.getTime() + LEASE_MS), now],
  );
  return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
}
