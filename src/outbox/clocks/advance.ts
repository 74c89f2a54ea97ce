import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SandboxClock } from '../../accounts/companies/sandbox-clock.entity.ts';
import { OutboxEntry } from '../../base/outbox/outbox-entry.entity.ts';
import { tellOfWork } from '../../base/outbox/work-left.ts';
import { probePaused } from '../../webhooks/probe-paused.ts';
import type { ClockProgress } from './clock-progress.ts';
import { findClock, lockClock } from './read-clock.ts';
import { findDue, findNextMoment, findUnfinished, type Due, type Unfinished } from './work-of-store.ts';

/** Workflows that are told of a moment and not done yet. Further ones wait: those of other stores have their turns. */
const AT_ONCE = 3;
/** The wait between two looks at the work of a moment. It grows while nothing is done. */
const LOOK_MS = { first: 8, most: 100, growth: 1.4 };

export interface AdvanceOptions {
  companyId: number;
  /** Ends the work at its next look, in the middle of the advance. */
  signal: AbortSignal;
  /** Is called at each look. */
  onLook?: (progress: ClockProgress) => void;
}

/**
 * Moves the clock of a sandbox towards its target: from moment to moment, each one finished before the next begins. Any
 * process may go on where another left off, because the record has the clock and the work of the present moment.
 *
 * @returns how far the clock is when it rests, or when `signal` ends this
 */
export async function advance(em: EntityManager, options: AdvanceOptions): Promise<ClockProgress> {
  let clock = await findClock(em, options.companyId);
  while (clock?.targetAt) {
    const progress = await finishMoment(em, clock, options);
    if (progress.waitsFor !== null || options.signal.aborted) return progress;
    clock = await goOn(em, options.companyId);
  }
  return progressOf(clock, null);
}

/** Has all work of the present moment done by the workflows that wait for it. */
async function finishMoment(
  em: EntityManager,
  clock: SandboxClock,
  { companyId, signal, onLook }: AdvanceOptions,
): Promise<ClockProgress> {
  const moment = { companyId, now: clock.nowAt };
  const telling = new Telling(em, clock);
  let lookMs = LOOK_MS.first;
  let before = '';
  for (;;) {
    const due = await findDue(em, { ...moment, limit: 2 * AT_ONCE });
    await telling.tellSome(due);
    const unfinished = due[0] ?? (await findUnfinished(em, moment));
    const progress = progressOf(clock, unfinished && nameOf(unfinished));
    onLook?.(progress);
    if (!unfinished || signal.aborted) return progress;
    const seen = [...due, unfinished].map(nameOf).join();
    lookMs = seen === before ? Math.min(lookMs * LOOK_MS.growth, LOOK_MS.most) : LOOK_MS.first;
    before = seen;
    await pause(lookMs);
  }
}

function progressOf(clock: SandboxClock | null, waitsFor: string | null): ClockProgress {
  const target = clock?.targetAt?.toISOString() ?? null;
  const now = (clock?.nowAt ?? new Date()).toISOString();
  return { status: target === null ? 'ready' : 'advancing', now, target, done: clock?.done ?? 0, waitsFor };
}

function nameOf({ kind, id }: Due | Unfinished): string {
  return `${kind} ${id}`;
}

/**
 * Tells the workflows of the work of one moment, a few at a time, each once. A workflow that does not do its work may
 * be lost: it is told again by whoever goes on with the advance, some seconds later.
 */
class Telling {
  private readonly told = new Set<string>();
  private readonly em: EntityManager;
  private readonly clock: SandboxClock;
  private isFirst = true;

  constructor(em: EntityManager, clock: SandboxClock) {
    this.em = em;
    this.clock = clock;
  }

  /** Tells as many workflows as have places. */
  async tellSome(due: Due[]): Promise<void> {
    // All that was due was seen before: whoever brought a newcomer about tells of it too.
    if (!this.isFirst && due.length < AT_ONCE) for (const one of due) this.told.add(nameOf(one));
    this.isFirst = false;
    const waiting = due.filter((one) => !this.told.has(nameOf(one)));
    const places = AT_ONCE - (due.length - waiting.length);
    const some = waiting.slice(0, Math.max(0, places));
    if (some.length === 0) return;
    await this.tell(some);
    for (const one of some) this.told.add(nameOf(one));
  }

  private async tell(some: Due[]): Promise<void> {
    const { companyId, environment } = this.clock;
    await this.em.fork().transactional(async (tx) => {
      for (const { kind, id } of some) {
        tx.create(OutboxEntry, { subjectType: kind, subjectId: id, companyId, environment });
      }
      await tx.flush();
      await tellOfWork(tx, 'outbox');
    });
  }
}

/** Moves the clock to the next moment, or ends the advance. @returns the clock then; null where there is none */
async function goOn(em: EntityManager, companyId: number): Promise<SandboxClock | null> {
  return em.fork().transactional(async (tx) => {
    const clock = await lockClock(tx, companyId);
    if (!clock?.targetAt) return clock;
    const { nowAt, targetAt } = clock;
    clock.updatedAt = new Date();
    if (clock.isStopping || nowAt >= targetAt) {
      clock.targetAt = null;
      clock.isStopping = false;
      return clock;
    }
    const next = await findNextMoment(tx, { companyId, now: nowAt });
    const isMoment = next !== null && next.at <= targetAt;
    clock.nowAt = isMoment ? next.at : targetAt;
    if (isMoment) clock.done += 1;
    if ((await probePaused(tx, clock.nowAt, { companyId })) > 0) await tellOfWork(tx, 'outbox');
    return clock;
  });
}
