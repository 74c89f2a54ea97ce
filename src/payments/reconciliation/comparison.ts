import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Store } from '../../base/environment.ts';
import { GatewayCallback } from '../gateway-callback.entity.ts';
import type { ChargeReference, GatewayBooks, GatewayEvent, PaymentGateway } from '../../gateways/payment-gateway.ts';
import { GatewayAccountError, GatewayUnavailableError } from '../../gateways/payment-gateway.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import type { CallbackContent } from '../apply-gateway-event.ts';
import { applyCallback, storeCallback } from '../receive-callback.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import type { ComparisonPart, Finding, Stop } from './reconciliation.entity.ts';

export interface ReconcileDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  log: Logger;
}

/**
 * `take_in`: our record was restored to an earlier moment, and what of ours the gateway has and we do not is what was
 * lost, and not somebody's mistake. `tell`: as that, but nothing is changed, here or there; what would be is counted.
 */
export type ComparisonMode = 'compare' | 'tell' | 'take_in';

/** The tables whose ids gateways know. */
export const BOOKED_TABLES = ['payment_attempts', 'invoices', 'refunds'] as const;
type BookedTable = (typeof BOOKED_TABLES)[number];

/** Books that differ in more than this differ as a whole: these are enough to see why. */
export const MAX_FINDINGS = 500;

/** A comparison whose worker dies compares this many entries once more. */
const KEEP_EVERY = 200;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A comparison of a store's books with its gateway's, as it goes on. */
export interface Comparison {
  em: EntityManager;
  clock: Clock;
  store: Store;
  gateway: PaymentGateway;
  books: GatewayBooks;
  mode: ComparisonMode;
  chargesSeen: number;
  /** The highest of our ids that the gateway's books name, by table. */
  highestIds: Record<BookedTable, number>;
  /** Made up for, taken in or canceled. */
  repaired: number;
  canceled: number;
  /** The first of them. */
  findings: Finding[];
  /** The number of findings beyond those that are kept. */
  findingsLeftOut: number;
  heartbeat: () => void;
  noteIds: (ids: Partial<Record<BookedTable, number | null>>) => void;
  note: (kind: Finding['kind'], details: Finding['details']) => void;
  findPayment: (gatewayPaymentId: string) => Promise<Payment | null>;
  cancelCharge: (charge: ChargeReference) => Promise<void>;
  /**
   * Does what the callback would have done that nobody heard; `about` names it, so that it is done once. News that a
   * gateway tells in its books alone are no repair.
   */
  makeUp: (about: string, event: WithoutId<GatewayEvent>, options?: { isRepair?: boolean }) => Promise<void>;
  /** Where the comparison goes on; null where it has not begun. */
  stop: Stop | null;
  /** An entry that cannot be compared must not keep the others from it. The entry is where the comparison goes on. */
  oneByOne: (entry: { part: ComparisonPart; id: string }, compare: () => Promise<void>) => Promise<void>;
}

/** The figures of a comparison so far. */
export type Progress = Pick<Comparison, 'chargesSeen' | 'repaired' | 'findings' | 'stop'>;

export function createComparison(
  deps: ReconcileDeps,
  {
    store,
    gateway,
    books,
    mode,
    heartbeat,
    progress,
    keep,
  }: Pick<Comparison, 'store' | 'gateway' | 'books' | 'mode' | 'heartbeat'> & {
    /** The progress of an earlier try, which stopped. */
    progress: Progress | null;
    /** Is called every so often with what the comparison has come to. */
    keep: (comparison: Comparison) => Promise<void>;
  },
): Comparison {
  const { em, clock } = deps;
  let compared = 0;
  const comparison: Comparison = {
    ...{ em, clock, store, gateway, books, mode, heartbeat },
    ...{ canceled: 0, findingsLeftOut: 0 },
    ...(progress ?? { chargesSeen: 0, repaired: 0, findings: [], stop: null }),
    highestIds: { payment_attempts: 0, invoices: 0, refunds: 0 },

    noteIds(ids) {
      for (const [table, id] of Object.entries(ids) as [BookedTable, number | null][]) {
        comparison.highestIds[table] = Math.max(comparison.highestIds[table], id ?? 0);
      }
    },

    note(kind, details) {
      if (comparison.findings.length < MAX_FINDINGS) comparison.findings.push({ kind, details });
      else comparison.findingsLeftOut += 1;
    },

    findPayment: (gatewayPaymentId) =>
      em.fork().findOne(Payment, { ...store, gateway: gateway.name, gatewayPaymentId }),

    async cancelCharge(charge) {
      if (mode !== 'tell') await gateway.cancelCharge(charge);
      comparison.canceled += 1;
      comparison.repaired += 1;
    },

    async makeUp(about, event, { isRepair = true } = {}) {
      if (mode === 'tell') {
        if (isRepair) comparison.repaired += 1;
        return;
      }
      const id = `reconciled-${about}`;
      const content = { gateway: gateway.name, store, event: { id, ...event } };
      const callback = await storeCallback(em, content);
      const outcome = await (callback ? applyCallback(deps, callback) : applyAgain(deps, content));
      if (outcome === 'nothing_to_do') return;
      // A repair that was done once, and whose fault is still there, would mend nothing if it were done again.
      if (callback && outcome === 'applied') comparison.repaired += isRepair ? 1 : 0;
      else comparison.note('could_not_apply', { about, outcome });
    },

    async oneByOne({ part, id }, compare) {
      const about = part === 'open_charges' ? `attempt ${id}` : part === 'mandates' ? `mandate ${id}` : id;
      heartbeat();
      try {
        await compare();
      } catch (error) {
        if (error instanceof GatewayAccountError) throw error;
        const outcome = error instanceof GatewayUnavailableError ? error.message : (error as Error).name;
        deps.log.error({ err: error, about }, 'something could not be compared');
        comparison.note('could_not_apply', { about, outcome });
      }
      comparison.stop = { part, after: id };
      compared += 1;
      if (compared % KEEP_EVERY === 0) await keep(comparison);
    },
  };
  return comparison;
}

/** A callback that an earlier comparison stored. @returns its outcome, in a word */
async function applyAgain(
  deps: { em: EntityManager; clock: Clock },
  { gateway, store, event: { id } }: CallbackContent & { store: Store },
): Promise<string | null> {
  const stored = await deps.em.fork().findOneOrFail(GatewayCallback, { gateway, ...store, gatewayEventId: id });
  if (stored.appliedAt) return stored.outcome;
  return applyCallback(deps, { callbackId: stored.id, gateway, store, event: stored.event });
}

/** Tells the store of an amount that is not in BRL, in the smallest unit of its currency: it is never booked. */
export function noteForeign(
  comparison: Comparison,
  { currency = null, amountCents }: { currency?: string | null; amountCents: number },
  ids: Finding['details'],
): void {
  comparison.note('foreign_currency', { ...ids, currency, gateway_amount: amountCents });
}
