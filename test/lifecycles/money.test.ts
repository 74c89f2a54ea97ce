import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

describe('money that comes as nobody expects', () => {
  const world = useSkippedTimeWorld();

  async function pendingInvoice() {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const { payments } = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    return { store, id, attemptId: payments[0]!.id };
  }

  /** Every event of the invoice as the record has it, with what it said. */
  const recorded = async (id: number) =>
    (
      await world.current.database.query<{ body: string }>(
        `select body from events where resource_id = $1 order by sequence`,
        [id],
      )
    ).map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
  const names = async (id: number) => (await recorded(id)).map(({ event }) => event);
  const arrived = (store: TestStore, id: number, count: number) =>
    eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === count,
    );

  test('a confirmation that arrives twice is one payment, one transition and one event', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    const answers = await Promise.all([
      confirmPayment(world.current, { attemptId, amountCents: 10_000, id: `same_event_${id}` }),
      confirmPayment(world.current, { attemptId, amountCents: 10_000, id: `same_event_${id}` }),
      confirmPayment(world.current, { attemptId, amountCents: 10_000, id: `other_event_${id}` }),
    ]);
    expect(answers).toEqual([200, 200, 200]);
    expect(await names(id)).toEqual(['invoice.created', 'invoice.payment_registered', 'invoice.payment_confirmed']);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    await arrived(store, id, 3);
  });

  test('a confirmation after the refusal of the same charge makes the invoice paid, and the fresh code is given up', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId, reason: 'no_funds' });
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    const invoice = await store.sandbox.invoice(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect(invoice.payments.map(({ status }) => status)).toEqual(['paid', 'canceled']);
    expect((await names(id)).filter((event) => event === 'invoice.payment_confirmed')).toHaveLength(1);
  });

  test('a refusal after the confirmation changes nothing', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    expect(await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId, reason: 'late' })).toBe(200);
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
    expect(await names(id)).not.toContain('invoice.refused');
  });

  test('money after the store canceled makes the invoice paid and says what it was', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    const canceled = await store.sandbox.create<{ status: string }>(`/api/v1/invoices/${id}/cancel`);
    expect(canceled.status).toBe('canceled');
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    const last = (await recorded(id)).at(-1)!;
    expect(last).toMatchObject({ event: 'invoice.payment_confirmed', data: { previous_status: 'canceled' } });
    await arrived(store, id, 4);
  });

  test('a payment that races the store’s cancel ends as paid, whoever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { store, id, attemptId } = await pendingInvoice();
      const [cancel] = await Promise.all([
        store.sandbox.post(`/api/v1/invoices/${id}/cancel`),
        confirmPayment(world.current, { attemptId, amountCents: 10_000 }),
      ]);
      expect([200, 409]).toContain(cancel.status);
      expect((await store.sandbox.invoice(id)).status).toBe('paid');
      const events = await names(id);
      expect(events.filter((event) => event === 'invoice.payment_confirmed')).toHaveLength(1);
      expect(events.includes('invoice.canceled')).toBe(cancel.status === 200);
    }
  });

  test('a second charge’s money is a payment of its own, shown and announced as overpaid', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId, reason: 'no_funds' });
    const { payments } = await eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === 'pending',
    );
    await confirmPayment(world.current, { attemptId: payments[1]!.id, amountCents: 10_000 });
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 200 });
    expect((await recorded(id)).at(-1)).toMatchObject({
      event: 'invoice.overpaid',
      data: { status: 'paid', amount: 100, amount_overpaid: 100, amount_paid: 200 },
    });
    await arrived(store, id, 6);
  });

  test('too much money makes the invoice paid and overpaid', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    await confirmPayment(world.current, { attemptId, amountCents: 10_001 });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100.01 });
    expect((await recorded(id)).slice(2)).toMatchObject([
      { event: 'invoice.payment_confirmed', data: { amount: 100.01 } },
      { event: 'invoice.overpaid', data: { amount_overpaid: 0.01 } },
    ]);
  });

  test('too little money is recorded and announced, and does not make the invoice paid; the rest does', async () => {
    const { store, id, attemptId } = await pendingInvoice();
    await confirmPayment(world.current, { attemptId, amountCents: 4_000, paymentId: `first_${id}` });
    expect(await store.sandbox.invoice(id)).toMatchObject({ amount_paid: 40, amount_due: 60 });
    expect((await recorded(id)).findLast(({ event }) => event === 'invoice.updated')).toMatchObject({
      data: { status: 'open', amount: 40, amount_paid: 40, amount_due: 60 },
    });
    // The charge was paid as far as it goes; the rest is asked for by a new one.
    const pending = await eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === 'pending',
    );
    expect(pending.payments).toMatchObject([
      { status: 'paid', amount: 100 },
      { status: 'pending', amount: 60 },
    ]);
    expect(pending.pix!.qr_code).toContain('540560.00');
    const rest = pending.payments[1]!.id;
    await confirmPayment(world.current, { attemptId: rest, amountCents: 6_000, paymentId: `rest_${id}` });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect((await names(id)).at(-1)).toBe('invoice.payment_confirmed');
  });

  test('a callback before the gateway’s answer to the registration is not lost, and no charge is registered twice', async () => {
    const store = await world.current.createStore();
    await world.current.stopWorker();
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
    await world.current.startWorker();
    await arrived(store, id, 2);
    expect(await names(id)).toEqual(['invoice.created', 'invoice.payment_confirmed']);
    expect(
      await world.current.database.query(`select 1 from sandbox_charges where attempt_id = $1`, [payments[0]!.id]),
    ).toEqual([]);
  });

  test('a callback for a charge that is not ours is stored, acknowledged, and changes nothing', async () => {
    expect(await confirmPayment(world.current, { attemptId: 987_654, amountCents: 100, id: 'evt_of_nobody' })).toBe(
      200,
    );
    expect(
      await world.current.database.query(
        `select outcome from gateway_callbacks where gateway_event_id = 'evt_of_nobody'`,
      ),
    ).toEqual([{ outcome: 'unknown_attempt' }]);
  });
});
