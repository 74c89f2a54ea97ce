import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import type { SandboxClock } from '../../accounts/companies/sandbox-clock.entity.ts';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict, invalidFields } from '../../base/errors/errors.ts';
import { OutboxEntry } from '../../base/outbox/outbox-entry.entity.ts';
import { tellMany } from '../../base/outbox/tell-many.ts';
import { tellDeliveries } from '../../webhooks/tell-deliveries.ts';
import { checkSimulated } from '../../gateways/check-simulated.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';
import { momentAfter, type AdvanceBody } from './clock.schema.ts';
import { LYING_AHEAD } from './lying-ahead.sql.ts';
import { lockClock } from './read-clock.ts';
import { findNextMoment } from './work-of-store.ts';

/** A clock goes no further ahead of real time than boletos and calendars are sure to be right. */
const MOST_YEARS_AHEAD = 10;

interface SetClockDeps {
  em: EntityManager;
}

/**
 * Begins an advance of the clock of a store's sandbox, which has real time before its first advance. The clock's
 * workflow hears of it after the commit.
 *
 * @throws ApiError 403 in production; 409 `clock_advancing` with the advance under way, `gateway_not_simulated`;
 *   422 for a moment that does not lie ahead, or too far
 */
export async function advanceClock(
  { em }: SetClockDeps,
  { store, body }: { store: Store; body: AdvanceBody },
): Promise<void> {
  sandboxOnly(store, 'Clocks');
  await checkSimulated(em, store, null);
  await inTransaction(em, async (tx) => {
    const clock = await lockOrMakeClock(tx, store);
    checkRests(clock);
    const target = await targetOf(tx, { clock, body });
    clock.targetAt = target;
    clock.isStopping = false;
    clock.done = 0;
    clock.updatedAt = new Date();
    tellClock(tx, store);
  });
}

/** Ends the advance under way at its next moment. Nothing happens where there is none. */
export async function stopClock({ em }: { em: EntityManager }, store: Store): Promise<void> {
  sandboxOnly(store, 'Clocks');
  await inTransaction(em, async (tx) => {
    const clock = await lockClock(tx, store.companyId);
    if (clock?.targetAt) clock.isStopping = true;
  });
}

/**
 * Gives a sandbox real time back, and has its workflows told to wait by it. Nothing happens where it has real time.
 *
 * @throws ApiError 403 in production; 409 `clock_advancing`; `clock_ahead` where something is open that happened at a
 *   moment which has not come in real time; `clock_behind` where something is due until now
 */
export async function removeClock({ em }: { em: EntityManager }, store: Store): Promise<void> {
  sandboxOnly(store, 'Clocks');
  await inTransaction(em, async (tx) => {
    const clock = await lockClock(tx, store.companyId);
    if (!clock) return;
    checkRests(clock);
    const now = new Date();
    await checkNothingAhead(tx, { store, now });
    await checkNothingBehind(tx, { store, clock, now });
    await tx.remove(clock).flush();
    await tellAll(tx, store);
  });
}

async function checkNothingAhead(tx: EntityManager, { store, now }: { store: Store; now: Date }): Promise<void> {
  const { companyId } = store;
  const [ahead] = await tx.execute<{ kind: string; id: string; at: Date | string }[]>(
    LYING_AHEAD,
    Array.from({ length: 3 }, () => [companyId, now]).flat(),
  );
  if (!ahead) return;
  const { kind, id, at } = ahead;
  throw conflict(
    'clock_ahead',
    `${kind} ${id} is open and was changed at ${new Date(at).toISOString()}, which lies ahead of real time: end it, or go on with the clock.`,
    { [`${kind}_id`]: Number(id) },
  );
}

async function checkNothingBehind(
  tx: EntityManager,
  { store, clock, now }: { store: Store; clock: SandboxClock; now: Date },
): Promise<void> {
  const next = await findNextMoment(tx, { companyId: store.companyId, now: clock.nowAt });
  if (!next || next.at > now) return;
  throw conflict(
    'clock_behind',
    `${next.kind} ${next.id} is due at ${next.at.toISOString()}, which lies between the clock and real time: advance the clock to ${now.toISOString()} first.`,
    { [`${next.kind}_id`]: next.id },
  );
}

/** Everything that waits by the clock is to wait by real time. */
async function tellAll(tx: EntityManager, { companyId }: Store): Promise<void> {
  const open = (table: string, column: string): string =>
    `select id as subject, company_id, environment from ${table}
     where company_id = ? and environment = 'sandbox' and ${column} is not null`;
  await tx.execute(tellMany('invoice', open('invoices', 'next_deadline_at')), [companyId]);
  await tx.execute(tellMany('subscription', open('subscriptions', 'next_step_at')), [companyId]);
  await tellDeliveries(tx, `company_id = ? and environment = 'sandbox'`, [companyId]);
}

/** A first advance begins now. Attempts of deliveries that Temporal would repeat by itself hear of the clock. */
async function lockOrMakeClock(tx: EntityManager, store: Store): Promise<SandboxClock> {
  const known = await lockClock(tx, store.companyId);
  if (known) return known;
  const now = new Date();
  const made = await tx.execute<unknown[]>(
    `insert into sandbox_clocks (company_id, environment, now_at) values (?, 'sandbox', ?)
     on conflict (company_id, environment) do nothing returning id`,
    [store.companyId, now],
  );
  if (made.length > 0)
    await tellDeliveries(tx, `company_id = ? and environment = 'sandbox' and attempts > 0`, [store.companyId]);
  return (await lockClock(tx, store.companyId))!;
}

/** @throws ApiError 409 with the advance that is under way */
function checkRests({ nowAt, targetAt, done }: SandboxClock): void {
  if (!targetAt) return;
  throw conflict(
    'clock_advancing',
    `The clock shows ${nowAt.toISOString()} and advances to ${targetAt.toISOString()}: wait until it is there, or stop it.`,
    { advance: { now: nowAt, target: targetAt, done } },
  );
}

/** @throws ApiError 422 */
async function targetOf(
  tx: EntityManager,
  { clock, body: { advance, to } }: { clock: SandboxClock; body: AdvanceBody },
): Promise<Date> {
  const field = advance === undefined ? 'to' : 'advance';
  const fail = (code: string, message: string) => invalidFields([{ field, code, message: `${field} ${message}` }]);
  const { timeZone } = await tx.findOneOrFail(Company, clock.companyId);
  const target = advance === undefined ? new Date(to!) : momentAfter(clock.nowAt, advance, timeZone);
  const latest = momentAfter(new Date(), `P${MOST_YEARS_AHEAD}Y`, timeZone)!;
  if (target && target > latest) {
    throw fail('too_far', `must lead to ${latest.toISOString()} at most, ${MOST_YEARS_AHEAD} years from now`);
  }
  if (!target || target <= clock.nowAt) {
    throw fail('not_ahead', `must lead forwards: the clock shows ${clock.nowAt.toISOString()}`);
  }
  return target;
}

/** The workflow of the clock hears that its record has changed. */
function tellClock(tx: EntityManager, { companyId, environment }: Store): void {
  tx.create(OutboxEntry, { subjectType: 'clock', subjectId: companyId, companyId, environment });
}
