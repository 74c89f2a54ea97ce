import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Chance } from './chance.ts';
import type { FaultStore } from './stores.ts';

/** A request of an honest client, and what became of it. */
export interface Asked {
  phase: string;
  at: number;
  method: 'GET' | 'POST';
  path: string;
  /** Null where no answer came. */
  status: number | null;
  why: string;
  /** From when it was due: one that was sent late, as this process was, has waited for that too. */
  waitedMs: number;
  /** The email address of the customer that was made. */
  made: string | null;
}

/** Clients that ask at an even rate, whatever becomes of those before. */
export interface Honest {
  /** Requests from now on are of this phase. */
  enter(phase: string): void;
  /** The number of requests of this phase. */
  count(phase: string): number;
  /** @returns all of them, once the last is answered */
  stop(): Promise<readonly Asked[]>;
}

const ANSWER_MS = 60_000;
/** Sooner than the API ends an idle connection. */
const KEEP_ALIVE_MS = 4_000;
const POSTS = 0.25;
const LISTS = 0.25;

export function startHonest(
  { url, stores, chance }: { url: string; stores: readonly FaultStore[]; chance: Chance },
  { perSecond, phase: first }: { perSecond: number; phase: string },
): Honest {
  const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS });
  const asked: Asked[] = [];
  const counts = new Map<string, number>();
  let phase = first;
  let stopped = false;

  const ask = async (number: number, due: number): Promise<void> => {
    const { token, customerId } = chance.one(stores);
    const made = chance.happens(POSTS) ? `honest-${number}@example.com` : null;
    const path = made ? '/customers' : chance.happens(LISTS) ? '/invoices?limit=10' : `/customers/${customerId}`;
    const one: Asked = {
      ...{ phase, at: Date.now(), method: made ? 'POST' : 'GET', path, made },
      ...{ status: null, why: '', waitedMs: 0 },
    };
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
    const more = { 'Content-Type': 'application/json', 'Idempotency-Key': `honest-${number}` };
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method: one.method,
        headers: { Authorization: `Bearer ${token}`, ...(made ? more : {}) },
        ...(made ? { body: JSON.stringify({ name: 'Caio Teixeira', email: made }) } : {}),
        dispatcher: agent,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { code = '' } = (await response.json()) as { code?: string };
      Object.assign(one, { status: response.status, why: response.ok ? '' : code });
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      one.why = cause?.code ?? message;
    }
    one.waitedMs = performance.now() - due;
    asked.push(one);
  };

  const run = async (): Promise<void> => {
    const begun = performance.now();
    const pending: Promise<void>[] = [];
    for (let number = 0; !stopped; number += 1) {
      const due = begun + (number * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      pending.push(ask(number, due));
    }
    await Promise.all(pending);
  };
  const running = run();
  return {
    enter(next) {
      phase = next;
    },
    count: (name) => counts.get(name) ?? 0,
    async stop() {
      if (!stopped) {
        stopped = true;
        await running;
        await agent.close();
      }
      return asked;
    },
  };
}
