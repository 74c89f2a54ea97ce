import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { subscriptionWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { keepHistory, subscriptionRuns } from '../support/histories.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import {
  act,
  advanceToDay,
  change,
  dayOf,
  readCycles,
  readSubscription,
  subscribe,
  subscriptionEvents,
  untilQuiet,
} from '../support/subscriptions.ts';

const CYCLES = 24;
/** Counted from 0, over the days on which a charge would be due: the one that a pause leaves out. */
const PAUSED_SLOT = 9;
const REFUSED_SLOTS = [4, 16];

describe('two years of a monthly subscription', () => {
  const world = useSkippedTimeWorld();

  test('24 invoices on the right days, two refused charges recovered, one pause, a price change, totals exact', async () => {
    const store = await world.current.createStore({ dunningRetryDays: [1, 3] });
    const today = DateTime.fromISO(dayOf(await world.current.now()));
    // The next month that has a 31st, so that every month end of two years is met.
    const origin = Array.from({ length: 62 }, (_, days) => today.plus({ days: days + 1 })).find(
      ({ day }) => day === 31,
    )!;
    const { id, next_due_date } = await subscribe(store, { start_date: origin.toISODate(), cycles: CYCLES });
    expect(next_due_date).toBe(origin.toISODate());
    await untilQuiet(world.current);
    const { runId: firstRunId } = await world.current.env.client.workflow
      .getHandle(subscriptionWorkflowId(id))
      .describe();

    const slots = Array.from({ length: CYCLES + 1 }, (_, months) => origin.plus({ months }).toISODate()!);
    const statuses: string[] = [];
    const agreed: number[] = [];
    const expected: { due: string; charged: string; amount: number }[] = [];
    for (const [slot, due] of slots.entries()) {
      const isPaused = slot === PAUSED_SLOT;
      const isRefused = REFUSED_SLOTS.includes(slot);
      if (isPaused) await act(store, { id, what: 'pause' });
      if (isRefused) await change(store, id, { card_token: 'tok_insufficient_funds' });
      if (slot === 12) {
        await store.sandbox.request('PATCH', `/api/v1/products/${store.productId}`, { price: 79.9 });
        agreed.push((await readSubscription(store, id)).total);
        await change(store, id, { products: [{ product_id: store.productId, quantity: 2 }] });
      }
      await advanceToDay(world.current, due);
      if (isPaused) {
        statuses.push((await readSubscription(store, id)).status);
        await advanceToDay(world.current, DateTime.fromISO(due).plus({ days: 3 }).toISODate()!);
        await act(store, { id, what: 'resume' });
        continue;
      }
      const { latest_cycle: cycle } = await readSubscription(store, id);
      statuses.push(cycle!.status);
      if (isRefused) {
        await change(store, id, { card_token: 'tok_approved' });
        await advanceToDay(world.current, DateTime.fromISO(due).plus({ days: 1 }).toISODate()!);
      }
      expected.push({ due, charged: due, amount: slot < 12 ? 50 : 159.8 });
    }

    // On the day itself each charge was decided, but for the two that were refused.
    expect(statuses).toEqual(
      slots.map((_, slot) => (slot === PAUSED_SLOT ? 'paused' : REFUSED_SLOTS.includes(slot) ? 'retrying' : 'paid')),
    );
    // A product's new price is nobody's who agreed on the old one, until the subscription itself is changed.
    expect(agreed).toEqual([50]);

    const cycles = await readCycles(store, id);
    const found = cycles.map(({ period_start, created_at, total }) => ({
      due: period_start,
      charged: dayOf(created_at),
      amount: total,
    }));
    expect(found).toEqual(expected);
    expect(cycles.map(({ number, status }) => ({ number, status }))).toEqual(
      Array.from({ length: CYCLES }, (_, index) => ({ number: index + 1, status: 'paid' })),
    );

    const lastDay = origin.plus({ months: CYCLES + 1 }).toISODate()!;
    expect(cycles.at(-1)!.period_end).toBe(lastDay);
    await advanceToDay(world.current, lastDay);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'ended', next_due_date: null, has_card: false });
    const paid = 11 * 50 + 13 * 159.8;
    const [money] = await world.current.database.query<{ cents: string; invoices: string }>(
      `select sum(payments.amount_cents) as cents, count(distinct invoices.id) as invoices
       from invoices join payments on payments.invoice_id = invoices.id where invoices.subscription_id = $1`,
      [id],
    );
    expect(money).toEqual({ cents: String(Math.round(paid * 100)), invoices: String(CYCLES) });

    // It left its history behind more than once, and none of them grew long.
    const runs = await subscriptionRuns(world.current.env, { id, firstRunId });
    expect(runs.length).toBeGreaterThan(1);
    expect(Math.max(...runs.map(({ events }) => events!.length))).toBeLessThan(300);
    await keepHistory(() => Promise.resolve(runs[0]!), 'subscription-two-years-first-run');
    await keepHistory(() => Promise.resolve(runs.at(-1)!), 'subscription-two-years-last-run');

    await untilQuiet(world.current);
    const events = subscriptionEvents(store, id);
    const count = (event: string): number => events.filter((name) => name === event).length;
    expect(events[0]).toBe('subscription.created');
    expect(events.at(-1)).toBe('subscription.ended');
    expect(count('subscription.renewed')).toBe(CYCLES);
    expect(count('subscription.payment_failed')).toBe(2);
    expect([count('subscription.paused'), count('subscription.resumed'), count('subscription.past_due')]).toEqual([
      1, 1, 0,
    ]);
  }, 120_000);
});
