import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Store } from '../base/environment.ts';
import { claim } from '../base/db/claim.ts';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import type { Clock } from '../base/time/clock.ts';
import {
  applyToSubject,
  findSubject,
  UNKNOWN,
  type GatewayEventOutcome,
  type GatewayWord,
} from './apply-gateway-event.ts';
import { GatewayCallback } from './gateway-callback.entity.ts';

/** The process that tries to apply a callback has this long before another may try. */
const LEASE_SECONDS = 30;
/** Callbacks come in any order, but not hours apart. */
const EARLY_MINUTES = 10;

const STORE_CALLBACK = prepared(
  'store_gateway_callback',
  `insert into gateway_callbacks (gateway, company_id, environment, gateway_event_id, event, received_at, next_try_at)
   values ($1, $2, $3, $4, $5, now(), now() + interval '${LEASE_SECONDS} seconds')
   on conflict (gateway, company_id, environment, gateway_event_id) do nothing returning id`,
);

/**
 * Stores a verified callback before anything is done about it; the gateway's event id makes it unique. Once this
 * returns, the gateway may be told that we have it.
 *
 * @returns the callback's id, or null when it came before
 */
export async function storeCallback(em: EntityManager, { gateway, store, event }: GatewayWord): Promise<number | null> {
  const rows = await runPrepared<{ id: string }>(em.fork(), STORE_CALLBACK, [
    ...[gateway, store?.companyId ?? null, store?.environment ?? null],
    ...[event.id, JSON.stringify(event)],
  ]);
  return rows[0] ? Number(rows[0].id) : null;
}

/** A callback that is stored and not applied, as far as is known. */
interface StoredCallback extends GatewayWord {
  callbackId: number;
}

/**
 * Applies a stored callback. Repeating it is harmless: the state machine and the payment's id see to that.
 *
 * @returns what came of it, in a word
 */
export async function applyCallback(
  deps: { em: EntityManager; clock: Clock },
  { callbackId }: { callbackId: number },
): Promise<string | null> {
  const callback = await deps.em.fork().findOneOrFail(GatewayCallback, callbackId);
  if (callback.appliedAt) return callback.outcome;
  const { gateway, event } = callback;
  return applyStored(deps, { callbackId, gateway, store: storeOf(callback), event });
}

/**
 * As `applyCallback`, with the content of the callback. The changes and the mark that the callback is applied are
 * committed together.
 *
 * @returns the outcome, in a word
 */
export async function applyStored(
  { em, clock }: { em: EntityManager; clock: Clock },
  { callbackId, ...word }: StoredCallback,
): Promise<GatewayEventOutcome> {
  const { event } = word;
  const subject = await findSubject(em, word);
  if (subject) {
    const at = await clock.now(subject);
    return applyToSubject(em, { subject, event, at }, (tx, outcome) => markApplied(tx, { callbackId, outcome, at }));
  }
  const outcome = UNKNOWN[event.type];
  await runPrepared(em.fork(), PUT_ASIDE, [callbackId, outcome]);
  return outcome;
}

const MARK_APPLIED = prepared(
  'mark_callback_applied',
  'update gateway_callbacks set applied_at = $2, outcome = $3 where id = $1 and applied_at is null',
);

/** A callback that comes before the payment that it is about stays: the sweep tries it again for a while. */
const PUT_ASIDE = prepared(
  'put_callback_aside',
  `update gateway_callbacks set applied_at = now(), outcome = $2::text
   where id = $1 and applied_at is null
     and ($2 <> 'unknown_payment' or received_at <= now() - interval '${EARLY_MINUTES} minutes')`,
);

async function markApplied(
  tx: EntityManager,
  { callbackId, outcome, at }: { callbackId: number; outcome: GatewayEventOutcome; at: Date },
): Promise<void> {
  await runPrepared(tx, MARK_APPLIED, [callbackId, at, outcome]);
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
    // A callback that cannot be applied must not hold the others up.
    await applyCallback(deps, { callbackId }).catch((error: unknown) => {
      deps.log.error({ err: error, callback_id: callbackId }, 'a stored callback could not be applied');
    });
  }
  return ids.length;
}

async function claimUnapplied(em: EntityManager): Promise<number[]> {
  const rows = await em.fork().execute<{ id: string }[]>(
    claim(
      `select id from gateway_callbacks where applied_at is null and next_try_at <= now()::timestamptz(3)
       order by id limit 100 for no key update skip locked`,
      `update gateway_callbacks set next_try_at = now() + interval '${LEASE_SECONDS} seconds'
       from claimed where gateway_callbacks.id = claimed.id returning claimed.id`,
    ),
  );
  return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
}
