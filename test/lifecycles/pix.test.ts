import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { addDays, isBusinessDay, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { daysBetween } from '../../src/base/calendar/calendar-date.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import {
  activitiesOf,
  historyOf,
  localActivitiesOf,
  recordHistory,
  runStatus,
  signalsOf,
  workflowTasksOf,
} from '../support/histories.ts';
import { DAY, HOUR, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

const ZONE = 'America/Sao_Paulo';

describe('the life of a Pix invoice', () => {
  const world = useSkippedTimeWorld();

  async function pendingInvoice() {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const invoice = await eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.status === 'pending',
    );
    return { store, id, invoice };
  }

  test('paid, it costs a signal and two tasks of its workflow, and each of its three events arrives once', async () => {
    const { store, id } = await pendingInvoice();
    const paid = await store.sandbox.create<{ status: string }>(`/api/v1/sandbox/invoices/${id}/payment`, {
      outcome: 'confirmed',
    });
    expect(paid.status).toBe('paid');
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    expect(store.receiver.eventsOf(id).sort()).toEqual([
      'invoice.created',
      'invoice.payment_confirmed',
      'invoice.payment_registered',
    ]);
    const history = await historyOf(world.current.env, id);
    expect(localActivitiesOf(history)).toEqual(['tryHere', 'tryHere']);
    expect(activitiesOf(history)).toEqual([]);
    expect(workflowTasksOf(history)).toBe(2);
    expect(signalsOf(history)).toEqual(['recordChanged']);
    await recordHistory(world.current.env, id, 'pix-paid');
  });

  describe('that falls due', () => {
    const advanceTo = async (moment: number) => world.current.advance(moment - (await world.current.now()).getTime());
    /** A Friday on which banks work, at least three days ahead, whose invoice has terms and grows after it. */
    async function dueOnFriday() {
      const store = await world.current.createStore({ boletoMaxDaysAfterDue: 10 });
      const today = DateTime.fromJSDate(await world.current.now(), { zone: ZONE }).toISODate()!;
      let friday = addDays(today, 12 - DateTime.fromISO(today).weekday);
      while (!isBusinessDay(friday)) friday = addDays(friday, 7);
      const { id } = await store.createInvoice({
        ...{ due_date: friday, fine: { type: 'percentage', value: 2 } },
        interest: { type: 'percentage', value: 0.0333 },
      });
      const invoice = await eventually(
        () => store.sandbox.invoice(id),
        ({ status }) => status === 'pending',
      );
      const overdueAt = DateTime.fromISO(friday, { zone: ZONE }).plus({ days: 1 }).toMillis();
      return { store, id, invoice, friday, overdueAt };
    }

    test('is overdue after that day, payable with fine and interest, and given back in part', async () => {
      const { store, id, invoice, friday, overdueAt } = await dueOnFriday();
      // The code outlives its due date: the payer's bank adds what is due on the day.
      expect(Date.parse(invoice.pix!.expires_at)).toBe(overdueAt + 10 * DAY);
      await advanceTo(overdueAt - MINUTE);
      expect((await store.sandbox.invoice(id)).status).toBe('pending');
      await advanceTo(overdueAt + MINUTE);
      await eventually(
        () => store.receiver.eventsOf(id),
        (events) => events.includes('invoice.overdue'),
      );
      expect((await store.sandbox.invoice(id)).pix).toEqual(invoice.pix);

      const monday = nextBusinessDay(addDays(friday, 1));
      const tuesday = nextBusinessDay(addDays(monday, 1));
      await advanceTo(DateTime.fromISO(tuesday, { zone: ZONE }).plus({ hours: 12 }).toMillis());
      await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
      const paid = await store.sandbox.invoice(id);
      const daysLate = daysBetween(friday, tuesday);
      // R$ 100.00: 2 % once, and 3.33 cents a day, rounded once.
      const total = (10_000 + 200 + Math.floor(3.33 * daysLate + 0.5)) / 100;
      expect(paid).toMatchObject({ status: 'paid', amount_paid: total, fine_amount: 2, total });

      await store.sandbox.create(`/api/v1/invoices/${id}/refunds`, { amount: 30 });
      await eventually(
        () => store.sandbox.invoice(id),
        ({ status }) => status === 'partially_refunded',
      );
      await eventually(
        () => runStatus(world.current.env, id),
        ({ status }) => status === 'COMPLETED',
      );
      await recordHistory(world.current.env, id, 'pix-overdue-paid');
    });

    test('expires when its bank takes it no more, and money is taken even then', async () => {
      const { store, id, invoice, overdueAt } = await dueOnFriday();
      await advanceTo(overdueAt + 10 * DAY - MINUTE);
      await eventually(
        () => store.sandbox.invoice(id),
        ({ status }) => status === 'overdue',
      );
      await advanceTo(overdueAt + 10 * DAY + MINUTE);
      await eventually(
        () => store.receiver.eventsOf(id),
        (events) => events.includes('invoice.expired'),
      );
      await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 20_000 });
      expect((await store.sandbox.invoice(id)).status).toBe('paid');
    });
  });

  test('its code lives as long as the invoice says', async () => {
    const store = await world.current.createStore();
    const { id, pix_expires_in } = await store.createInvoice({ pix_expires_in: 600 });
    expect(pix_expires_in).toBe(600);
    const { pix } = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    const left = Date.parse(pix!.expires_at) - (await world.current.now()).getTime();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(10 * MINUTE);
    const refused = await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, {
      due_date: '2099-01-01',
      pix_expires_in: 60,
    });
    expect(refused).toMatchObject({ status: 422 });
  });

  test('unpaid, it is abandoned when its code expires, and not before', async () => {
    const { store, id, invoice } = await pendingInvoice();
    const expiresAt = Date.parse(invoice.pix!.expires_at);
    await world.current.advance(expiresAt - (await world.current.now()).getTime() - MINUTE);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');

    await world.current.advance(2 * MINUTE);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 3,
    );
    expect(store.receiver.eventsOf(id).at(-1)).toBe('invoice.abandoned');
    expect((await store.sandbox.invoice(id)).status).toBe('abandoned');
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'pix-abandoned');
  });

  test('money after it was abandoned makes it paid, in a new run that does only what is due', async () => {
    const { store, id, invoice } = await pendingInvoice();
    await world.current.advance(25 * HOUR);
    const first = await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );

    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const second = await eventually(
      () => runStatus(world.current.env, id),
      ({ runId, status }) => runId !== first.runId && status === 'COMPLETED',
    );
    expect(second.runId).not.toBe(first.runId);
    const history = await historyOf(world.current.env, id);
    expect([...localActivitiesOf(history), ...activitiesOf(history)]).toEqual(['tryHere']);
    expect(store.receiver.eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.abandoned',
      'invoice.payment_confirmed',
    ]);
    const confirmed = store.receiver.received.at(-1)!;
    expect(confirmed.data).toMatchObject({
      status: 'paid',
      previous_status: 'abandoned',
      total: 100,
      amount_paid: 100,
    });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    await recordHistory(world.current.env, id, 'pix-paid-after-abandonment');
  });

  test('refused, it gets a new code at once, and is paid with that', async () => {
    const { store, id, invoice } = await pendingInvoice();
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'refused', reason: 'no_funds' });
    const again = await eventually(
      () => store.sandbox.invoice(id),
      ({ status, payments }) => status === 'pending' && payments.length === 2,
    );
    expect(again.pix!.txid).not.toBe(invoice.pix!.txid);
    expect(again.payments.map(({ status, refusal_reason }) => [status, refusal_reason])).toEqual([
      ['refused', 'no_funds'],
      ['pending', null],
    ]);

    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 5,
    );
    expect(store.receiver.eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.refused',
      'invoice.payment_registered',
      'invoice.payment_confirmed',
    ]);
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'pix-refused-then-paid');
  });

  test('refused five times, it rests as refused until the abandonment period has passed', async () => {
    const { store, id } = await pendingInvoice();
    for (let refusals = 1; refusals <= 5; refusals += 1) {
      await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'refused' });
    }
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'refused', payments: { length: 5 } });
    await world.current.advance(DAY - HOUR);
    expect((await store.sandbox.invoice(id)).status).toBe('refused');
    await world.current.advance(2 * HOUR);
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'abandoned',
    );
  });
});
