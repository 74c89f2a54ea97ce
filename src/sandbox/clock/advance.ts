import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SandboxClock } from '../../accounts/companies/sandbox-clock.entity.ts';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import { OutboxEntry, type OutboxSubject } from '../../base/outbox/outbox-entry.entity.ts';
import { tellMany } from '../../base/outbox/tell-many.ts';
import { tellOfWork } from '../../base/outbox/work-left.ts';
import { probePaused } from '../../webhooks/probe-paused.ts';
import type { ClockProgress } from './clock-progress.ts';
import { findClock, lockClock } from './read-clock.ts';
import { findNextMoment, findUnfinished } from './work-of-store.ts';
import { DUE_SUBJECTS } from './work-of-store.sql.ts';

/** So many subjects of a moment are told as any other news; more of them wait for the news of other stores. */
const FEW = 20;
/** The wait between two looks at the work of a moment. It grows while the work takes its time. */
const LOOK_MS = { first: 3, most: 100, growth: 1.4 };
/** Work that nobody has done for so long is told again: its workflow may be lost. The time doubles with each telling. */
const TELL_AGAIN_MS = 10_000;

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
  const { companyId, signal } = options;
  // A process that died may have left the present moment untold.
  await tellDue(em, companyId);
  for (;;) {
    const progress = await finishMoment(em, options);
    if (progress.status === 'ready' || signal.aborted) return progress;
    await goOn(em, companyId);
  }
}

/** Waits until all work of the present moment is done. */
async function finishMoment(
  em: EntityManager,
  { companyId, signal, onLook }: AdvanceOptions,
): Promise<ClockProgress> {
  let lookMs = LOOK_MS.first;
  let tellAgainMs = TELL_AGAIN_MS;
  let toldAt = performance.now();
  for (;;) {
    const clock = await findClock(em, companyId);
    if (!clock) return { status: 'ready', now: new Date().toISOString(), target: null, done: 0, waitsFor: null };
    const { nowAt, targetAt, done } = clock;
    const unfinished = targetAt && (await findUnfinished(em, { companyId, now: nowAt }));
    const progress: ClockProgress = {
      status: targetAt ? 'advancing' : 'ready',
      now: nowAt.toISOString(),
      target: targetAt && targetAt.toISOString(),
      done,
      waitsFor: unfinished && `${unfinished.kind} ${unfinished.id}`,
    };
    onLook?.(progress);
    if (!unfinished || signal.aborted) return progress;
    if (performance.now() - toldAt > tellAgainMs) {
      await tellDue(em, companyId);
      toldAt = performance.now();
      tellAgainMs *= 2;
    }
    await pause(lookMs);
    lookMs = Math.min(lookMs * LOOK_MS.growth, LOOK_MS.most);
  }
}

/** Moves the clock to the next moment and has its work done, or ends the advance: one transaction. */
async function goOn(em: EntityManager, companyId: number): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const clock = await lockClock(tx, companyId);
    if (!clock?.targetAt) return;
    const { nowAt, targetAt } = clock;
    clock.updatedAt = new Date();
    if (clock.isStopping || nowAt >= targetAt) {
      clock.targetAt = null;
      clock.isStopping = false;
      return;
    }
    const next = await findNextMoment(tx, { companyId, now: nowAt });
    const isMoment = next !== null && next.at <= targetAt;
    clock.nowAt = isMoment ? next.at : targetAt;
    if (isMoment) clock.done += 1;
    await tx.flush();
    await tellOf(tx, clock);
  });
}

/** Has the work of the present moment done, or done once more. */
async function tellDue(em: EntityManager, companyId: number): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const clock = await lockClock(tx, companyId);
    if (clock?.targetAt) await tellOf(tx, clock);
  });
}

async function tellOf(tx: EntityManager, { companyId, environment, nowAt }: SandboxClock): Promise<void> {
  await probePaused(tx, nowAt, { companyId });
  const due = await runPrepared<{ kind: OutboxSubject; subject: string }>(tx, DUE_SUBJECTS, [companyId, nowAt]);
  if (due.length <= FEW) {
    for (const { kind, subject } of due) {
      tx.create(OutboxEntry, { subjectType: kind, subjectId: Number(subject), companyId, environment });
    }
    await tx.flush();
  } else {
    for (const [kind, subjects] of Map.groupBy(due, (one) => one.kind)) {
      const rows = `select unnest(?::bigint[]) as subject, ?::bigint as company_id, ?::text as environment`;
      await tx.execute(tellMany(kind, rows), [`{${subjects.map((one) => one.subject).join()}}`, companyId, environment]);
    }
  }
  await tellOfWork(tx);
}
