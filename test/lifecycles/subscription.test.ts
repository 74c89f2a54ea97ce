import { afterEach, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { daysBetween } from '../../src/base/calendar/calendar-date.ts';
import { eventually } from '../support/eventually.ts';
import { recordSubscription, subscriptionHistory, timersOf } from '../support/histories.ts';
import { DAY, HOUR, useSkippedTimeWorld } from '../support/skipped-time.ts';
import {
  act,
  advanceToDay,
  dayOf,
  readCycles,
  readSubscription,
  subscribe,
  subscriptionEvents,
  untilQuiet,
} from '../support/subscriptions.ts';
import { runAdmin } from '../support/run-admin.ts';
import type { TestStore } from '../support/world.ts';

describe('the life of a subscription', () => {
  const world = useSkippedTimeWorld();
  const today = async (): Promise<string> => dayOf(await world.current.now());
  const inDays = async (days: number): Promise<string> => plus(await today(), { days });
  const advanceTo = (day: string): Promise<void> => advanceToDay(world.current, day);
  /** Day by day: what is begun on one of them is not to be caught in the skip over the next. */
  const passDays = async (from: string, days: number): Promise<void> => {
    for (let day = 1; day <= days; day += 1) await advanceTo(plus(from, { days: day }));
  };
  const untilStill = (): Promise<void> => untilQuiet(world.current);

  afterEach(untilStill);

  describe('a trial', () => {
    test('costs nothing, ends by itself, and the anchor is the day after it', async () => {
      const store = await world.current.createStore();
      const start = await today();
      const subscription = await subscribe(store, { trial_days: 10 });
      const { id } = subscription;
      const over = plus(start, { days: 10 });
      expect(subscription).toMatchObject({
        status: 'trialing',
        trial_ends_on: over,
        next_due_date: over,
        anchor_day: Number(over.slice(8)),
        latest_cycle: null,
      });
      await advanceTo(plus(over, { days: -1 }));
      expect(await readSubscription(store, id)).toMatchObject({ status: 'trialing', cycles_made: 0 });
      await advanceTo(over);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'active',
        latest_cycle: { status: 'paid', period_start: over },
      });
      expect(subscriptionEvents(store, id)).toEqual([
        'subscription.created',
        'subscription.trial_ended',
        'subscription.renewed',
      ]);
      // Its status is written when it changes, and not at each turn: it began as trialing.
      const { events } = await subscriptionHistory(world.current.env, id);
      const written = (events ?? []).filter(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) =>
        Object.hasOwn(upsert?.searchAttributes?.indexedFields ?? {}, 'SubscriptionStatus'),
      );
      expect(written).toHaveLength(1);
      await act(store, { id, what: 'cancel' });
    });

    test('canceled in it, at its end, nothing is ever charged', async () => {
      const store = await world.current.createStore();
      const { id } = await subscribe(store, { trial_days: 7 });
      expect(await act(store, { id, what: 'cancel', body: { when: 'period_end' } })).toMatchObject({
        status: 'trialing',
        cancel_at_period_end: true,
        next_due_date: null,
      });
      await advanceTo(await inDays(7));
      expect(await readSubscription(store, id)).toMatchObject({ status: 'canceled', cycles_made: 0 });
    });
  });

  describe('a Pix subscription', () => {
    test('makes its invoice days before it is due, with a code that outlives the due date', async () => {
      const store = await world.current.createStore({ pixExpirySeconds: 3600, boletoMaxDaysAfterDue: 10 });
      const due = await inDays(12);
      const { id } = await subscribe(store, { payment_method: 'pix', start_date: due, days_before_due: 4 });
      await advanceTo(plus(due, { days: -5 }));
      expect((await readSubscription(store, id)).latest_cycle).toBeNull();
      await advanceTo(plus(due, { days: -4 }));
      const { latest_cycle: cycle } = await readSubscription(store, id);
      expect(cycle).toMatchObject({ status: 'open', period_start: due, invoice_status: 'pending' });
      const invoice = await store.sandbox.invoice(cycle!.invoice_id);
      expect(invoice).toMatchObject({ due_date: due, subscription_id: id });
      expect(dayOf(new Date(Date.parse(invoice.pix!.expires_at) - 1))).toBe(plus(nextBusinessDay(due), { days: 10 }));

      await store.sandbox.create(`/api/v1/sandbox/invoices/${invoice.id}/payment`, { outcome: 'confirmed' });
      await untilStill();
      expect((await readSubscription(store, id)).latest_cycle).toMatchObject({ status: 'paid' });
      expect(subscriptionEvents(store, id)).toEqual(['subscription.created', 'subscription.renewed']);
      const { body } = await store.sandbox.get<{ data: { id: number }[] }>(`/api/v1/invoices?subscription_id=${id}`);
      expect(body.data.map((one) => one.id)).toEqual([invoice.id]);
      await act(store, { id, what: 'cancel' });
    });

    test('unpaid, its code stays payable while the schedule runs, and money that comes late renews it', async () => {
      const store = await world.current.createStore({ dunningRetryDays: [1, 2], boletoMaxDaysAfterDue: 60 });
      const due = await today();
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'pix', interval: 'year' });
      const invoiceId = latest_cycle!.invoice_id;
      await untilStill();
      const first = (await store.sandbox.invoice(invoiceId)).pix!.txid;
      await passDays(due, daysBetween(due, nextBusinessDay(due)) + 4);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'past_due',
        gives_up_on: null,
        latest_cycle: { status: 'unpaid', failures: 1, invoice_status: 'overdue' },
      });
      const overdue = await store.sandbox.invoice(invoiceId);
      // The code is the same all the while: a second one would be a second debt.
      expect(overdue.payments).toHaveLength(1);
      expect(overdue.pix!.txid).toBe(first);

      await store.sandbox.create(`/api/v1/sandbox/invoices/${invoiceId}/payment`, { outcome: 'confirmed' });
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
      expect(subscriptionEvents(store, id)).toEqual([
        'subscription.created',
        'subscription.payment_failed',
        'subscription.past_due',
        'subscription.renewed',
      ]);
      await act(store, { id, what: 'cancel' });
    });
  });

  describe('a boleto subscription', () => {
    test('overdue, stays payable while the schedule runs, and is renewed by money that comes late', async () => {
      const store = await world.current.createStore({ dunningRetryDays: [1, 2], boletoMaxDaysAfterDue: 60 });
      const due = await inDays(6);
      const { id } = await subscribe(store, { payment_method: 'boleto', start_date: due, interval: 'year' });
      await untilStill();
      await passDays(await today(), 13);
      const { status, latest_cycle: cycle } = await readSubscription(store, id);
      expect({ status, cycle }).toMatchObject({
        status: 'past_due',
        cycle: { status: 'unpaid', failures: 1, invoice_status: 'overdue' },
      });
      // The boleto is the same all the while: a second one would be a second debt.
      expect((await store.sandbox.invoice(cycle!.invoice_id)).payments).toHaveLength(1);
      await store.sandbox.create(`/api/v1/sandbox/invoices/${cycle!.invoice_id}/payment`, { outcome: 'confirmed' });
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
      await act(store, { id, what: 'cancel' });
    });

    test('begun today, gives the payer the time that any boleto of the store gives', async () => {
      const store = await world.current.createStore({ boletoDueDays: 3 });
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'boleto' });
      expect(latest_cycle).toMatchObject({ period_start: await today() });
      expect((await store.sandbox.invoice(latest_cycle!.invoice_id)).due_date).toBe(await inDays(3));
      await act(store, { id, what: 'cancel' });
    });
  });

  describe('a card subscription', () => {
    test('refused until the schedule is spent, is canceled as the store chose, and the card is forgotten', async () => {
      const store = await world.current.createStore({
        dunningRetryDays: [1, 3],
        dunningAction: 'cancel',
        dunningGraceDays: 5,
      });
      const begun = await today();
      const { id } = await subscribe(store, { card_token: 'tok_insufficient_funds', interval: 'year' });
      await untilStill();
      expect((await readSubscription(store, id)).latest_cycle).toMatchObject({ status: 'retrying', failures: 1 });
      await advanceTo(plus(begun, { days: 1 }));
      expect((await readSubscription(store, id)).latest_cycle).toMatchObject({ status: 'retrying', failures: 2 });
      await advanceTo(plus(begun, { days: 3 }));
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'past_due',
        gives_up_on: plus(begun, { days: 8 }),
        latest_cycle: { status: 'unpaid', failures: 3 },
      });
      await advanceTo(plus(begun, { days: 8 }));
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'unpaid',
        has_card: false,
      });
      expect(subscriptionEvents(store, id)).toEqual([
        'subscription.created',
        'subscription.payment_failed',
        'subscription.payment_failed',
        'subscription.payment_failed',
        'subscription.past_due',
        'subscription.canceled',
      ]);
      await recordSubscription(world.current.env, id, 'subscription-unpaid-then-canceled');
      const failure = store.receiver.received.find(({ event }) => event === 'subscription.payment_failed')!;
      expect(failure.data).toMatchObject({
        subscription_id: id,
        status: 'active',
        total: 50,
        reason: 'insufficient_funds',
        failures: 1,
        cycle: { number: 1, due_date: begun },
        customer: { name: 'Ana Souza', email: 'ana@example.com' },
      });
    });

    test('without a card waits at the checkout, and the card that is submitted there pays the next ones too', async () => {
      const store = await world.current.createStore();
      const { id, has_card, latest_cycle } = await subscribe(store, { card_token: null });
      expect(has_card).toBe(false);
      const invoiceId = latest_cycle!.invoice_id;
      await untilStill();
      expect((await store.sandbox.invoice(invoiceId)).status).toBe('open');
      await store.sandbox.create(`/api/v1/invoices/${invoiceId}/payments`, { card_token: 'tok_approved' });
      await untilStill();
      const paid = await readSubscription(store, id);
      expect(paid).toMatchObject({ has_card: true, latest_cycle: { status: 'paid' } });
      await advanceTo(paid.next_due_date!);
      expect(await readSubscription(store, id)).toMatchObject({ latest_cycle: { number: 2, status: 'paid' } });
      await act(store, { id, what: 'cancel' });
    });

    test('without a card, is charged to the one that the store puts on file while its invoice waits', async () => {
      const store = await world.current.createStore();
      const { id } = await subscribe(store, { card_token: null, interval: 'year' });
      await untilStill();
      const early = await store.sandbox.post<{ code: string }>(`/api/v1/subscriptions/${id}/retry`);
      expect([early.status, early.body.code]).toEqual([409, 'nothing_unpaid']);
      await act(store, { id, what: 'retry', body: { card_token: 'tok_approved' } });
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({ has_card: true, latest_cycle: { status: 'paid' } });
      await act(store, { id, what: 'cancel' });
    });

    test('refused, is paid by another card that the payer submits before the next attempt', async () => {
      const store = await world.current.createStore({ dunningRetryDays: [5] });
      const { id, latest_cycle } = await subscribe(store, { card_token: 'tok_expired_card', interval: 'year' });
      await untilStill();
      // Longer than the abandonment period of the store: who has days to pay is not given up after one.
      await world.current.advance(2 * DAY, 12 * HOUR);
      const { id: attempt } = await store.sandbox.create<{ id: number }>(
        `/api/v1/invoices/${latest_cycle!.invoice_id}/payments`,
        { card_token: 'tok_approved' },
      );
      expect(attempt).toBeGreaterThan(0);
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
      await advanceTo(await inDays(5));
      expect((await store.sandbox.invoice(latest_cycle!.invoice_id)).payments).toHaveLength(2);
      await act(store, { id, what: 'cancel' });
    });
  });

  describe('a pause', () => {
    test('takes back the invoice that was made early, leaves out what would be due, and keeps the days', async () => {
      const store = await world.current.createStore();
      const due = await inDays(3);
      const { id } = await subscribe(store, { payment_method: 'pix', interval: 'week', start_date: due });
      await untilStill();
      const early = (await readSubscription(store, id)).latest_cycle!;
      const resumesOn = plus(due, { days: 9 });
      const paused = await act(store, { id, what: 'pause', body: { resume_date: resumesOn } });
      expect(paused).toMatchObject({
        status: 'paused',
        resume_date: resumesOn,
        cycles_made: 0,
        latest_cycle: { status: 'dropped', invoice_status: 'canceled' },
      });
      await advanceTo(resumesOn);
      const resumed = await readSubscription(store, id);
      // The invoice of the next due date that is not past is made at once: it is due in less than five days.
      expect(resumed).toMatchObject({
        status: 'active',
        latest_cycle: { number: 1, status: 'open', period_start: plus(due, { days: 14 }) },
      });
      const numbers = (await readCycles(store, id)).map(({ invoice_id, status }) => ({ invoice_id, status }));
      expect(numbers[0]).toEqual({ invoice_id: early.invoice_id, status: 'dropped' });
      await act(store, { id, what: 'cancel' });
    });

    test('a payer who pays the early invoice all the same has the cycle, and is not charged again', async () => {
      const store = await world.current.createStore();
      const due = await inDays(3);
      const { id } = await subscribe(store, { payment_method: 'pix', interval: 'month', start_date: due });
      await untilStill();
      const { invoice_id: invoiceId } = (await readSubscription(store, id)).latest_cycle!;
      await act(store, { id, what: 'pause' });
      await store.sandbox.create(`/api/v1/sandbox/invoices/${invoiceId}/payment`, { outcome: 'confirmed' });
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'paused',
        cycles_made: 1,
        next_due_date: plus(due, { months: 1 }),
        latest_cycle: { status: 'paid', number: 1 },
      });
      await act(store, { id, what: 'resume' });
      await untilStill();
      expect(await readCycles(store, id)).toHaveLength(1);
      await act(store, { id, what: 'cancel' });
      await untilStill();
      await recordSubscription(world.current.env, id, 'subscription-paused-and-paid');
    });
  });

  describe('a cancellation', () => {
    test('at the end of the period lets it run out; taken back, the next cycle comes', async () => {
      const store = await world.current.createStore();
      const { id, next_due_date: periodEnd } = await subscribe(store);
      await untilStill();
      await act(store, { id, what: 'cancel', body: { when: 'period_end' } });
      await act(store, { id, what: 'resume' });
      await advanceTo(periodEnd!);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', cycles_made: 2 });
      await act(store, { id, what: 'cancel', body: { when: 'period_end' } });
      await advanceTo(plus(periodEnd!, { months: 1 }));
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'requested',
        cycles_made: 2,
      });
      await recordSubscription(world.current.env, id, 'subscription-canceled-at-period-end');
      expect(subscriptionEvents(store, id).slice(-4)).toEqual([
        'subscription.updated',
        'subscription.renewed',
        'subscription.updated',
        'subscription.canceled',
      ]);
    });

    test.each([
      ['cancels the invoices that are owed', {}, 'canceled'],
      ['or keeps them, as the store says', { invoices: 'keep' }, 'pending'],
    ])('now %s', async (_what, body, status) => {
      const store = await world.current.createStore();
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'pix' });
      await untilStill();
      expect(await act(store, { id, what: 'cancel', body })).toMatchObject({ status: 'canceled' });
      await untilStill();
      const invoiceId = latest_cycle!.invoice_id;
      expect((await store.sandbox.invoice(invoiceId)).status).toBe(status);
      // Money is never dropped, whatever the store said.
      await store.sandbox.create(`/api/v1/sandbox/invoices/${invoiceId}/payment`, { outcome: 'confirmed' });
      await untilStill();
      expect(await readSubscription(store, id)).toMatchObject({ status: 'canceled', latest_cycle: { status: 'paid' } });
      expect(subscriptionEvents(store, id)).toEqual([
        'subscription.created',
        'subscription.canceled',
        'subscription.renewed',
      ]);
    });
  });

  test('a worker that was away for three cycles catches up in order, one invoice each', async () => {
    const store = await world.current.createStore();
    await world.current.stopWorker();
    world.current.setClockBack(22 * DAY);
    const begun = await today();
    const { id } = await subscribe(store, { interval: 'week' });
    world.current.setClockBack(0);
    expect(await readSubscription(store, id)).toMatchObject({
      cycles_made: 1,
      next_due_date: plus(begun, { days: 7 }),
    });
    await world.current.startWorker();
    await eventually(
      () => readSubscription(store, id),
      ({ cycles_made }) => cycles_made === 4,
    );
    await untilStill();
    const cycles = await readCycles(store, id);
    expect(cycles.map(({ number, period_start, status }) => ({ number, period_start, status }))).toEqual(
      [0, 7, 14, 21].map((days, index) => ({ number: index + 1, period_start: plus(begun, { days }), status: 'paid' })),
    );
    expect(cycles.map(({ invoice_id }) => invoice_id)).toEqual(
      cycles.map(({ invoice_id }) => invoice_id).toSorted((a, b) => a - b),
    );
    // Nothing is waited for that is due.
    const waits = timersOf(await subscriptionHistory(world.current.env, id));
    expect(waits.filter((ms) => ms < HOUR)).toEqual([]);
    expect(waits.length).toBeGreaterThan(0);
    await act(store, { id, what: 'cancel' });
  });

  test('a store that is suspended charges nobody, and catches up when it is back', async () => {
    const store = await world.current.createStore();
    const { id, next_due_date } = await subscribe(store, { interval: 'week' });
    await untilStill();
    await suspend(store, true);
    await advanceTo(plus(next_due_date!, { days: 8 }));
    const [count] = await invoicesOf(id);
    expect(count).toEqual({ count: '1' });
    await suspend(store, false);
    await eventually(
      () => readSubscription(store, id),
      ({ cycles_made }) => cycles_made === 3,
    );
    await untilStill();
    await act(store, { id, what: 'cancel' });
  });

  function invoicesOf(id: number): Promise<{ count: string }[]> {
    return world.current.database.query('select count(*) as count from invoices where subscription_id = $1', [id]);
  }

  async function suspend({ companyId }: TestStore, isSuspended: boolean): Promise<void> {
    const command = isSuspended ? ['suspend-company', '--reason', 'asked by a test'] : ['resume-company'];
    const { exitCode, error } = await runAdmin(world.current, ...command, '--company', String(companyId));
    if (exitCode !== 0) throw new Error(error);
  }
});

function plus(day: string, duration: { days?: number; months?: number }): string {
  return DateTime.fromISO(day).plus(duration).toISODate()!;
}
