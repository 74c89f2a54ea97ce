import type { EntityManager } from '@mikro-orm/postgresql';
import { runAlone } from '../base/db/prepared-statements.ts';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';
import { BEGUN } from './hearing.sql.ts';

const LOOK_EVERY_MS = 50;
/** A worker that is well begins a delivery long before; a delivery that nobody begins holds up no other for longer. */
const PATIENCE_MS = 5_000;
/**
 * The shortest wait of late says how quick the workers are when they have little to do. It grows by this share with
 * each wait that is longer, so that a machine that has become slower for good counts as usual after some minutes.
 */
const FORGETTING = 1.005;
/**
 * The record tells when a delivery is begun, or found no place at its receiver. Another workflow counts as heard after
 * this time.
 */
const TURN_MS = 250;

/** Signals that were sent and not heard yet as far as is known, or were heard so recently that their places rest. */
export interface Hearing {
  readonly size: number;
  await(kind: OutboxSubject, id: number): void;
  /** Nobody is there to be told. */
  forget(kind: OutboxSubject, id: number): void;
  stop(): void;
}

export interface HearingOptions {
  /** Is told that there is a place for more. */
  onHeard: () => void;
  /**
   * `bulk` leaves the workers to others: a place rests when its work is begun, the longer the busier the workers are.
   * `late` goes at full speed: an invoice is heard when it has no charge and no delivery left that nobody has tried.
   */
  lane: 'bulk' | 'late';
}

export function createHearing(em: EntityManager, { onHeard, lane }: HearingOptions): Hearing {
  const toldByRecord: readonly OutboxSubject[] = lane === 'late' ? ['delivery', 'invoice'] : ['delivery'];
  const awaited = new Map<string, { kind: OutboxSubject; id: number; since: number; restsUntil?: number }>();
  let timer: NodeJS.Timeout | undefined;
  let shortest = PATIENCE_MS;

  /**
   * A place rests for as long as its delivery waited, times how much longer that was than the shortest wait: the busier
   * the workers are, the more they are left to others.
   */
  const restAfter = (waitedMs: number): number => {
    shortest = Math.min(shortest * FORGETTING, waitedMs);
    return Math.min((waitedMs * waitedMs) / shortest, PATIENCE_MS);
  };

  const look = async (): Promise<void> => {
    const all = [...awaited];
    const awaitedOf = (wanted: OutboxSubject): number[] =>
      all.flatMap(([, { kind, id, restsUntil }]) =>
        kind === wanted && toldByRecord.includes(kind) && restsUntil === undefined ? [id] : [],
      );
    const [deliveries, invoices] = [awaitedOf('delivery'), awaitedOf('invoice')];
    const isAsked = deliveries.length + invoices.length > 0;
    const rows = isAsked ? await runAlone<{ subject: string }>(em, BEGUN, [deliveries, invoices]) : [];
    const begun = new Set(rows.map(({ subject }) => subject));
    const now = performance.now();
    for (const [subject, one] of all) {
      if (begun.has(subject)) one.restsUntil = now + (lane === 'bulk' ? restAfter(now - one.since) : 0);
      const until = one.restsUntil ?? one.since + (toldByRecord.includes(one.kind) ? PATIENCE_MS : TURN_MS);
      if (now >= until) awaited.delete(subject);
    }
    if (awaited.size < all.length) onHeard();
  };
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      void look()
        // The database is away: the next look is soon enough.
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          if (awaited.size > 0) lookSoon();
        });
    }, LOOK_EVERY_MS).unref();
  };

  return {
    get size() {
      return awaited.size;
    },
    await(kind, id) {
      awaited.set(`${kind} ${id}`, { kind, id, since: performance.now() });
      lookSoon();
    },
    forget(kind, id) {
      awaited.delete(`${kind} ${id}`);
    },
    stop() {
      awaited.clear();
      clearTimeout(timer);
    },
  };
}
