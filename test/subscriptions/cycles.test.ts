import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../src/app/open-database.ts';
import { SUBSCRIPTION_INTERVALS } from '../../src/subscriptions/schedule.ts';
import type { SubscriptionStep } from '../../src/subscriptions/subscription-news.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { dayIn, expectedCycles, plusDays, type StoreTime } from '../support/expected-cycles.ts';
import {
  createLives,
  type AfterStep,
  type Deed,
  type Fate,
  type Life,
  type Lived,
} from '../support/subscription-life.ts';

/** Times of day that daylight-saving changes leave out or repeat, and some that they do not touch. */
const STORES: StoreTime[] = [
  { timeZone: 'America/Sao_Paulo', renewalTime: '06:00' },
  { timeZone: 'America/Sao_Paulo', renewalTime: '00:00' },
  { timeZone: 'America/Sao_Paulo', renewalTime: '23:30' },
  { timeZone: 'America/New_York', renewalTime: '02:30' },
  { timeZone: 'Europe/Lisbon', renewalTime: '01:30' },
  { timeZone: 'Australia/Lord_Howe', renewalTime: '02:15' },
  { timeZone: 'Asia/Kathmandu', renewalTime: '06:00' },
];
/** Changes of those zones, at midnight in São Paulo; ends of Februaries, one of a leap year; the end of a year. */
const SPECIAL_DAYS = [
  ...['2017-10-15', '2018-02-18', '2018-11-04', '2019-02-17', '2026-03-08', '2026-11-01', '2026-10-25', '2026-03-29'],
  ...['2026-04-05', '2026-10-04', '2028-02-29', '2026-02-28', '2027-12-31'],
];

/**
 * The same lives at each run, so that a change is judged and not its luck. Others are looked for by hand, for as long
 * as one likes: `SOAK_SECONDS=170 npm run jest -- --testTimeout=260000 test/subscriptions/cycles`.
 */
const SOAK_SECONDS = Number(process.env.SOAK_SECONDS ?? 0);
const RUNS = SOAK_SECONDS > 0 ? { numRuns: 100_000 } : { numRuns: 30, seed: 20_261_121 };

describe('the cycles of a subscription, on the record', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let lives: ReturnType<typeof createLives>;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 6 });
    lives = createLives({ orm, database });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  async function checkLife(life: Life): Promise<void> {
    const lived = await lives.play(life, { cycles: 6 });
    const found = await readCycles(lived.subscriptionId);
    const expected = expectedCycles(lived.terms, { store: life.store, ...lived });
    expect(found.map(({ cycle }) => cycle)).toEqual(expected.cycles);
    expectTiled(life, lived, found);
    if (!expected.wasPausedOverEndDate) {
      expect(await readEnd(lived.subscriptionId)).toEqual({
        next_due_date: expected.nextDueDate,
        made: expected.cycles.length,
        status: expected.endedAt === null ? expect.not.stringMatching(/ended|canceled/) : 'ended',
        ended_at: expected.endedAt,
      });
    }
    expect(await sumOfInvoices(lived.subscriptionId)).toEqual({
      invoices: expected.cycles.length,
      cents: expected.cycles.reduce((sum, { amountCents }) => sum + amountCents, 0),
    });
  }

  test('are exactly the days of the anchor, one invoice each, at the moment it is due, in every time zone', async () => {
    await fc.assert(
      fc.asyncProperty(several(livesOf({ deeds: fc.constant([]) })), within({ seconds: 3 }, checkLife)),
      RUNS,
    );
  });

  test('never overlap, skip or drift, whatever is paused, resumed and changed, and whenever nobody works', async () => {
    await fc.assert(fc.asyncProperty(several(livesOf({ deeds: scripts() })), within({ seconds: 6 }, checkLife)), RUNS);
  });

  test('are made once: a step that is taken again, at once or much later, changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        several(livesOf({ deeds: scripts() })),
        within({ seconds: 3 }, async (life: Life) => {
          const taken: SubscriptionStep[] = [];
          const afterStep: AfterStep = async ({ subscriptionId, step, next, now, take }) => {
            taken.push(step);
            const before = await readEverything(subscriptionId);
            // A charge that is due by now is no repetition; of several cycles to settle or to try again, only the first
            // is next.
            const dueRetries = await readDueRetries(subscriptionId, now);
            const isDue = (old: SubscriptionStep) => {
              if (old.kind === 'retry_charge') return dueRetries.includes(old.cycleId);
              const isNext = next?.kind === old.kind && Date.parse(next.at) <= now;
              return isNext && (old.kind === 'settle_charge' || idOf(next) === idOf(old));
            };
            const again = [step, ...taken.filter((_, index) => index % 3 === taken.length % 3)];
            for (const old of again.filter((one) => !isDue(one))) await take(old);
            expect(await readEverything(subscriptionId)).toEqual(before);
          };
          const { subscriptionId, ...lived } = await lives.play(life, { cycles: 4, atOnce: 2, afterStep });
          const found = (await readCycles(subscriptionId)).map(({ cycle }) => cycle);
          expect(found).toEqual(expectedCycles(lived.terms, { store: life.store, ...lived }).cycles);
        }),
      ),
      RUNS,
    );
  });

  /** Those that were not dropped before they began, by due date. */
  async function readCycles(id: number) {
    const rows = await database.query<{
      number: number;
      due: string;
      period_end: string;
      made_at: Date;
      payable_until: string;
      cents: string;
    }>(
      `select cycle.number, cycle.due_date::text as due, cycle.period_end::text, invoice.created_at as made_at,
         invoice.due_date::text as payable_until, invoice.total_cents as cents
       from subscription_cycles as cycle join invoices as invoice on invoice.id = cycle.invoice_id
       where cycle.subscription_id = $1 and cycle.state not in ('dropped', 'surplus') order by cycle.due_date`,
      [id],
    );
    return rows.map((row) => ({
      cycle: {
        number: row.number,
        dueDate: row.due,
        periodEnd: row.period_end,
        madeAt: row.made_at.getTime(),
        payableUntil: row.payable_until,
        amountCents: Number(row.cents),
      },
    }));
  }

  /** Cycles whose next attempt is due, or overdue after an outage. */
  async function readDueRetries(id: number, now: number): Promise<number[]> {
    const rows = await database.query<{ id: string }>(
      `select id from subscription_cycles where subscription_id = $1 and state = 'retrying' and next_attempt_at <= $2`,
      [id, new Date(now)],
    );
    return rows.map((row) => Number(row.id));
  }

  async function readEnd(id: number) {
    const [row] = await database.query<{ status: string; ended_at: Date | null }>(
      `select status, next_due_date::text, cycles_made as made, ended_at from subscriptions where id = $1`,
      [id],
    );
    return { ...row, ended_at: row!.ended_at?.getTime() ?? null };
  }

  async function sumOfInvoices(id: number) {
    const [row] = await database.query<{ invoices: number; cents: number }>(
      `select count(*)::int as invoices, coalesce(sum(total_cents), 0)::int as cents
       from invoices where subscription_id = $1 and status <> 'canceled'`,
      [id],
    );
    return row!;
  }

  async function readEverything(id: number) {
    const [row] = await database.query(
      `select (select row_to_json(s) from subscriptions as s where id = $1) as subscription,
         (select json_agg(c order by id) from subscription_cycles as c where subscription_id = $1) as cycles,
         (select json_agg(json_build_array(id, version, status, event_sequence) order by id)
           from invoices where subscription_id = $1) as invoices,
         (select json_agg(json_build_array(a.id, a.state) order by a.id) from payment_attempts as a
           join invoices as i on i.id = a.invoice_id where i.subscription_id = $1) as attempts,
         (select count(*)::int from events where (resource_type = 'subscription' and resource_id = $1)
           or (resource_type = 'invoice' and resource_id in (select id from invoices where subscription_id = $1))) as events`,
      [id],
    );
    return row;
  }
});

/** Lived at the same time, as the platform does: most of a life is waiting for the database. */
function several(life: fc.Arbitrary<Life>): fc.Arbitrary<Life[]> {
  return fc.array(life, { minLength: 3, maxLength: 3 });
}

/**
 * The check of several lives, for as long as a test may take: on a busy machine fewer are lived. Once one has failed,
 * as long again as it may take to find a smaller one.
 */
function within(
  { seconds }: { seconds: number },
  check: (life: Life) => Promise<void>,
): (lives: Life[]) => Promise<void> {
  let until: number | null = null;
  let hasFailed = false;
  return async (lives) => {
    until ??= Date.now() + (SOAK_SECONDS || seconds) * 1_000;
    if (Date.now() > until) return;
    const failed = (await Promise.allSettled(lives.map(check))).find(({ status }) => status === 'rejected');
    if (!failed) return;
    if (!hasFailed) until = Date.now() + 20_000;
    hasFailed = true;
    throw (failed as PromiseRejectedResult).reason;
  };
}

/** Periods share no day, and between two of them lie only days on which it was paused. */
function expectTiled(
  { store }: Life,
  { happenings, now }: Lived,
  found: { cycle: { dueDate: string; periodEnd: string } }[],
): void {
  const pauses = pausesOf(happenings, store, now);
  for (const [index, { cycle }] of found.entries()) {
    expect(cycle.periodEnd > cycle.dueDate).toBe(true);
    const next = found[index + 1]?.cycle.dueDate;
    if (next === undefined || next === cycle.periodEnd) continue;
    expect(next > cycle.periodEnd).toBe(true);
    const covers = pauses.some(({ from, to }) => from <= cycle.periodEnd && to > cycle.periodEnd);
    expect(covers).toBe(true);
  }
}

function pausesOf(happenings: Lived['happenings'], store: StoreTime, now: number): { from: string; to: string }[] {
  return happenings.flatMap((one, index) => {
    if (one.kind !== 'paused') return [];
    const ends = happenings.slice(index + 1).flatMap((later) => {
      if (later.kind === 'resumed') return [dayIn(store, later.at)];
      return later.kind === 'paused' && later.resumesOn ? [later.resumesOn] : [];
    });
    const to = [...ends, ...(one.resumesOn ? [one.resumesOn] : [])].sort()[0] ?? dayIn(store, now);
    return [{ from: dayIn(store, one.at), to }];
  });
}

function idOf(step: SubscriptionStep): string | number | null {
  if ('dueDate' in step) return step.dueDate;
  return 'cycleId' in step ? step.cycleId : null;
}

function livesOf({ deeds }: { deeds: fc.Arbitrary<Deed[]> }): fc.Arbitrary<Life> {
  return fc.constantFrom(...SUBSCRIPTION_INTERVALS).chain((interval) =>
    fc.record({
      store: fc.constantFrom(...STORES),
      begins: fc.record({ date: dates(), minute: fc.nat(1_439) }),
      interval: fc.constant(interval),
      intervalCount: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
        fc.integer({ min: 1, max: { week: 156, month: 36, year: 3 }[interval] }),
      ),
      anchorDay: fc.option(fc.integer({ min: 1, max: interval === 'week' ? 7 : 31 })),
      startsInDays: fc.option(fc.nat(40)),
      trialDays: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
      end: fc.option(
        fc.oneof(
          fc.record({ cycles: fc.integer({ min: 1, max: 6 }) }),
          fc.record({ daysAfterFirst: fc.nat({ week: 40, month: 200, year: 1_500 }[interval]) }),
        ),
      ),
      daysBeforeDue: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 60 })),
      paymentMethod: fc.constantFrom('pix' as const, 'boleto' as const, 'card' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      fates: fates(),
      deeds,
    }),
  );
}

function dates(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(5_000).map((days) => plusDays('2016-01-01', days)),
    fc
      .tuple(fc.constantFrom(...SPECIAL_DAYS), fc.integer({ min: -40, max: 3 }))
      .map(([day, days]) => plusDays(day, days)),
  );
}

/** Everything is paid, nothing is, or some of it. */
function fates(): fc.Arbitrary<Fate[]> {
  const fate = fc.record({
    outcome: fc.constantFrom<Fate['outcome'][]>('paid', 'paid', 'refused', 'unheard'),
    days: fc.nat(8),
  });
  return fc.oneof(
    fc.constant<Fate[]>([{ outcome: 'paid', days: 0 }]),
    fc.constant<Fate[]>([{ outcome: 'unheard', days: 0 }]),
    fc.array(fate, { minLength: 1, maxLength: 4 }),
  );
}

function scripts(): fc.Arbitrary<Deed[]> {
  const periods = fc.integer({ min: 0, max: 200 }).map((percent) => percent / 100);
  const when = fc.oneof(
    fc.record({ periods }),
    fc.record({ duesAhead: fc.nat(1), minutes: fc.integer({ min: -1_500, max: 1_500 }) }),
    fc.record({ minutesFromStep: fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: -1, max: 1 })) }),
  );
  const onDueDay = fc.record({ duesAhead: fc.nat(2), days: fc.integer({ min: -1, max: 1 }) });
  const resumesAfter = fc.oneof(fc.constant(null), periods, onDueDay);
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pause' as const), resumesAfter }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('resume' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          kind: fc.constant('change' as const),
          intervalCount: fc.integer({ min: 1, max: 3 }),
          anchorDay: fc.integer({ min: 1, max: 31 }),
          quantity: fc.integer({ min: 1, max: 9 }),
        },
        { requiredKeys: ['kind'] },
      ),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('outage' as const), periods }) },
  );
  return fc.array(fc.record({ when, act }), { minLength: 1, maxLength: 8 });
}
