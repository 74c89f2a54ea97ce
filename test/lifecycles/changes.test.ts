import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { activitiesOf, historyOf, recordHistory, runStatus } from '../support/histories.ts';
import { HOUR, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

describe('the life of an invoice that is changed, or given back', () => {
  const world = useSkippedTimeWorld();

  const reaches = (store: TestStore, id: number, status: string) =>
    eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === status,
    );
  const ends = (id: number, after = '') =>
    eventually(
      () => runStatus(world.current.env, id),
      ({ runId, status }) => runId !== after && status === 'COMPLETED',
    );
  const arrived = (store: TestStore, id: number, count: number) =>
    eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === count,
    );
  const payBySandbox = (store: TestStore, id: number) =>
    store.sandbox.create<InvoiceBody>(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });

  test('updated, its old charge is canceled at the gateway and the new one is registered and paid', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const before = await reaches(store, id, 'pending');
    await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, {
      payment_method: 'boleto',
      products: [{ product_id: store.productId, quantity: 1 }],
    });
    const after = await reaches(store, id, 'pending');
    expect(after).toMatchObject({ total: 50, payment_method: 'boleto', pix: null });
    expect(after.boleto!.barcode).toMatch(/^999\d{41}$/);
    expect(Number(after.boleto!.barcode.slice(9, 19))).toBe(5_000);
    const charges = await eventually(
      () =>
        world.current.database.query<{ attempt_id: string; canceled: boolean }>(
          `select attempt_id, canceled from sandbox_charges where attempt_id = any($1) order by attempt_id`,
          [after.payments.map((payment) => payment.id)],
        ),
      ([old]) => old?.canceled === true,
    );
    expect(charges.map(({ canceled }) => canceled)).toEqual([true, false]);
    expect(charges[0]!.attempt_id).toBe(String(before.payments[0]!.id));

    expect(await payBySandbox(store, id)).toMatchObject({ status: 'paid', amount_paid: 50 });
    await ends(id);
    expect(store.receiver.eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.updated',
      'invoice.payment_registered',
      'invoice.payment_confirmed',
    ]);
    await recordHistory(world.current.env, id, 'updated-then-paid');
  });

  test('abandoned and then updated, it lives again: a fresh code, a fresh deadline', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    await reaches(store, id, 'pending');
    await world.current.advance(25 * HOUR);
    await reaches(store, id, 'abandoned');
    await ends(id);
    await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, {
      products: [{ product_id: store.productId, quantity: 1 }],
    });
    const revived = await reaches(store, id, 'pending');
    expect(Date.parse(revived.pix!.expires_at) - (await world.current.now()).getTime()).toBeGreaterThan(23 * HOUR);
    await world.current.advance(25 * HOUR);
    await reaches(store, id, 'abandoned');
    await arrived(store, id, 6);
  });

  test('refunded in part and then in whole, each refund goes to the gateway once and comes back by callback', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    await reaches(store, id, 'pending');
    await payBySandbox(store, id);
    const { runId } = await ends(id);

    await store.sandbox.create(`/api/v1/invoices/${id}/refunds`, { amount: 30, reason: 'one was broken' });
    expect(await reaches(store, id, 'partially_refunded')).toMatchObject({ amount_refunded: 30 });
    await arrived(store, id, 4);
    const second = await ends(id, runId);
    await recordHistory(world.current.env, id, 'refunded-in-part');
    await store.sandbox.create(`/api/v1/invoices/${id}/refunds`);
    expect(await reaches(store, id, 'refunded')).toMatchObject({ amount_refunded: 100, amount_paid: 100 });
    await arrived(store, id, 5);
    await ends(id, second.runId);
    expect(store.receiver.eventsOf(id).slice(3)).toEqual(['invoice.refunded', 'invoice.refunded']);
    const callbacks = await world.current.database.query(
      `select 1 from gateway_callbacks where event->>'type' = 'refund_confirmed' and (event->>'refundId')::int in
         (select id from refunds where invoice_id = $1)`,
      [id],
    );
    expect(callbacks).toHaveLength(2);
    expect(
      activitiesOf(await historyOf(world.current.env, id)).filter((name) => name === 'makeRefund').length,
    ).toBeLessThanOrEqual(1);
    await recordHistory(world.current.env, id, 'refunded-in-whole');
  });

  test('a card that takes no money back leaves the invoice paid, says why, and waits for nothing', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_refund_refused' });
    await reaches(store, id, 'paid');
    const refund = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/refunds`);
    const failed = await eventually(
      () => store.sandbox.get<{ status: string; failure_reason: string }>(`/api/v1/refunds/${refund.id}`),
      ({ body }) => body.status === 'failed',
    );
    expect(failed.body.failure_reason).toBe('refund_refused_by_issuer');
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
    await arrived(store, id, 4);
    const timeline = await eventually(
      () => store.sandbox.get<{ waits_for: unknown[] }>(`/api/v1/invoices/${id}/timeline`),
      ({ body }) => body.waits_for.length === 0,
    );
    expect(timeline.body.waits_for).toEqual([]);
    await recordHistory(world.current.env, id, 'refund-refused');
  });

  test('refunded while Temporal’s worker is away, the refund is made when it is back, and once', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    await reaches(store, id, 'pending');
    await payBySandbox(store, id);
    await ends(id);
    await world.current.stopWorker();
    await store.sandbox.create(`/api/v1/invoices/${id}/refunds`);
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
    const waiting = await store.sandbox.get<{ waits_for: { what: string }[] }>(`/api/v1/invoices/${id}/timeline`);
    expect(waiting.body.waits_for.map(({ what }) => what)).toContain('refund');
    await world.current.startWorker();
    expect(await reaches(store, id, 'refunded')).toMatchObject({ amount_refunded: 100 });
  });

  test('the timeline tells what happened, why, and what comes next', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'boleto', due_date: null });
    const pending = await reaches(store, id, 'pending');
    await arrived(store, id, 2);
    interface Timeline {
      data: { at: string; what: string; why: string; details: Record<string, unknown> }[];
      waits_for: { what: string; at: string | null; why: string }[];
    }
    const read = async () => (await store.sandbox.get<Timeline>(`/api/v1/invoices/${id}/timeline`)).body;
    const timeline = await eventually(read, ({ waits_for }) => waits_for.length === 2);
    expect(timeline.data.map(({ what }) => what)).toEqual([
      'invoice.created',
      'payment.submitted',
      'invoice.payment_registered',
    ]);
    expect(timeline.waits_for.map(({ what }) => what)).toEqual(['due_date_passed', 'payment']);
    expect(timeline.waits_for[0]!.at! > pending.due_date!).toBe(true);

    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, {
      outcome: 'refused',
      reason: 'account_closed',
    });
    const later = await eventually(read, ({ data }) => data.some(({ what }) => what === 'invoice.refused'));
    expect(later.data.find(({ what }) => what === 'invoice.refused')!.why).toContain('account_closed');
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    const last = await eventually(read, ({ waits_for }) => waits_for.length === 0);
    expect(last.data.map(({ what }) => what)).toEqual(expect.arrayContaining(['invoice.canceled', 'payment.canceled']));
    const times = last.data.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });
});
