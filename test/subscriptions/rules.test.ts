import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { resumeCompany, suspendCompany } from '../../src/accounts/companies/suspend-company.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { passDeadline } from '../../src/invoices/pass-deadline.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { applyEvent } from '../support/apply-event.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { createSandboxGateway, SANDBOX_GATEWAY } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { cancelSubscription } from '../../src/subscriptions/cancel-subscription.ts';
import { cardOnFileContext } from '../../src/subscriptions/card-on-file.ts';
import { passStep } from '../../src/subscriptions/pass-step.ts';
import { pauseSubscription } from '../../src/subscriptions/pause-subscription.ts';
import { readSubscriptionNews } from '../../src/subscriptions/read-subscription-news.ts';
import { retryCharge } from '../../src/subscriptions/retry-charge.ts';
import { settleCharge } from '../../src/subscriptions/settle-charge.ts';
import { startCycle, type CycleDeps } from '../../src/subscriptions/start-cycle.ts';
import type { SubscriptionStep } from '../../src/subscriptions/subscription-news.ts';
import { requeueOverdue } from '../../src/outbox/requeue-overdue.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { useApiWorld } from '../support/api-world.ts';
import { useDeliveries } from '../support/deliveries.ts';
import {
  act,
  change,
  dayOf,
  readCycles,
  readSubscription,
  subscribe,
  ZONE,
  type SubscriptionBody,
} from '../support/subscriptions.ts';
import { TEST_KEYS, type CompanyPolicies, type TestStore } from '../support/world.ts';

const HOUR_MS = 3_600_000;
/** A Wednesday, after the time of day at which the stores renew. */
const BEGIN = '2030-03-13';

interface EventRow {
  type: string;
  sequence: number;
  data: Record<string, unknown>;
}

/** The rules, with a clock that is set and without Temporal: who tells when something is due is this file. */
describe('a subscription', () => {
  let now = at(BEGIN, '12:00');
  const clock = { now: () => Promise.resolve(now) };
  const world = useApiWorld({ clock });
  const deliveries = useDeliveries(world);
  const secrets = createSecretBox(TEST_KEYS);
  let orm: MikroORM;
  let deps: CycleDeps;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 10 });
    const nowhere = { callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' };
    const sandbox = createSandboxGateway({ em: orm.em, secrets, ...nowhere });
    deps = { em: orm.em, secrets, gateways: createGatewayRegistry({ sandbox, secrets, providers: [] }) };
  });
  afterAll(() => orm?.close());
  beforeEach(() => {
    now = at(BEGIN, '12:00');
  });

  const query = <T extends Record<string, unknown>>(sql: string, ...params: unknown[]) =>
    world.current.database.query<T>(sql, params);
  const createStore = (policies: CompanyPolicies = {}) => world.current.createStore(policies);
  let shared: Promise<TestStore> | undefined;
  /** A store with the policies that every store begins with, for tests that leave it as it is. */
  const usualStore = () => (shared ??= createStore());

  function take(id: number, step: SubscriptionStep): Promise<void> {
    const common = { subscriptionId: id, at: now };
    switch (step.kind) {
      case 'start_cycle':
        return startCycle(deps, { ...common, dueDate: step.dueDate });
      case 'settle_charge':
        return settleCharge(deps.em, { ...common, cycleId: step.cycleId });
      case 'retry_charge':
        return retryCharge(deps, { ...common, cycleId: step.cycleId });
      case 'ask_debit':
      case 'request_mandate':
      case 'settle_mandate':
      case 'cancel_mandate':
        throw new Error('nothing of these lives is debited');
      default:
        return passStep(deps.em, { ...common, kind: step.kind });
    }
  }

  const nextStep = async (id: number) => (await readSubscriptionNews(orm.em, [id]))[0]!.next;

  /** Takes every step that is due by now, as a worker that is back from an outage does. */
  async function catchUp(id: number): Promise<SubscriptionStep['kind'][]> {
    const taken: SubscriptionStep['kind'][] = [];
    for (let turns = 0; turns < 50; turns += 1) {
      const step = await nextStep(id);
      if (!step || Date.parse(step.at) > now.getTime()) return taken;
      await take(id, step);
      taken.push(step.kind);
    }
    throw new Error(`Subscription ${id} never rests.`);
  }

  /** Lives to a moment as the workers do: charges registered at the gateway, deadlines and steps at their times. */
  async function live(id: number, until: Date): Promise<void> {
    for (let turns = 0; turns < 100; turns += 1) {
      await registerCharges(id);
      const due: { at: number; pass: () => Promise<void> }[] = [];
      const step = await nextStep(id);
      if (step) due.push({ at: Date.parse(step.at), pass: () => take(id, step) });
      for (const { id: invoiceId } of await invoicesOf(id)) {
        const [news] = await readInvoiceNews(orm.em, [invoiceId]);
        const { deadline } = news!;
        if (!deadline) continue;
        const pass = () => passDeadline(orm.em, { invoiceId, kind: deadline.kind, at: now });
        due.push({ at: Date.parse(deadline.at), pass });
      }
      const [first] = due.sort((a, b) => a.at - b.at);
      if (!first || first.at > until.getTime()) {
        now = until;
        return;
      }
      now = new Date(Math.max(now.getTime(), first.at));
      await first.pass();
    }
    throw new Error(`Subscription ${id} never rests.`);
  }

  const invoicesOf = async (id: number) =>
    (
      await query<{ id: string; status: string }>(
        'select id, status from invoices where subscription_id = $1 order by id',
        id,
      )
    ).map(({ id: invoiceId, status }) => ({ id: Number(invoiceId), status }));

  /** Pix and boleto: a card's outcome would come by itself. */
  async function registerCharges(id: number): Promise<void> {
    const waiting = await query<{ id: string }>(
      `select attempt.id from payment_attempts as attempt join invoices on invoices.id = attempt.invoice_id
       where subscription_id = $1 and state = 'pending' and registered_at is null and method <> 'card'`,
      id,
    );
    for (const attempt of waiting) {
      await registerCharge(
        { ...deps, publicUrl: 'http://x' },
        { attemptId: Number(attempt.id), at: now, isRetry: false },
      );
    }
  }

  const attemptsOf = async (invoiceId: number) =>
    (
      await query<{ id: string; state: string; cents: string; created_at: Date }>(
        'select id, state, amount_cents as cents, created_at from payment_attempts where invoice_id = $1 order by number',
        invoiceId,
      )
    ).map((row) => ({ ...row, id: Number(row.id), cents: Number(row.cents) }));

  /** The payer pays an invoice by its newest charge, or its only one, whatever became of it. */
  async function pay(invoiceId: number): Promise<void> {
    const attempt = (await attemptsOf(invoiceId)).at(-1)!;
    const event = {
      ...{ id: `paid-${attempt.id}`, type: 'payment_confirmed' as const, attemptId: attempt.id },
      ...{ paymentId: `payment-${attempt.id}`, amountCents: attempt.cents, paidAt: now.toISOString() },
    };
    expect(await applyEvent(orm.em, { store: null, gateway: SANDBOX_GATEWAY, event, at: now })).toBe('applied');
  }

  async function refuse(invoiceId: number): Promise<void> {
    const { id: attemptId } = (await attemptsOf(invoiceId)).at(-1)!;
    const event = {
      ...{ id: `refused-${attemptId}`, type: 'payment_refused' as const },
      ...{ attemptId, reason: 'insufficient_funds' },
    };
    expect(await applyEvent(orm.em, { store: null, gateway: SANDBOX_GATEWAY, event, at: now })).toBe('applied');
  }

  async function eventsOf(id: number): Promise<EventRow[]> {
    const rows = await query<{ type: string; sequence: number; body: string }>(
      `select type, sequence, body from events where resource_type = 'subscription' and resource_id = $1 order by id`,
      id,
    );
    return rows.map(({ type, sequence, body }) => ({
      type,
      sequence,
      ...(JSON.parse(body) as Pick<EventRow, 'data'>),
    }));
  }
  const namesOf = async (id: number) => (await eventsOf(id)).map(({ type }) => type.replace('subscription.', ''));
  const cyclesOf = async (store: TestStore, id: number) =>
    (await readCycles(store, id)).map(({ number, period_start, status }) => [number, period_start, status]);

  /** The attempts of a charge are spent: refused on the day, and again on each day of the schedule. */
  async function spendAttempts({ id, latest_cycle }: SubscriptionBody): Promise<void> {
    const { invoice_id: invoiceId, id: cycleId } = latest_cycle!;
    for (let turns = 0; turns < 20; turns += 1) {
      await refuse(invoiceId);
      await catchUp(id);
      const [cycle] = await query<{ state: string; next: Date | null }>(
        'select state, next_attempt_at as next from subscription_cycles where id = $1',
        cycleId,
      );
      if (cycle!.state === 'unpaid') return;
      now = cycle!.next!;
      await catchUp(id);
    }
    throw new Error('The schedule is never spent.');
  }

  describe('a subscription whose invoice was made early, taken back by a pause and made anew after it', () => {
    async function madeTwice(store: TestStore) {
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'pix', start_date: plus(BEGIN, 3) });
      const { invoice_id: first } = latest_cycle!;
      await act(store, { id, what: 'pause' });
      await act(store, { id, what: 'resume' });
      await catchUp(id);
      const [, second] = await invoicesOf(id);
      expect((await readCycles(store, id)).map(({ invoice_id, status }) => [invoice_id, status]).sort()).toEqual([
        [first, 'dropped'],
        [second!.id, 'open'],
      ]);
      return { id, first, second: second!.id };
    }
    const stateOf = async (store: TestStore, id: number) => {
      const cycles = await readCycles(store, id);
      return Object.fromEntries(
        cycles.map(({ invoice_id, ...cycle }) => [invoice_id, [cycle.status, cycle.invoice_status]]),
      );
    };

    test('is paid by money for the first one: it counts, and the second is given up', async () => {
      const store = await usualStore();
      const { id, first, second } = await madeTwice(store);
      await pay(first);
      await catchUp(id);
      expect(await stateOf(store, id)).toEqual({ [first]: ['paid', 'paid'], [second]: ['dropped', 'canceled'] });
      expect(await readSubscription(store, id)).toMatchObject({ cycles_made: 1, next_due_date: plus(BEGIN, 3, 1) });
      expect(await namesOf(id)).toEqual(['created', 'paused', 'resumed', 'renewed']);
      const renewed = (await eventsOf(id)).at(-1)!;
      expect(renewed.data).toMatchObject({ invoice_id: first, amount: 50, cycle: { number: 1 } });

      // The next month is charged once, and no third invoice comes for the first.
      await live(id, at(plus(BEGIN, 3, 1)));
      expect((await readCycles(store, id)).map(({ period_start }) => period_start)).toEqual([
        plus(BEGIN, 3),
        plus(BEGIN, 3),
        plus(BEGIN, 3, 1),
      ]);
    });

    test.each([
      ['the second one first', [1, 0]],
      ['the first one first', [0, 1]],
    ])('is paid twice, %s: what is too much is surplus, and nothing more is charged for it', async (_order, order) => {
      const store = await usualStore();
      const { id, first, second } = await madeTwice(store);
      const invoices = [first, second];
      // As quickly as payers do: nobody takes account of one before the other comes.
      for (const index of order) await pay(invoices[index]!);
      await catchUp(id);
      expect(await stateOf(store, id)).toEqual({ [first]: ['surplus', 'paid'], [second]: ['paid', 'paid'] });
      expect(await readSubscription(store, id)).toMatchObject({ cycles_made: 1, next_due_date: plus(BEGIN, 3, 1) });
      expect((await namesOf(id)).filter((name) => name === 'renewed')).toHaveLength(1);
      await live(id, at(plus(BEGIN, 3), '23:59'));
      expect(await invoicesOf(id)).toHaveLength(2);
      expect(await catchUp(id)).toEqual([]);
    });

    test('is paid a second time after the first money was taken account of: that is surplus too', async () => {
      const store = await usualStore();
      const { id, first, second } = await madeTwice(store);
      await pay(second);
      await catchUp(id);
      await pay(first);
      await catchUp(id);
      expect(await stateOf(store, id)).toEqual({ [first]: ['surplus', 'paid'], [second]: ['paid', 'paid'] });
      expect((await namesOf(id)).filter((name) => name === 'renewed')).toHaveLength(1);
      expect(await nextStep(id)).toMatchObject({ kind: 'start_cycle', dueDate: plus(BEGIN, 3, 1) });
    });
  });

  describe('that nobody worked on for a while', () => {
    test('is paused only after the invoices of the due dates that were missed are made', async () => {
      const store = await usualStore();
      const { id } = await subscribe(store, { interval: 'week' });
      now = at(plus(BEGIN, 22));
      const paused = await act(store, { id, what: 'pause' });
      expect(paused).toMatchObject({ status: 'paused', cycles_made: 4, next_due_date: plus(BEGIN, 28) });
      expect(await cyclesOf(store, id)).toEqual([
        [1, BEGIN, 'open'],
        [2, plus(BEGIN, 7), 'open'],
        [3, plus(BEGIN, 14), 'open'],
        [4, plus(BEGIN, 21), 'open'],
      ]);
      expect(await namesOf(id)).toEqual(['created', 'paused']);
      expect(await catchUp(id)).toEqual([]);
    });

    test('tries a charge again on as many different days as the schedule has', async () => {
      const store = await createStore({ dunningRetryDays: [1, 3, 7] });
      const made = await subscribe(store, { interval: 'year' });
      const { id } = made;
      const { invoice_id: invoiceId } = made.latest_cycle!;
      await refuse(invoiceId);
      await catchUp(id);
      now = at(plus(BEGIN, 30));
      await catchUp(id);
      await spendAttempts(made);
      const days = (await attemptsOf(invoiceId)).map(({ created_at }) => dayOf(created_at));
      expect(days).toEqual([0, 30, 31, 32].map((count) => plus(BEGIN, count)));
      expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due' });
    });
  });

  test('tries a charge again on different days after a long pause too', async () => {
    const store = await createStore({ dunningRetryDays: [1, 3, 7] });
    const made = await subscribe(store, { interval: 'year' });
    const { id } = made;
    const { invoice_id: invoiceId } = made.latest_cycle!;
    await refuse(invoiceId);
    await catchUp(id);
    await act(store, { id, what: 'pause' });
    await live(id, at(plus(BEGIN, 20)));
    expect(await attemptsOf(invoiceId)).toHaveLength(1);
    await act(store, { id, what: 'resume' });
    await catchUp(id);
    await spendAttempts(made);
    const days = (await attemptsOf(invoiceId)).map(({ created_at }) => dayOf(created_at));
    expect(days).toEqual([0, 20, 21, 22].map((count) => plus(BEGIN, count)));
  });

  describe('at the same time as somebody else', () => {
    test('canceled while what is owed and what is to come is paid: nobody waits for ever, and no money is lost', async () => {
      const store = await createStore({ subscriptionDaysBeforeDue: 6 });
      const owner = { companyId: store.companyId, environment: 'sandbox' as const };
      for (let round = 0; round < 5; round += 1) {
        now = at(BEGIN, '12:00');
        const { id } = await subscribe(store, { payment_method: 'pix', interval: 'week' });
        now = at(plus(BEGIN, 2));
        await catchUp(id);
        const [owed, upcoming] = await invoicesOf(id);
        expect(upcoming).toBeDefined();
        const paid = round % 3 === 2 ? [upcoming!.id, owed!.id] : [[upcoming!, owed!][round % 3]!.id];
        const cancel = { store: owner, subscriptionId: id, when: 'now' as const, invoices: 'cancel' as const };
        await Promise.all([
          ...paid.map(pay),
          cancelSubscription({ em: orm.em, clock }, cancel),
          store.createInvoice(),
          catchUp(id),
        ]);
        await catchUp(id);
        expect(await readSubscription(store, id)).toMatchObject({ status: 'canceled' });
        const cycles = await readCycles(store, id);
        for (const { invoice_id: invoiceId, status, invoice_status } of cycles) {
          const isPaid = paid.includes(invoiceId);
          expect([invoice_status, status === 'paid']).toEqual([isPaid ? 'paid' : 'canceled', isPaid]);
        }
        expect((await namesOf(id)).filter((name) => name === 'renewed')).toHaveLength(paid.length);
      }
    });

    test('begun five times at once, its cycle has one invoice', async () => {
      const store = await usualStore();
      const { id, next_due_date: dueDate } = await subscribe(store);
      now = at(dueDate!);
      const start = () => startCycle(deps, { subscriptionId: id, dueDate: dueDate!, at: now });
      await Promise.all([start(), start(), start(), start(), start()]);
      expect(await cyclesOf(store, id)).toEqual([
        [1, BEGIN, 'open'],
        [2, dueDate, 'open'],
      ]);
      expect(await invoicesOf(id)).toHaveLength(2);
      expect(await readSubscription(store, id)).toMatchObject({ cycles_made: 2 });
    });

    test('paused while its cycle begins, it has the invoice, which is owed or taken back but never both', async () => {
      const store = await usualStore();
      const owner = { companyId: store.companyId, environment: 'sandbox' as const };
      for (let round = 0; round < 4; round += 1) {
        now = at(BEGIN, '12:00');
        const { id, next_due_date: dueDate } = await subscribe(store);
        now = at(dueDate!);
        await Promise.all([
          startCycle(deps, { subscriptionId: id, dueDate: dueDate!, at: now }),
          pauseSubscription({ ...deps, clock }, { store: owner, subscriptionId: id, resumeDate: null }),
        ]);
        expect(await cyclesOf(store, id)).toEqual([
          [1, BEGIN, 'open'],
          [2, dueDate, 'open'],
        ]);
        expect(await readSubscription(store, id)).toMatchObject({ status: 'paused', cycles_made: 2 });
      }
    });
  });

  describe('a subscription whose charge is not paid', () => {
    test('is past due when the days are used, was active before, and stays so while it is tried by hand, until it is paid', async () => {
      const store = await createStore({ dunningRetryDays: [1] });
      const made = await subscribe(store, { interval: 'year' });
      const { id } = made;
      const { invoice_id: invoiceId } = made.latest_cycle!;
      await spendAttempts(made);
      const pastDue = await readSubscription(store, id);
      expect(pastDue).toMatchObject({ status: 'past_due', gives_up_on: null, latest_cycle: { status: 'unpaid' } });
      expect(await namesOf(id)).toEqual(['created', 'payment_failed', 'payment_failed', 'past_due']);
      const [, firstFailure, , announced] = await eventsOf(id);
      expect(announced!.data).toMatchObject({
        status: 'past_due',
        previous_status: 'active',
        reason: 'insufficient_funds',
        failures: 2,
        next_attempt_at: null,
        gives_up_on: null,
        invoice_id: invoiceId,
      });
      expect(firstFailure!.data).toMatchObject({
        status: 'active',
        failures: 1,
        next_attempt_at: at(plus(BEGIN, 1), '06:00').toISOString(),
      });

      const { past_due_since } = await act(store, { id, what: 'retry' });
      expect(past_due_since).toBe(pastDue.past_due_since);
      await refuse(invoiceId);
      await catchUp(id);
      // The schedule begins anew, and says so; that it is past due is not said twice.
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'past_due',
        past_due_since,
        latest_cycle: { status: 'retrying', failures: 1, next_attempt_at: at(plus(BEGIN, 2), '06:00').toISOString() },
      });
      await act(store, { id, what: 'retry' });
      expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due', latest_cycle: { status: 'open' } });
      await pay(invoiceId);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'active',
        past_due_since: null,
        latest_cycle: { status: 'paid' },
      });
      expect((await namesOf(id)).slice(4)).toEqual(['payment_failed', 'renewed']);
      expect((await eventsOf(id)).at(-1)!.data).toMatchObject({ status: 'active', previous_status: 'past_due' });
    });

    test('by a boleto: says so once, waits for the days of the schedule, and is charged anew only when it ran out', async () => {
      const store = await createStore({ dunningRetryDays: [1, 3], boletoMaxDaysAfterDue: 20 });
      const due = plus(BEGIN, 5);
      const { id, latest_cycle } = await subscribe(store, {
        payment_method: 'boleto',
        start_date: due,
        interval: 'year',
      });
      const { invoice_id: invoiceId } = latest_cycle!;
      await live(id, at(plus(due, 2)));
      const retry = () => store.sandbox.post<{ code: string }>(`/api/v1/subscriptions/${id}/retry`);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'active',
        latest_cycle: { status: 'retrying', failures: 1, invoice_status: 'overdue' },
      });
      expect((await retry()).body).toMatchObject({ status: 409, code: 'nothing_to_charge' });
      await live(id, at(plus(due, 8)));
      expect(await namesOf(id)).toEqual(['created', 'payment_failed', 'past_due']);
      expect((await eventsOf(id)).at(-1)!.data).toMatchObject({ previous_status: 'active', failures: 1 });
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'past_due',
        latest_cycle: { status: 'unpaid', failures: 1, invoice_status: 'overdue' },
      });
      // The boleto is the same all the while: a second one would be a second debt.
      expect(await attemptsOf(invoiceId)).toHaveLength(1);
      expect((await retry()).status).toBe(409);

      await live(id, at(plus(due, 25)));
      expect((await store.sandbox.invoice(invoiceId)).status).toBe('expired');
      expect((await retry()).status).toBe(200);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'past_due',
        latest_cycle: { status: 'open', failures: 0, invoice_status: 'open' },
      });
      expect(await store.sandbox.invoice(invoiceId)).toMatchObject({ due_date: plus(due, 28) });
      await pay(invoiceId);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
    });

    test('is active again once the store cancels the unpaid invoice, and that is announced', async () => {
      const store = await createStore({ dunningRetryDays: [], dunningAction: 'cancel', dunningGraceDays: 5 });
      const made = await subscribe(store, { interval: 'year' });
      const { id } = made;
      await spendAttempts(made);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due', gives_up_on: plus(BEGIN, 5) });
      await store.sandbox.create(`/api/v1/invoices/${made.latest_cycle!.invoice_id}/cancel`);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'active',
        past_due_since: null,
        gives_up_on: null,
        latest_cycle: { status: 'canceled', invoice_status: 'canceled' },
      });
      const last = (await eventsOf(id)).at(-1)!;
      expect(last.type).toBe('subscription.updated');
      expect(last.data).toMatchObject({ status: 'active', previous_status: 'past_due', changed: ['status'] });
      await live(id, at(plus(BEGIN, 30)));
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active' });
    });

    test('is past due for as long as one of several cycles is owed', async () => {
      const store = await createStore({ dunningRetryDays: [] });
      const made = await subscribe(store, { interval: 'week' });
      const { id } = made;
      await spendAttempts(made);
      await live(id, at(plus(BEGIN, 7)));
      const { latest_cycle: second } = await readSubscription(store, id);
      await refuse(second!.invoice_id);
      await catchUp(id);
      // Past due already: it is not said again.
      expect((await namesOf(id)).filter((name) => name === 'past_due')).toHaveLength(1);
      await pay(second!.invoice_id);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due', latest_cycle: { status: 'paid' } });
      await pay(made.latest_cycle!.invoice_id);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', past_due_since: null });
    });
  });

  describe('that is paused', () => {
    test('in its last period ends when that is over', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { interval: 'week', cycles: 1 });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      await act(store, { id, what: 'pause', body: { resume_date: plus(BEGIN, 4) } });
      await live(id, at(plus(BEGIN, 4)));
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active', next_due_date: null });
      await live(id, at(plus(BEGIN, 30)));
      expect(await endOf(id)).toEqual(['ended', at(plus(BEGIN, 7), '06:00')]);
      expect(await namesOf(id)).toEqual(['created', 'renewed', 'paused', 'resumed', 'ended']);
    });

    test('until after its last period ends with the pause', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { interval: 'week', cycles: 1 });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      await act(store, { id, what: 'pause', body: { resume_date: plus(BEGIN, 12) } });
      await live(id, at(plus(BEGIN, 30)));
      expect(await endOf(id)).toEqual(['ended', at(plus(BEGIN, 12), '06:00')]);
    });

    test('past the day after which nothing is due charges nothing more, and ends with the pause', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { interval: 'week', end_date: plus(BEGIN, 16) });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      await act(store, { id, what: 'pause', body: { resume_date: plus(BEGIN, 18) } });
      await live(id, at(plus(BEGIN, 60)));
      expect(await endOf(id)).toEqual(['ended', at(plus(BEGIN, 18), '06:00')]);
      expect(await cyclesOf(store, id)).toEqual([[1, BEGIN, 'paid']]);
      expect(await namesOf(id)).toEqual(['created', 'renewed', 'paused', 'resumed', 'ended']);
    });

    test('over the day after which nothing is due, in a period that is paid, ends when that is over', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { end_date: plus(BEGIN, 5) });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      await act(store, { id, what: 'pause', body: { resume_date: plus(BEGIN, 9) } });
      await live(id, at(plus(BEGIN, 60)));
      expect(await endOf(id)).toEqual(['ended', at(plus(BEGIN, 0, 1), '06:00')]);
    });

    test('in its trial, which is over before the pause is, announces that when the pause ends', async () => {
      const store = await usualStore();
      const { id } = await subscribe(store, { trial_days: 10 });
      now = at(plus(BEGIN, 5));
      await act(store, { id, what: 'pause', body: { resume_date: plus(BEGIN, 15) } });
      await live(id, at(plus(BEGIN, 14)));
      expect(await namesOf(id)).toEqual(['created', 'paused']);
      await live(id, at(plus(BEGIN, 15)));
      expect(await namesOf(id)).toEqual(['created', 'paused', 'resumed', 'trial_ended']);
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'active',
        cycles_made: 0,
        next_due_date: plus(BEGIN, 10, 1),
      });
      await live(id, at(plus(BEGIN, 30)));
      expect(await namesOf(id)).toHaveLength(4);
    });

    test('in its trial, and resumed in it, is in its trial again, which ends once', async () => {
      const store = await usualStore();
      const { id } = await subscribe(store, { trial_days: 10 });
      await act(store, { id, what: 'pause' });
      now = at(plus(BEGIN, 5));
      expect(await act(store, { id, what: 'resume' })).toMatchObject({
        status: 'trialing',
        next_due_date: plus(BEGIN, 10),
      });
      await live(id, at(plus(BEGIN, 10)));
      expect(await namesOf(id)).toEqual(['created', 'paused', 'resumed', 'trial_ended']);
      expect(await cyclesOf(store, id)).toEqual([[1, plus(BEGIN, 10), 'open']]);
    });

    async function endOf(id: number) {
      const [row] = await query<{ status: string; ended_at: Date }>(
        'select status, ended_at from subscriptions where id = $1',
        id,
      );
      return [row!.status, row!.ended_at];
    }
  });

  test('a subscription whose anchor is changed and changed back is due on the day it was', async () => {
    const store = await usualStore();
    const { id, next_due_date } = await subscribe(store);
    expect(next_due_date).toBe('2030-04-13');
    expect(await change(store, id, { anchor_day: 31 })).toMatchObject({
      next_due_date: '2030-04-30',
      latest_cycle: { period_end: '2030-04-30' },
    });
    expect(await change(store, id, { anchor_day: 5 })).toMatchObject({ next_due_date: '2030-05-05' });
    expect(await change(store, id, { anchor_day: 13 })).toMatchObject({
      next_due_date,
      latest_cycle: { period_end: next_due_date },
    });
    now = at('2030-05-13');
    await catchUp(id);
    const dueDates = (await readCycles(store, id)).map(({ period_start }) => period_start);
    expect(dueDates).toEqual(['2030-03-13', '2030-04-13', '2030-05-13']);
  });

  describe('a subscription whose payer offers another card', () => {
    const cardOf = async (id: number) => {
      const [row] = await query<{ card: string | null; offered: string | null }>(
        'select card_token as card, offered_card_token as offered from subscriptions where id = $1',
        id,
      );
      const { card, offered } = row!;
      return { card: card && secrets.open(card, cardOnFileContext(id)), hasOffer: offered !== null };
    };
    const offer = (store: TestStore, invoiceId: number, card: string) =>
      store.sandbox.create(`/api/v1/invoices/${invoiceId}/payments`, { card_token: card });

    test('has it on file only after it paid; one that is refused replaces nothing', async () => {
      const store = await createStore({ dunningRetryDays: [5] });
      const { id, latest_cycle } = await subscribe(store, { card_token: 'tok_of_the_store', interval: 'year' });
      const { invoice_id: invoiceId } = latest_cycle!;
      await refuse(invoiceId);
      await catchUp(id);
      await offer(store, invoiceId, 'tok_refused');
      expect(await cardOf(id)).toEqual({ card: 'tok_of_the_store', hasOffer: true });
      await refuse(invoiceId);
      await catchUp(id);
      expect(await cardOf(id)).toMatchObject({ card: 'tok_of_the_store' });

      await offer(store, invoiceId, 'tok_good');
      expect(await cardOf(id)).toEqual({ card: 'tok_of_the_store', hasOffer: true });
      await pay(invoiceId);
      await catchUp(id);
      expect(await cardOf(id)).toEqual({ card: 'tok_good', hasOffer: false });
      expect(await readSubscription(store, id)).toMatchObject({ has_card: true, latest_cycle: { status: 'paid' } });
    });

    test('after a refusal keeps the good one, which pays on the next day of the schedule', async () => {
      const store = await createStore({ dunningRetryDays: [5] });
      const { id, latest_cycle } = await subscribe(store, { card_token: 'tok_of_the_store', interval: 'year' });
      const { invoice_id: invoiceId } = latest_cycle!;
      await refuse(invoiceId);
      await catchUp(id);
      await offer(store, invoiceId, 'tok_refused');
      await refuse(invoiceId);
      await live(id, at(plus(BEGIN, 5)));
      await pay(invoiceId);
      await catchUp(id);
      expect(await cardOf(id)).toEqual({ card: 'tok_of_the_store', hasOffer: false });
    });

    test('without one on file has the one that paid the first invoice', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { card_token: null });
      await offer(store, latest_cycle!.invoice_id, 'tok_first');
      expect(await readSubscription(store, id)).toMatchObject({ has_card: false });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      expect(await cardOf(id)).toEqual({ card: 'tok_first', hasOffer: false });
    });

    test('is over when it pays: no card is kept', async () => {
      const store = await usualStore();
      const { id, latest_cycle } = await subscribe(store, { card_token: null });
      await offer(store, latest_cycle!.invoice_id, 'tok_late');
      await act(store, { id, what: 'cancel', body: { invoices: 'keep' } });
      await pay(latest_cycle!.invoice_id);
      await catchUp(id);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'canceled', latest_cycle: { status: 'paid' } });
      expect(await cardOf(id)).toEqual({ card: null, hasOffer: false });
    });
  });

  test('subscriptions of a store with many are renewed one after the other, those of another store at the moment', async () => {
    const [large, small] = [await createStore(), await createStore()];
    const terms = { payment_method: 'pix', start_date: plus(BEGIN, 30) };
    const { id } = await subscribe(large, terms);
    const other = await subscribe(small, terms);
    const copies = await query<{ id: string }>(
      `insert into subscriptions
       select (jsonb_populate_record(null::subscriptions, to_jsonb(one)
         || jsonb_build_object('id', nextval('subscriptions_id_seq')))).*
       from subscriptions one, generate_series(1, 149) where one.id = $1 returning id`,
      id,
    );
    const ids = [id, ...copies.map((copy) => Number(copy.id))];
    const moment = Date.parse((await nextStep(other.id))!.at);
    const seconds = (await readSubscriptionNews(orm.em, ids)).map(
      ({ next }) => (Date.parse(next!.at) - moment) / 1_000,
    );
    expect(new Set(seconds.map(Math.floor)).size).toBeGreaterThan(40);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seconds)).toBeLessThan(50);
  });

  test('a subscription of a suspended store charges nobody, and is found as late once the store is back', async () => {
    const store = await createStore();
    const { companyId } = store;
    const { id, next_due_date: due, latest_cycle } = await subscribe(store, { interval: 'week' });
    const stepAt = async () =>
      (await query<{ at: Date | null }>('select next_step_at as at from subscriptions where id = $1', id))[0]!.at;
    /** Whether the sweep for lost work tells its workflow. */
    const isFound = async () => {
      await query('delete from outbox where subscription_id = $1', id);
      await requeueOverdue(orm.em, now);
      return (await query('select 1 from outbox where subscription_id = $1', id)).length > 0;
    };
    await suspendCompany(orm.em, { companyId, reason: 'asked by a test', now });
    now = at(plus(due!, 8));
    // Money is taken account of all the same.
    await pay(latest_cycle!.invoice_id);
    expect(await catchUp(id)).toEqual(['settle_charge']);
    await startCycle(deps, { subscriptionId: id, dueDate: due!, at: now });
    expect(await invoicesOf(id)).toHaveLength(1);
    expect(await nextStep(id)).toBeNull();
    expect(await stepAt()).toEqual(at(due!, '06:00'));
    expect(await isFound()).toBe(false);

    await resumeCompany(orm.em, { companyId });
    expect(await isFound()).toBe(true);
    expect(await catchUp(id)).toEqual(['start_cycle', 'start_cycle']);
    expect(await stepAt()).toEqual(at(plus(due!, 14), '06:00'));
    expect(await isFound()).toBe(false);
    expect(await cyclesOf(store, id)).toEqual([
      [1, BEGIN, 'paid'],
      [2, due, 'open'],
      [3, plus(due!, 7), 'open'],
    ]);
  });

  describe('tells its subscribers', () => {
    const deliveriesOf = (id: number) =>
      query<{ id: string; endpoint: string; runs_in: string; state: string; type: string }>(
        `select delivery.id, endpoint_id as endpoint, runs_in, state, events.type
         from webhook_deliveries as delivery join events on events.id = delivery.event_id
         where delivery.resource_type = 'subscription' and delivery.resource_id = $1 order by delivery.id`,
        id,
      );

    test('everything, in order: their numbers have no gap, whatever happened at once', async () => {
      const store = await createStore({ dunningRetryDays: [] });
      await store.sandbox.create('/api/v1/webhooks', {
        url: `${store.receiver.url}/ends`,
        events: ['subscription.canceled', 'invoice.overdue'],
      });
      const made = await subscribe(store, { interval: 'week', trial_days: 0 });
      const { id } = made;
      await spendAttempts(made);
      await Promise.all([
        change(store, id, { description: 'A' }),
        change(store, id, { external_reference: 'B' }),
        change(store, id, { days_before_due: 1 }),
        pay(made.latest_cycle!.invoice_id),
      ]);
      await catchUp(id);
      await act(store, { id, what: 'pause' });
      await act(store, { id, what: 'cancel' });
      const events = await eventsOf(id);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(events.map(({ type }) => type.replace('subscription.', '')).sort()).toEqual(
        [
          ...['created', 'payment_failed', 'past_due', 'updated', 'updated', 'updated'],
          ...['renewed', 'paused', 'canceled'],
        ].sort(),
      );
      const told = await deliveriesOf(id);
      expect(told.filter(({ type }) => type === 'subscription.canceled')).toHaveLength(2);
      expect(told).toHaveLength(events.length + 1);
      expect(told.every(({ runs_in, state }) => runs_in === 'event' && state === 'pending')).toBe(true);
    });

    test('not while their endpoint is paused, but as soon as it is back', async () => {
      const store = await createStore();
      const { id } = await subscribe(store);
      const [created] = await deliveriesOf(id);
      const endpointId = Number(created!.endpoint);
      await query(
        `update webhook_endpoints set failing_since = $2::timestamptz - interval '2 days', paused_at = $2,
           next_probe_at = $2::timestamptz + interval '1 hour' where id = $1`,
        endpointId,
        now,
      );
      await act(store, { id, what: 'pause' });
      const held = await deliveriesOf(id);
      expect(held.map(({ type }) => type)).toEqual(['subscription.created', 'subscription.paused']);
      const deliver = ({ id: deliveryId }: { id: string }, number = 1) => ({
        ...{ deliveryId: Number(deliveryId), endpointId, number, retryAfter: () => null, attemptsAllowed: 9 },
      });
      for (const delivery of held) {
        expect(await deliverWebhook(deliveries.deps, deliver(delivery))).toMatchObject({ status: 'held' });
      }
      expect(store.receiver.received).toEqual([]);
      const toldOf = async (wanted: { id: string }[]) =>
        (
          await query<{ id: string }>(
            'select delivery_id as id from outbox where delivery_id = any($1::bigint[]) order by delivery_id',
            `{${wanted.map((delivery) => delivery.id).join()}}`,
          )
        ).map((row) => row.id);
      const forget = () =>
        query('delete from outbox where delivery_id = any($1::bigint[])', `{${held.map((one) => one.id).join()}}`);

      // The sweep for lost work leaves them alone; a probe takes the oldest.
      await forget();
      await requeueOverdue(orm.em, new Date(now.getTime() + 2 * HOUR_MS));
      expect(await toldOf(held)).toEqual([]);
      await probePaused(orm.em, new Date(now.getTime() + HOUR_MS));
      expect(await toldOf(held)).toEqual([held[0]!.id]);
      expect((await deliveriesOf(id)).map(({ runs_in }) => runs_in)).toEqual(['delivery', 'event']);

      await forget();
      const probe = { ...deliver(held[0]!), evenIfPaused: true };
      expect(await deliverWebhook(deliveries.deps, probe)).toMatchObject({ status: 'ended' });
      expect(await toldOf(held)).toContain(held[1]!.id);
      expect(await deliverWebhook(deliveries.deps, deliver(held[1]!))).toMatchObject({ status: 'ended' });
      expect(store.receiver.received.map(({ event, sequence }) => [event, sequence])).toEqual([
        ['subscription.created', 1],
        ['subscription.paused', 2],
      ]);
      expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    });
  });
});

/** A moment of a calendar day of the stores: by default a minute after they renew. */
function at(day: string, time = '06:01'): Date {
  return DateTime.fromISO(`${day}T${time}`, { zone: ZONE }).toJSDate();
}

function plus(day: string, days: number, months = 0): string {
  return DateTime.fromISO(day).plus({ days }).plus({ months }).toISODate()!;
}
