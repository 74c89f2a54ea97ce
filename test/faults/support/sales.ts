import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../../bench/support/figures.ts';
import { makeInvoice, type OneStore, type PlainReceivers } from './two-stores.ts';

/** An invoice of a store that wants to be served as ever, with what it waited for, in milliseconds. */
export interface Sale {
  phase: string;
  at: number;
  invoiceId: number | null;
  /** Until the API answered. */
  postMs: number;
  /** Until the payer could read the Pix code. */
  codeMs: number;
  /** Until both events of the invoice had come. */
  eventsMs: number;
  /** The problem of the sale; null where it went well. */
  problem: string | null;
}

export const WAITS = ['postMs', 'codeMs', 'eventsMs'] as const;
export type Wait = (typeof WAITS)[number];
export const WAIT_NAMES: Record<Wait, string> = { postMs: 'POST', codeMs: 'Pix code', eventsMs: 'events' };

/** Sales at an even rate, whatever becomes of those before. */
export interface Sales {
  enter(phase: string): void;
  count(phase: string): number;
  /** Those of a phase that came to their end so far. */
  done(phase: string): readonly Sale[];
  /** @returns all of them, once each has come to its end */
  stop(): Promise<readonly Sale[]>;
}

const EVENTS = ['invoice.created', 'invoice.payment_registered'];
/** A sale that is not done by then has failed. */
const PATIENCE_MS = 240_000;
const LOOK_MS = 20;
/** A sale that has waited for long looks more rarely: hundreds of sales in an outage are no attack of their own. */
const LONG_MS = 5_000;
const LOOK_SHARE = 0.03;
const RARE_SHARE = 0.3;

/** @param path of the store's receiver */
export function startSales(
  { store, receivers, path }: { store: OneStore; receivers: PlainReceivers; path: string },
  { perSecond, phase: first }: { perSecond: number; phase: string },
): Sales {
  const sales: Sale[] = [];
  const isDone = new Set<Sale>();
  const done = (name: string): Sale[] => sales.filter((sale) => sale.phase === name && isDone.has(sale));
  let phase = first;
  let stopped = false;

  const sell = async (due: number): Promise<void> => {
    const sale: Sale = {
      phase,
      at: Date.now(),
      invoiceId: null,
      postMs: NaN,
      codeMs: NaN,
      eventsMs: NaN,
      problem: null,
    };
    sales.push(sale);
    const waited = (): number => performance.now() - due;
    try {
      const { id } = await makeInvoice(store);
      sale.invoiceId = id;
      sale.postMs = waited();
      const until = performance.now() + PATIENCE_MS;
      const poll = async (isDone: () => boolean | Promise<boolean>): Promise<number> => {
        for (;;) {
          if (await isDone()) return waited();
          if (performance.now() > until) throw new Error(`not done after ${PATIENCE_MS / 1_000} s`);
          await sleep(Math.max(LOOK_MS, waited() * (waited() < LONG_MS ? LOOK_SHARE : RARE_SHARE)));
        }
      };
      const hasCode = async (): Promise<boolean> => {
        const { status, body } = await store.call('GET', `/invoices/${id}`);
        if (status !== 200) throw new Error(`GET answered ${status}`);
        return body.status === 'pending';
      };
      const hasEvents = (): boolean => EVENTS.every((event) => receivers.seen(path, id, event));
      [sale.codeMs, sale.eventsMs] = await Promise.all([poll(hasCode), poll(hasEvents)]);
    } catch (error) {
      sale.problem = (error as Error).message;
    }
    isDone.add(sale);
  };

  const run = async (): Promise<void> => {
    const begun = performance.now();
    const pending: Promise<void>[] = [];
    for (let number = 0; !stopped; number += 1) {
      const due = begun + (number * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      if (!stopped) pending.push(sell(Math.max(due, performance.now() - LOOK_MS)));
    }
    await Promise.all(pending);
  };
  const running = run();
  return {
    enter(next) {
      phase = next;
    },
    count: (name) => done(name).length,
    done,
    async stop() {
      stopped = true;
      await running;
      return sales;
    },
  };
}

export function percentileOf(sales: readonly Sale[], wait: Wait, share: number): number {
  const known = sales.map((sale) => sale[wait]).filter((ms) => !Number.isNaN(ms));
  return known.length === 0 ? NaN : quantile(known, share);
}
