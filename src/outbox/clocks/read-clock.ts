import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { SandboxClock } from '../../accounts/companies/sandbox-clock.entity.ts';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import {
  findDue,
  findNextMoment,
  findUnfinished,
  nameHappening,
  type Due,
  type NextMoment,
  type Unfinished,
} from './work-of-store.ts';

export interface ClockDeps {
  em: EntityManager;
  clock: Clock;
}

/** The clock of a company's sandbox; null where it has real time. */
export function findClock(em: EntityManager, companyId: number): Promise<SandboxClock | null> {
  return reader(em).findOne(SandboxClock, { companyId, environment: 'sandbox' });
}

/** As `findClock`, for a change. */
export function lockClock(tx: EntityManager, companyId: number): Promise<SandboxClock | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
  return tx.findOne(SandboxClock, { companyId, environment: 'sandbox' }, lock);
}

/**
 * The clock as the API shows it.
 *
 * @param looksForWork whether to say what an advance waits for: the role of a request does not see all of it
 */
export async function presentClock(
  { em, clock }: ClockDeps,
  store: Store,
  { looksForWork }: { looksForWork: boolean },
): Promise<Record<string, unknown>> {
  const found = await findClock(em, store.companyId);
  const now = found?.nowAt ?? (await clock.now(store));
  const { companyId } = store;
  const isAdvancing = found !== null && found.targetAt !== null;
  const unfinished = looksForWork && isAdvancing ? await findWork(em, { companyId, now }) : null;
  const next = await findNextMoment(em, { companyId, now });
  return {
    now,
    is_manual: found !== null,
    status: isAdvancing ? 'advancing' : 'ready',
    target: found?.targetAt ?? null,
    done: found?.done ?? 0,
    waits_for: unfinished && { what: unfinished.kind, ...idOf(unfinished) },
    next: next && { at: next.at, what: await nameHappening(em, next), ...idOf(next) },
  };
}

async function findWork(em: EntityManager, moment: { companyId: number; now: Date }): Promise<Due | Unfinished | null> {
  const [due] = await findDue(em, { ...moment, limit: 1 });
  return due ?? findUnfinished(em, moment);
}

function idOf({ kind, id }: NextMoment | Due | Unfinished): Record<string, number> {
  return kind === 'invoice' || kind === 'subscription' || kind === 'delivery' ? { [`${kind}_id`]: id } : {};
}
