import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { createSkippedTimeWorld, HOUR, SECOND, type SkippedTimeWorld } from '../../support/skipped-time.ts';
import { advanceClock, readClock } from '../../support/store-clock.ts';
import { untilQuiet, ZONE } from '../../support/subscriptions.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type TestStore, type World } from '../../support/world.ts';

/** More lives by `CLOCK_LIVES=20`; fast-check's report names the seed of a life that differs, for `CLOCK_SEED`. */
const LIVES = Number(process.env.CLOCK_LIVES ?? 1);
const SEED = process.env.CLOCK_SEED === undefined ? {} : { seed: Number(process.env.CLOCK_SEED) };
const DAYS = 30;
/** Skipped time goes on at its real pace while work is done, and a plan that counts from its end takes that along. */
const TOLERANCE_MS = 60 * SECOND;

type Act = { hour: number } & (
  | { does: 'sell'; method: 'pix' | 'boleto' | 'card' }
  | {
      does: 'subscribe';
      method: 'pix' | 'boleto' | 'card';
      card: string;
      interval: 'week' | 'month';
      trialDays: number;
    }
  | { does: 'pay'; pick: number; outcome: 'confirmed' | 'refused' | 'disputed' | 'dispute_lost' }
  | { does: 'cancel' | 'refund'; pick: number }
  | { does: 'pause' | 'resume' | 'cancel_subscription'; pick: number }
);

const method = fc.constantFrom('pix' as const, 'boleto' as const, 'card' as const);
const pick = fc.nat({ max: 20 });
const beginning = fc.oneof(
  fc.record({ does: fc.constant('sell' as const), method }),
  fc.record({
    ...{ does: fc.constant('subscribe' as const), method },
    card: fc.constantFrom('tok_approved', 'tok_insufficient_funds'),
    interval: fc.constantFrom('week' as const, 'month' as const),
    trialDays: fc.constantFrom(0, 0, 5),
  }),
);
const outcome = fc.constantFrom(
  ...(['confirmed', 'confirmed', 'confirmed', 'refused', 'disputed', 'dispute_lost'] as const),
);
const anything = fc.oneof(
  { weight: 5, arbitrary: beginning },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('pay' as const), pick, outcome }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('cancel' as const, 'refund' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('pause' as const, 'resume' as const, 'cancel_subscription' as const),
      pick,
    }),
  },
);
/** Each act has an hour of its own, and the first is a sale. */
const lives = fc
  .tuple(
    beginning,
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 24 * DAYS }), anything), {
      ...{ minLength: 6, maxLength: 11 },
      selector: ([hour]) => hour,
    }),
  )
  .map(([first, later]): Act[] =>
    [{ hour: 0, ...first }, ...later.map(([hour, act]) => ({ hour, ...act }))].sort((a, b) => a.hour - b.hour),
  );

/** A way in which the time of a store passes. */
interface Passage {
  world: World;
  store: TestStore;
  moveTo: (moment: Date) => Promise<void>;
}

interface Told {
  who: string;
  event: string;
  at: number;
}

/** A step of weeks has the invoices of each cycle in it, beside everything else that a busy machine does. */
const PATIENCE = { withinMs: 180_000 };

describe('a life by the clock of a sandbox', () => {
  let temporal: TemporalServer;
  let real: World;
  let skipped: SkippedTimeWorld;
  beforeAll(async () => {
    temporal = await startTemporal();
    [real, skipped] = await Promise.all([createWorld({ temporalAddress: temporal.address }), createSkippedTimeWorld()]);
  });
  afterAll(async () => {
    await Promise.all([real?.stop(), skipped?.stop()]);
    await temporal?.stop();
  });

  const byClock = async (): Promise<Passage> => {
    const store = await real.createStore();
    return {
      world: real,
      store,
      moveTo: (moment) => advanceClock(store, { to: moment.toISOString() }, PATIENCE).then(() => undefined),
    };
  };

  /** Temporal's timers move everything. The record is asked for the moments alone, so that no two pass at once. */
  const bySkipping = async (): Promise<Passage> => {
    const store = await skipped.createStore();
    const skipTo = async (moment: number) => skipped.advance(Math.max(0, moment - (await skipped.now()).getTime()));
    return {
      world: skipped,
      store,
      async moveTo(moment) {
        for (;;) {
          await untilQuiet(skipped);
          const { next } = await readClock(store);
          if (!next || Date.parse(next.at) >= moment.getTime()) break;
          await skipTo(Date.parse(next.at) + SECOND);
        }
        await skipTo(moment.getTime());
        await untilQuiet(skipped);
      },
    };
  };

  test(
    'is told in the same events, at the same times, as a life by real timers',
    async () => {
      await fc.assert(
        fc.asyncProperty(lives, async (acts) => {
          const ways = await Promise.all([byClock(), bySkipping()]);
          const latest = Math.max(Date.now(), (await skipped.now()).getTime());
          const base = DateTime.fromMillis(latest, { zone: ZONE })
            .plus({ days: 1 })
            .startOf('day')
            .plus({ hours: 12, minutes: 17 });
          const [clock, timers] = await Promise.all(ways.map((way) => live(way, acts, base.toMillis())));
          expect(clock!.answers).toEqual(timers!.answers);
          expect(clock!.events.map(nameOf)).toEqual(timers!.events.map(nameOf));
          const apart = clock!.events.map(({ at }, index) => Math.abs(at - timers!.events[index]!.at));
          expect(Math.max(0, ...apart)).toBeLessThan(TOLERANCE_MS);
        }),
        { numRuns: LIVES, endOnFailure: true, ...SEED },
      );
    },
    LIVES * 300_000,
  );
});

function nameOf({ who, event }: Told): string {
  return `${who} ${event}`;
}

/** Lives a life until all of it is over, and tells what came of it. */
async function live(passage: Passage, acts: Act[], base: number): Promise<{ answers: number[]; events: Told[] }> {
  const { store, moveTo } = passage;
  const answers: number[] = [];
  for (const [index, act] of acts.entries()) {
    await moveTo(new Date(base + act.hour * HOUR));
    answers.push(await perform(store, act, index + 1));
    await untilQuiet(passage.world);
  }
  await moveTo(new Date(base + (DAYS + 35) * 24 * HOUR));
  const events = await readStory(store, base);
  await endSubscriptions(store);
  return { answers, events };
}

/** Subscriptions that went on would make each later life slower. */
async function endSubscriptions({ sandbox }: TestStore): Promise<void> {
  const { body } = await sandbox.get<{ data: { id: number }[] }>('/api/v1/subscriptions?limit=100');
  for (const { id } of body.data) await sandbox.post(`/api/v1/subscriptions/${id}/cancel`);
}

/** Its number in the life says whose a sale is: no two have the same total. */
async function perform(store: TestStore, act: Act, number: number): Promise<number> {
  const products = [{ product_id: store.productId, quantity: number }];
  const send = async (method: string, path: string, body: unknown = {}): Promise<number> =>
    (await store.sandbox.request(method, `/api/v1/${path}`, body)).status;
  switch (act.does) {
    case 'sell':
      return send('POST', 'invoices', { customer_id: store.customerId, products, payment_method: act.method });
    case 'subscribe':
      return send('POST', 'subscriptions', {
        ...{ customer_id: store.customerId, products, payment_method: act.method, interval: act.interval },
        ...(act.method === 'card' && { card_token: act.card }),
        ...(act.trialDays > 0 && { trial_days: act.trialDays }),
      });
    case 'pay': {
      const id = await pickFrom(store, 'invoices', act.pick);
      return id === null ? 0 : send('POST', `sandbox/invoices/${id}/payment`, { outcome: act.outcome });
    }
    case 'cancel':
    case 'refund': {
      const id = await pickFrom(store, 'invoices', act.pick);
      return id === null ? 0 : send('POST', `invoices/${id}/${act.does}`);
    }
    case 'pause':
    case 'resume':
    case 'cancel_subscription': {
      const id = await pickFrom(store, 'subscriptions', act.pick);
      return id === null ? 0 : send('POST', `subscriptions/${id}/${act.does.replace('_subscription', '')}`);
    }
  }
}

/** The order of ids of one moment is nobody's promise: what is picked from is ordered by total and day. */
async function pickFrom(store: TestStore, list: 'invoices' | 'subscriptions', pick: number): Promise<number | null> {
  const { body } = await store.sandbox.get<{ data: { id: number; total: number; due_date: string | null }[] }>(
    `/api/v1/${list}?limit=100`,
  );
  const rows = body.data.sort((a, b) => a.total - b.total || (a.due_date ?? '').localeCompare(b.due_date ?? ''));
  return rows.length === 0 ? null : rows[pick % rows.length]!.id;
}

interface EventBody {
  id: number;
  event: string;
  created_at: string;
  sequence: number;
  data: { total?: number; due_date?: string | null; subscription_id?: number };
}

/**
 * The events by whose they are, and in the order in which they happened to each. The order within a moment is nobody's
 * promise: a subscription may have the answers of two charges in one.
 */
async function readStory(store: TestStore, base: number): Promise<Told[]> {
  const events: EventBody[] = [];
  for (let after = ''; ;) {
    const { body } = await store.sandbox.get<{ data: EventBody[]; has_more: boolean }>(
      `/api/v1/events?limit=100${after}`,
    );
    events.push(...body.data);
    if (!body.has_more) break;
    after = `&starting_after=${body.data.at(-1)!.id}`;
  }
  const told = events
    .map(({ event, created_at, sequence, data: { total, due_date } }) => ({
      who: `${event.split('.')[0]} of ${total} due ${due_date ?? 'never'}`,
      ...{ event, sequence },
      at: Date.parse(created_at) - base,
    }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.who.localeCompare(b.who) || a.sequence - b.sequence)
    .map(({ who, event, at }) => ({ who, event, at, moment: at }));
  for (const [index, one] of told.entries()) {
    const before = told[index - 1];
    if (before && before.who === one.who && one.at - before.moment < TOLERANCE_MS) one.moment = before.moment;
  }
  return told.sort((a, b) => a.who.localeCompare(b.who) || a.moment - b.moment || a.event.localeCompare(b.event));
}
