import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { amountOpen } from '../../src/statistics/amount-open.ts';
import { checkoutConversion } from '../../src/statistics/checkout-conversion.ts';
import { deliveriesByDay } from '../../src/statistics/deliveries-by-day.ts';
import { hasInvoices } from '../../src/statistics/has-invoices.ts';
import { paymentsByDay } from '../../src/statistics/payments-by-day.ts';
import { paymentsByMethod } from '../../src/statistics/payments-by-method.ts';
import { lastDays } from '../../src/statistics/period.ts';
import { refusalsByReason } from '../../src/statistics/refusals-by-reason.ts';
import { useApiWorld } from '../support/api-world.ts';
import { knownRows } from '../support/known-rows.ts';

const TIME_ZONE = 'America/Sao_Paulo';
/** The days from 8 to 10 March 2026 in São Paulo, which is three hours behind UTC. */
const PERIOD = lastDays({ now: new Date('2026-03-10T15:00:00Z'), days: 3, timeZone: TIME_ZONE });
const FIRST = '2026-03-08T03:00:00.000Z';
const BEFORE = '2026-03-08T02:59:59.999Z';
const LAST = '2026-03-11T02:59:59.999Z';
const AFTER = '2026-03-11T03:00:00.000Z';
const NOON = '2026-03-09T15:00:00.000Z';

describe('statistics', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
  });
  afterAll(() => orm.close());

  const enter = async () => {
    const { companyId } = await world.current.createStore();
    const other = await world.current.createStore();
    const { database } = world.current;
    return {
      em: orm.em.fork() as EntityManager,
      of: { store: { companyId, environment: 'sandbox' as const }, period: PERIOD },
      rows: knownRows(database, { companyId }),
      foreign: [
        knownRows(database, { companyId, environment: 'production' }),
        knownRows(database, { companyId: other.companyId }),
      ],
    };
  };

  test('payments count on the day that it was for the store', async () => {
    const { em, of, rows, foreign } = await enter();
    await rows.payment({ paidAt: BEFORE, amountCents: 1 });
    await rows.payment({ paidAt: FIRST, amountCents: 1_000 });
    // 23:30 of the 8th in São Paulo, and the 9th in UTC.
    await rows.payment({ paidAt: '2026-03-09T02:30:00.000Z', amountCents: 250, refundedCents: 50 });
    await rows.payment({ paidAt: LAST, amountCents: 30_00 });
    await rows.payment({ paidAt: AFTER, amountCents: 2 });
    for (const one of foreign) await one.payment({ paidAt: NOON, amountCents: 77 });
    expect(await paymentsByDay(em, of)).toEqual([
      { date: '2026-03-08', count: 2, amountCents: 1_250, refundedCents: 50 },
      { date: '2026-03-09', count: 0, amountCents: 0, refundedCents: 0 },
      { date: '2026-03-10', count: 1, amountCents: 3_000, refundedCents: 0 },
    ]);
  });

  test('another time zone makes other days of the same payments', async () => {
    const { em, of, rows } = await enter();
    await rows.payment({ paidAt: '2026-03-09T02:30:00.000Z', amountCents: 250 });
    const period = lastDays({ now: new Date(NOON), days: 2, timeZone: 'UTC' });
    const days = await paymentsByDay(em, { ...of, period });
    expect(days.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2026-03-08', 0],
      ['2026-03-09', 250],
    ]);
  });

  test('payments count by how they were paid', async () => {
    const { em, of, rows, foreign } = await enter();
    await rows.payment({ paidAt: NOON, amountCents: 100 });
    await rows.payment({ paidAt: NOON, amountCents: 200 });
    await rows.payment({ paidAt: NOON, amountCents: 5_000, method: 'card' });
    await rows.payment({ paidAt: BEFORE, amountCents: 1, method: 'boleto' });
    for (const one of foreign) await one.payment({ paidAt: NOON, amountCents: 77, method: 'boleto' });
    expect(await paymentsByMethod(em, of)).toEqual([
      { method: 'pix', count: 2, amountCents: 300 },
      { method: 'boleto', count: 0, amountCents: 0 },
      { method: 'card', count: 1, amountCents: 5_000 },
    ]);
  });

  test('a store without anything has zeros', async () => {
    const { em, of } = await enter();
    const zeros = (await paymentsByDay(em, of)).map(({ count, amountCents }) => count + amountCents);
    expect(zeros).toEqual([0, 0, 0]);
    expect(await checkoutConversion(em, of)).toEqual({ created: 0, opened: 0, started: 0, paid: 0 });
    expect(await refusalsByReason(em, of)).toEqual([]);
    expect(await deliveriesByDay(em, of)).toEqual(PERIOD.dates.map((date) => ({ date, delivered: 0, failed: 0 })));
    expect(await amountOpen(em, { ...of, today: '2026-03-10' })).toEqual({
      ...{ count: 0, amountCents: 0, isMore: false },
      ...{ overdue: { count: 0, amountCents: 0 }, dueSoon: { count: 0, amountCents: 0 } },
    });
    expect(await hasInvoices(em, of.store)).toBe(false);
  });

  test('invoices of the period count as far as they have come', async () => {
    const { em, of, rows, foreign } = await enter();
    await rows.invoice({ createdAt: FIRST });
    await rows.invoice({ createdAt: NOON, openedAt: NOON });
    await rows.invoice({ createdAt: NOON, openedAt: NOON, startedAt: NOON });
    // Paid after the period, and without the checkout.
    await rows.invoice({ createdAt: LAST, openedAt: AFTER, startedAt: AFTER, paidAt: AFTER });
    await rows.invoice({ createdAt: NOON, paidAt: NOON });
    await rows.invoice({ createdAt: BEFORE, openedAt: NOON, startedAt: NOON, paidAt: NOON });
    for (const one of foreign) await one.invoice({ createdAt: NOON, openedAt: NOON, startedAt: NOON, paidAt: NOON });
    // A later step counts in each before: no step has more than the one before.
    expect(await checkoutConversion(em, of)).toEqual({ created: 5, opened: 4, started: 3, paid: 2 });
    expect(await hasInvoices(em, of.store)).toBe(true);
  });

  test('refusals count by reason, the commonest first, and the rest together', async () => {
    const { em, of, rows, foreign } = await enter();
    const reasons = ['insufficient_funds', 'expired_card', 'insufficient_funds', null, 'a', 'a', 'insufficient_funds'];
    for (const reason of reasons) await rows.refusal({ at: NOON, reason });
    await rows.refusal({ at: BEFORE, reason: 'a' });
    await rows.refusal({ at: NOON, reason: null, state: 'canceled' });
    for (const one of foreign) await one.refusal({ at: NOON, reason: 'a' });
    expect(await refusalsByReason(em, of)).toEqual([
      { reason: 'insufficient_funds', count: 3 },
      { reason: 'a', count: 2 },
      { reason: 'expired_card', count: 1 },
      { reason: null, count: 1 },
    ]);
    expect(await refusalsByReason(em, { ...of, most: 1 })).toEqual([
      { reason: 'insufficient_funds', count: 3 },
      { reason: null, count: 4 },
    ]);
  });

  test('deliveries count on the day on which they ended', async () => {
    const { em, of, rows, foreign } = await enter();
    await rows.delivery({ completedAt: '2026-03-09T02:30:00.000Z', state: 'delivered' });
    await rows.delivery({ completedAt: NOON, state: 'delivered' });
    await rows.delivery({ completedAt: NOON, state: 'failed' });
    await rows.delivery({ completedAt: NOON, state: 'canceled' });
    await rows.delivery({ completedAt: null, state: 'pending' });
    await rows.delivery({ completedAt: AFTER, state: 'failed' });
    for (const one of foreign) await one.delivery({ completedAt: NOON, state: 'failed' });
    expect(await deliveriesByDay(em, of)).toEqual([
      { date: '2026-03-08', delivered: 1, failed: 0 },
      { date: '2026-03-09', delivered: 1, failed: 1 },
      { date: '2026-03-10', delivered: 0, failed: 0 },
    ]);
  });

  test('the amount owed is the sum of the amounts due today, with fine, interest and part payments', async () => {
    const { em, of, rows, foreign } = await enter();
    const fine = JSON.stringify({ type: 'fixed', cents: 200 });
    const interest = JSON.stringify({ type: 'fixed', cents: 10 });
    await rows.invoice({ createdAt: NOON });
    await rows.invoice({ createdAt: NOON, status: 'pending', amount_paid_cents: 4_000 });
    await rows.invoice({ createdAt: NOON, status: 'refused' });
    // Due on Friday the 6th: four days late on Tuesday.
    await rows.invoice({
      createdAt: NOON,
      status: 'overdue',
      payment_method: 'boleto',
      due_date: '2026-03-06',
      fine,
      interest,
    });
    // Falls due on the last of the days that are soon; the other a day later.
    for (const due_date of ['2026-03-17', '2026-03-18']) {
      await rows.invoice({ createdAt: NOON, status: 'pending', payment_method: 'boleto', due_date });
    }
    for (const status of ['expired', 'abandoned', 'canceled']) await rows.invoice({ createdAt: NOON, status });
    await rows.invoice({ createdAt: NOON, paidAt: NOON });
    for (const one of foreign) await one.invoice({ createdAt: NOON });
    const asked = { ...of, today: '2026-03-10' };
    const expected = 10_000 + 6_000 + 10_000 + 10_240 + 20_000;
    const parts = { overdue: { count: 1, amountCents: 10_240 }, dueSoon: { count: 1, amountCents: 10_000 } };
    expect(await amountOpen(em, asked)).toEqual({ count: 6, amountCents: expected, isMore: false, ...parts });
    await rows.invoice({ createdAt: NOON });
    // The newest of each status, and word that there are more.
    expect(await amountOpen(em, { ...asked, most: 1 })).toMatchObject({ count: 4, amountCents: 40_240, isMore: true });
  });
});
