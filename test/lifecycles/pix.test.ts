import { describe, expect, test } from '@jest/globals';
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

  test('paid, it costs two signals and two tasks of its workflow, and each of its three events arrives once', async () => {
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
    expect(signalsOf(history)).toEqual(['recordChanged', 'recordChanged']);
    await recordHistory(world.current.env, id, 'pix-paid');
  });

  test('with a due date, its code lives until that day is over, and only then it is abandoned', async () => {
    const store = await world.current.createStore();
    const today = (await world.current.now()).getTime();
    const due = new Date(today + 5 * DAY).toISOString().slice(0, 10);
    const { id } = await store.createInvoice({ due_date: due });
    const { pix } = await eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.status === 'pending',
    );
    // The day after, at midnight in the store's time zone.
    const isOver = Date.parse(`${due}T00:00:00-03:00`) + DAY;
    expect(Date.parse(pix!.expires_at)).toBe(isOver);
    await world.current.advance(isOver - (await world.current.now()).getTime() - MINUTE, DAY);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
    await world.current.advance(2 * MINUTE);
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'abandoned',
    );
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
