import type { EntityManager } from '@mikro-orm/postgresql';
import { SpanKind } from '@opentelemetry/api';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createAdaptiveWindow } from '../base/concurrency/adaptive-window.ts';
import { withSignal } from '../base/concurrency/with-signal.ts';
import { runAlone } from '../base/db/prepared-statements.ts';
import type { ApiMetrics } from '../base/telemetry/metrics.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import { claimFresh, claimInTurn, type Entry, type StoreCursor } from './claim-entries.ts';
import { createHearing } from './hearing.ts';
import type { InvoicesUnderWay } from './invoices-under-way.ts';
import { prepareSignals, type Signal } from './prepare-signals.ts';
import { invoiceWorkflowId } from './workflow-ids.ts';
import { DELETE_TOLD, PUT_BACK, SET_ASIDE } from './dispatch-outbox.sql.ts';

/** Signals under way at once in a process, as long as Temporal takes them quickly. */
const SIGNALS_AT_ONCE = 50;
/** A signal that takes longer says that Temporal has enough to do. */
const SLOW_SIGNAL_MS = 500;
/** While Temporal takes nothing, a single signal is tried this often. */
const REST_MS = 1_000;
/** News of now leave this share of the places to what waits. */
const SHARE_OF_BACKLOG = 1 / 4;
/** The interval between looks for waiting entries when nothing was found at the last look. */
const LOOK_EVERY_MS = 900;
/**
 * Entries that one act writes for many subjects: a process has few of them under way, so that other entries hardly
 * notice.
 */
export const BULK_AT_ONCE = 3;
/**
 * Bulk work begins in the gaps between news of now. Where there is no gap, an entry begins this long after the one
 * before.
 */
const BULK_PATIENCE_MS = 500;
/**
 * Workflows of what waits that a process begins at once. Temporal takes signals faster than its workers do the work: a
 * thousand workflows that were begun together after an outage made all of them slow, and news of now with them.
 */
const LATE_AT_ONCE = 8;
/** An entry that Temporal was too busy for is tried again after two seconds, and then after five. */
const LONGEST_WAIT_SECONDS = 5;
/** An entry that Temporal refuses is tried again after this, twice as long each time. */
const LONGEST_REFUSED_SECONDS = 600;
/** So often Temporal may refuse an entry while it takes others. */
const MOST_REFUSALS = 6;
/** Others were taken if the last of them was taken this recently. */
const OTHERS_TAKEN_MS = 60_000;

export interface DispatchOutboxDeps {
  em: EntityManager;
  /** As `openClaims` opens them. */
  claims: pg.Pool;
  client: Client;
  /** The invoices that the worker of this process is at; absent in a process without a worker. */
  invoices?: InvoicesUnderWay;
  log: Logger;
  metrics: { signals: ApiMetrics['signals'] };
  tracing: Tracing;
  /** Ends the calls that are under way. */
  stopping: AbortSignal;
  /** Is told when there is a place for more, or when what rested is due: a round is to follow. */
  onFree: () => void;
}

export interface OutboxDispatcher {
  /** Begins to tell all entries that there is a place for, without waiting for the signals. */
  round(): Promise<void>;
  /** Ends when no signal is under way. */
  settled(): Promise<void>;
}

/**
 * Tells workflows of changed records. No lock is held while Temporal is called: an entry is claimed for a few seconds
 * in a statement of its own, and deleted once Temporal has taken the signal. If anything fails in between, the entry is
 * claimed again, and the workflow hears the same news twice, which is harmless.
 *
 * Nobody waits for somebody else's trouble (docs/decisions/0027-turns-of-stores.md): news of now go first, then what
 * waits, a store after the other; each entry has its own time to be tried again; and what waits, or was ordered by a
 * single act for many subjects, goes on only as fast as the workers hear of it. The latter begins in the gaps between
 * news of now.
 */
export function createOutboxDispatcher(deps: DispatchOutboxDeps): OutboxDispatcher {
  const { em, claims, client, invoices, log, metrics, tracing, stopping, onFree } = deps;
  const window = createAdaptiveWindow({ most: SIGNALS_AT_ONCE, slowMs: SLOW_SIGNAL_MS, restMs: REST_MS });
  /** Whether the last look may have left entries for want of places. A place that becomes free is worth a look then. */
  let leftSome = false;
  const onPlace = (): void => {
    if (leftSome) onFree();
  };
  invoices?.watch(onPlace);
  const hearing = {
    bulk: createHearing(em, { onHeard: onPlace, lane: 'bulk' }),
    late: createHearing(em, { onHeard: onPlace, lane: 'late' }),
    // Known only while there is bulk work, which waits for it.
    fresh: createHearing(em, { onHeard: onPlace, lane: 'late' }),
  };
  /** By subject, the entries that came while its workflow is being told: the order of two signals is theirs to keep. */
  const underWay = new Map<string, Entry[]>();
  const work = new Set<Promise<void>>();
  const lanes = { backlog: lane(), bulk: lane() };
  const told: Entry[] = [];
  let isDeleting = false;
  let takenAt = -Infinity;
  let restTimer: NodeJS.Timeout | undefined;
  let bulkBegunAt = -Infinity;
  let bulkTimer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    while (!stopping.aborted) {
      if (rests()) return;
      const claimed = await claimSome();
      if (claimed === 0 || !leftSome) return;
    }
  };

  /** Whether nothing is begun now, as Temporal takes nothing; the next signal is tried when it has rested. */
  const rests = (): boolean => {
    const ms = window.restsFor;
    if (ms <= 0) return false;
    clearTimeout(restTimer);
    restTimer = setTimeout(onFree, ms).unref();
    return true;
  };

  /** @returns how many entries were claimed */
  const claimSome = async (): Promise<number> => {
    const { backlog, bulk } = lanes;
    const backlogIsDue = isDue(backlog);
    const kept = backlogIsDue ? Math.floor(window.size * SHARE_OF_BACKLOG) : 0;
    leftSome = false;
    const places = Math.min(window.size - kept - work.size, invoices?.free ?? Infinity);
    const fresh = begin(await claimUpTo(places, (limit) => claimFresh(claims, limit)));
    const placesOfLate = Math.min(LATE_AT_ONCE - hearing.late.size, window.size - work.size);
    const waiting = backlogIsDue
      ? begin(await claimUpTo(placesOfLate, (limit) => claimFrom(backlog, false, limit)), 'late')
      : 0;
    const atOnce = hearing.fresh.size > 0 ? hearing.bulk.size + 1 : BULK_AT_ONCE;
    const bulkIsDue = isDue(bulk);
    const placesOfBulk = bulkIsDue && bulkWaits() ? 0 : Math.min(atOnce, BULK_AT_ONCE) - hearing.bulk.size;
    const many = bulkIsDue
      ? begin(await claimUpTo(Math.min(placesOfBulk, window.size), (limit) => claimFrom(bulk, true, limit)), 'bulk')
      : 0;
    if (many > 0) bulkBegunAt = performance.now();
    return fresh + waiting + many;
  };

  /** Whether the workers still have to do with news of now. */
  const bulkWaits = (): boolean => {
    const ms = bulkBegunAt + BULK_PATIENCE_MS - performance.now();
    if (hearing.fresh.size === 0 || ms <= 0) return false;
    clearTimeout(bulkTimer);
    bulkTimer = setTimeout(onFree, ms).unref();
    return true;
  };

  const claimUpTo = async (limit: number, from: (limit: number) => Promise<Entry[]>): Promise<Entry[]> => {
    const entries = limit > 0 && !stopping.aborted ? await from(limit) : [];
    if (entries.length >= limit) leftSome = true;
    return entries;
  };

  const claimFrom = async (from: Lane, isBulk: boolean, limit: number): Promise<Entry[]> => {
    const entries = await claimInTurn(claims, { isBulk, limit, after: from.after });
    from.lookedAt = performance.now();
    from.hadSome = entries.length > 0;
    from.after = entries.at(-1) ?? null;
    return entries;
  };

  /**
   * Begins to tell the subjects of entries.
   *
   * @param lane `late`: news of before; `bulk`: what an act ordered for many. The workflows that these begin leave the
   *   workers to those that news of now begin, and no more of them are begun than the workers hear.
   * @returns how many entries there are
   */
  const begin = (entries: Entry[], lane?: 'late' | 'bulk'): number => {
    if (entries.length === 0) return 0;
    const heard = lane ? hearing[lane] : lanes.bulk.hadSome ? hearing.fresh : undefined;
    const bySubject = new Map<string, Entry[]>();
    for (const entry of entries) {
      const before = bySubject.get(entry.subject);
      const later = underWay.get(entry.subject);
      if (before) before.push(entry);
      else if (later) later.push(entry);
      else {
        bySubject.set(entry.subject, [entry]);
        underWay.set(entry.subject, []);
      }
    }
    const ours = [...bySubject.values()];
    const signals = prepareSignals(em, client, {
      entries: ours.flat(),
      yields: lane !== undefined,
      hasWorker: invoices !== undefined && lane !== 'bulk',
    });
    for (const itsEntries of ours) {
      const { subject, kind, subjectId } = itsEntries[0]!;
      heard?.await(kind, subjectId);
      const place = !lane && kind === 'invoice' ? invoiceWorkflowId(subjectId) : null;
      if (place) invoices?.begin(place);
      goOn(async () => {
        let isTriedHere = false;
        try {
          const signal = (await signals).get(subject);
          const isTaken = signal !== undefined && (await tell(itsEntries, signal.send));
          isTriedHere = isTaken && signal.isTriedHere;
          if (!signal) await forget(itsEntries);
          // Nobody hears of it now.
          if (!isTaken) heard?.forget(kind, subjectId);
        } finally {
          if (place && !isTriedHere) invoices?.end(place);
          const later = underWay.get(subject)!;
          underWay.delete(subject);
          if (later.length > 0 && !stopping.aborted) begin(later, lane);
        }
      });
    }
    return entries.length;
  };

  /** A failure here is a fault of the record: the entries are free again when their lease ends. */
  const goOn = (one: () => Promise<void>): void => {
    const running: Promise<void> = one()
      .catch((error: unknown) =>
        log.error({ err: error }, 'entries of the outbox wait: the record could not be reached'),
      )
      .finally(() => {
        work.delete(running);
        onPlace();
      });
    work.add(running);
  };

  /**
   * The signal is a part of the trace in which its first entry was written.
   *
   * @returns whether Temporal took it
   */
  const tell = async (entries: Entry[], send: Signal['send']): Promise<boolean> => {
    const { kind } = entries[0]!;
    const traceparent = entries.find((entry) => entry.traceparent !== null)?.traceparent;
    const begun = performance.now();
    try {
      await withSignal(stopping, (own) =>
        client.withAbortSignal(own, () =>
          tracing.goOn(`signal ${kind}`, { kind: SpanKind.PRODUCER, traceparent }, send),
        ),
      );
    } catch (error) {
      metrics.signals.inc({ subject: kind, outcome: 'refused' });
      if (!stopping.aborted) await putBack(entries, error);
      return false;
    }
    metrics.signals.inc({ subject: kind, outcome: 'taken' });
    takenAt = performance.now();
    window.answered(takenAt - begun);
    await forget(entries);
    return true;
  };

  /** Deletes what was told, together with what is told meanwhile. */
  const forget = async (entries: Entry[]): Promise<void> => {
    told.push(...entries);
    if (isDeleting) return;
    isDeleting = true;
    try {
      while (told.length > 0) {
        const some = told.splice(0);
        const values = [some.map(({ id }) => id), some.map(({ revision }) => revision)];
        await claims.query({ ...DELETE_TOLD, values });
      }
    } finally {
      isDeleting = false;
    }
  };

  const putBack = async (entries: Entry[], error: unknown): Promise<void> => {
    const ids = entries.map(({ id }) => id);
    const subject = entries[0]!.subject;
    if (isAway(error)) {
      const rested = window.restsFor > 0;
      window.failed();
      if (!rested && window.restsFor > 0) log.warn({ err: error }, 'Temporal does not take signals; they wait');
      await runAlone(em, PUT_BACK, [ids, LONGEST_WAIT_SECONDS]);
      return;
    }
    const isRefusedAlone = performance.now() - takenAt < OTHERS_TAKEN_MS;
    const isForGood = isRefusedAlone && Math.max(...entries.map(({ tries }) => tries)) + 1 >= MOST_REFUSALS;
    log.warn({ err: error, subject, set_aside: isForGood }, 'Temporal refuses a signal');
    // Temporal refuses everybody: no fault of this entry, and soon mended.
    if (!isRefusedAlone) window.failed();
    if (isForGood) await runAlone(em, SET_ASIDE, [ids, describe(error)]);
    else await runAlone(em, PUT_BACK, [ids, isRefusedAlone ? LONGEST_REFUSED_SECONDS : LONGEST_WAIT_SECONDS]);
  };

  return {
    round,
    async settled() {
      clearTimeout(restTimer);
      clearTimeout(bulkTimer);
      for (const one of Object.values(hearing)) one.stop();
      while (work.size > 0) await Promise.allSettled(work);
    },
  };
}

/** A kind of entries that the dispatcher claims in its turn. */
interface Lane {
  after: StoreCursor | null;
  lookedAt: number;
  hadSome: boolean;
}

function lane(): Lane {
  return { after: null, lookedAt: -Infinity, hadSome: false };
}

function isDue({ hadSome, lookedAt }: Lane): boolean {
  return hadSome || performance.now() - lookedAt > LOOK_EVERY_MS;
}

/** gRPC's codes of a server that has no time or cannot be reached; any other refusal concerns the signal itself. */
const AWAY: readonly number[] = [
  1, // cancelled
  4, // deadline exceeded
  8, // resource exhausted
  10, // aborted
  14, // unavailable
];

function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && AWAY.includes(code);
}

/** gRPC's code, which the client wraps; null where the call was never made. */
function codeOf(error: unknown): number | null {
  for (let one = error; one instanceof Error; one = one.cause) if (isGrpcServiceError(one)) return one.code;
  return null;
}

const SHOWN_LENGTH = 200;

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return String(cause instanceof Error ? cause.message : cause).slice(0, SHOWN_LENGTH);
}
