import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { addDays, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { DAY, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

const ZONE = 'America/Sao_Paulo';

describe('the life of a boleto invoice', () => {
  const world = useSkippedTimeWorld();

  async function pendingBoleto() {
    const store = await world.current.createStore({ boletoMaxDaysAfterDue: 10 });
    const today = DateTime.fromJSDate(await world.current.now(), { zone: ZONE }).toISODate()!;
    // A day without banks: the boleto is due on the business day after it.
    const saturday = addDays(today, 13 - DateTime.fromISO(today).weekday);
    const created = await store.createInvoice({ payment_method: 'boleto', due_date: saturday });
    const invoice = await eventually(
      () => store.sandbox.invoice(created.id),
      ({ status }) => status === 'pending',
    );
    const payableUntil = nextBusinessDay(saturday);
    const overdueAt = DateTime.fromISO(payableUntil, { zone: ZONE }).plus({ days: 1 }).startOf('day').toMillis();
    return { store, id: created.id, invoice, saturday, payableUntil, overdueAt };
  }

  const advanceTo = async (moment: number) => world.current.advance(moment - (await world.current.now()).getTime());

  test('unpaid, it is overdue from the first instant after its due date, then expires; money is taken even then', async () => {
    const { store, id, invoice, saturday, payableUntil, overdueAt } = await pendingBoleto();
    expect(invoice).toMatchObject({ due_date: saturday, boleto: { due_date: payableUntil } });
    expect(payableUntil > saturday).toBe(true);

    await advanceTo(overdueAt - MINUTE);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
    await advanceTo(overdueAt + MINUTE);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.overdue'),
    );
    const overdue = store.receiver.received.find(({ event }) => event === 'invoice.overdue')!;
    expect(overdue.data).toMatchObject({ status: 'overdue', previous_status: 'pending', due_date: saturday });
    expect(Math.abs(overdue.receivedAt.getTime() - overdueAt)).toBeLessThan(2 * MINUTE);

    await advanceTo(overdueAt + 10 * DAY - MINUTE);
    expect((await store.sandbox.invoice(id)).status).toBe('overdue');
    await advanceTo(overdueAt + 10 * DAY + MINUTE);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.expired'),
    );
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'boleto-expired');

    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.payment_confirmed'),
    );
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('overdue, it can still be paid, and a refusal does not end it', async () => {
    const { store, id, invoice, overdueAt } = await pendingBoleto();
    await advanceTo(overdueAt + MINUTE);
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'overdue',
    );
    const attemptId = invoice.payments[0]!.id;
    await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId, reason: 'payer_bank' });
    expect((await store.sandbox.invoice(id)).status).toBe('overdue');
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 4,
    );
    expect(store.receiver.eventsOf(id)).not.toContain('invoice.refused');
  });

  test('a confirmation that races the overdue timer makes it paid with one event, whoever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { store, id, invoice, overdueAt } = await pendingBoleto();
      await advanceTo(overdueAt - MINUTE);
      await Promise.all([
        world.current.advance(2 * MINUTE),
        confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 }),
      ]);
      await eventually(
        () => runStatus(world.current.env, id),
        ({ status }) => status === 'COMPLETED',
      );
      expect((await store.sandbox.invoice(id)).status).toBe('paid');
      const events = store.receiver.eventsOf(id);
      expect(events.filter((event) => event === 'invoice.payment_confirmed')).toHaveLength(1);
      expect(events.filter((event) => event === 'invoice.overdue').length).toBeLessThanOrEqual(1);
      const sequences = store.receiver.received.map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    }
  });
});
