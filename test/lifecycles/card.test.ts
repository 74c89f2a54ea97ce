import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { HOUR, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

describe('the life of a card invoice', () => {
  const world = useSkippedTimeWorld();

  test('forgotten, it is abandoned after the store’s period', async () => {
    const store = await world.current.createStore({ abandonmentSeconds: 6 * 3600 });
    const { id, status } = await store.createInvoice({ payment_method: 'card' });
    expect(status).toBe('open');
    await world.current.advance(5 * HOUR);
    expect((await store.sandbox.invoice(id)).status).toBe('open');
    await world.current.advance(2 * HOUR);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    expect(store.receiver.eventsOf(id)).toEqual(['invoice.created', 'invoice.abandoned']);
    expect((await store.sandbox.invoice(id)).status).toBe('abandoned');
    await eventually(
      () => runStatus(world.current.env, id),
      (run) => run.status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'card-forgotten');
  });

  test('refused, the payer tries another card, and the period counts from the last try', async () => {
    const store = await world.current.createStore({ abandonmentSeconds: 6 * 3600 });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await world.current.advance(5 * HOUR);
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_insufficient_funds' });
    const refused = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'refused',
    );
    expect(refused.payments).toMatchObject([{ status: 'refused', refusal_reason: 'insufficient_funds' }]);

    await world.current.advance(5 * HOUR);
    expect((await store.sandbox.invoice(id)).status).toBe('refused');
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_approved', installments: 3 });
    const paid = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'paid',
    );
    expect(paid).toMatchObject({ card: { brand: 'visa', last4: '4242', installments: 3 }, payments: { length: 2 } });
    await eventually(
      () => store.receiver.received.length,
      (count) => count === 5,
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
    await recordHistory(world.current.env, id, 'card-refused-then-paid');
  });

  test('a token that the gateway does not know is refused at registration, and the invoice takes another', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_nobody' });
    const refused = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'refused',
    );
    expect(refused.payments).toMatchObject([{ refusal_reason: 'invalid_card_token' }]);
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
  });

  test('a second card is not charged while the first is under way', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => store.sandbox.post(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_undecided' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('money after it was abandoned while a charge was under way makes it paid', async () => {
    const store = await world.current.createStore({ abandonmentSeconds: 3600 });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const attempt = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/payments`, {
      card_token: 'tok_undecided',
    });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    await world.current.advance(2 * HOUR);
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    const charge = await world.current.database.query(`select canceled from sandbox_charges where attempt_id = $1`, [
      attempt.id,
    ]);
    expect(charge).toEqual([{ canceled: true }]);

    await confirmPayment(world.current, { attemptId: attempt.id, amountCents: 10_000 });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.payment_confirmed'),
    );
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', payments: [{ status: 'paid' }] });
  });

  test('the token is kept encrypted, and only until the charge is registered', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await world.current.stopWorker();
    const attempt = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/payments`, {
      card_token: 'tok_undecided',
    });
    const token = async () =>
      (
        await world.current.database.query<{ card_token: string | null }>(
          `select card_token from payment_attempts where id = $1`,
          [attempt.id],
        )
      )[0]!.card_token;
    expect(await token()).toMatch(/^test:/);
    expect(await token()).not.toContain('tok_undecided');
    await world.current.startWorker();
    await eventually(token, (sealed) => sealed === null);
  });

  test('charged by a gateway that does not answer in time, it is charged once: asked before it is tried again', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_gateway_timeout' });
    const paid = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'paid',
    );
    expect(paid).toMatchObject({ amount_paid: 100, payments: { length: 1 } });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ card }) => card?.last4 === '0119',
    );
    const charges = await world.current.database.query(`select 1 from sandbox_charges where attempt_id = $1`, [
      paid.payments[0]!.id,
    ]);
    expect(charges).toHaveLength(1);
    const payments = await world.current.database.query(`select 1 from payments where invoice_id = $1`, [id]);
    expect(payments).toHaveLength(1);
  });

  test.each([
    ['tok_refused', 'card_declined'],
    ['tok_insufficient_funds', 'insufficient_funds'],
    ['tok_expired_card', 'expired_card'],
    ['tok_fraud', 'suspected_fraud'],
    ['tok_of_nobody', 'invalid_card_token'],
  ])('paid with %s, it is refused for %s', async (token, reason) => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: token });
    const refused = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'refused',
    );
    expect(refused.payments).toMatchObject([{ status: 'refused', refusal_reason: reason }]);
  });

  const simulate = (store: TestStore, id: number, body: object) =>
    store.sandbox.request('POST', `/api/v1/sandbox/invoices/${id}/payment`, body);
  const payByCard = async (store: TestStore, token: string) => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: token });
    return id;
  };

  test('a test card is paid, disputed and given back by its bank, in this order', async () => {
    const store = await world.current.createStore();
    const id = await payByCard(store, 'tok_dispute_lost');
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 6,
    );
    expect(store.receiver.eventsOf(id)).toEqual([
      ...['invoice.created', 'invoice.payment_registered', 'invoice.payment_confirmed'],
      ...['invoice.disputed', 'invoice.dispute_closed', 'invoice.refunded'],
    ]);
    const told = store.receiver.received.filter(({ data }) => data.invoice_id === id);
    const disputed = told.find(({ event }) => event === 'invoice.disputed')!.data;
    expect(disputed).toMatchObject({ dispute_status: 'open', reason: 'fraudulent', amount_disputed: disputed.total });
    const { total, ...lost } = await store.sandbox.invoice(id);
    expect(lost).toMatchObject({ status: 'refunded', amount_disputed: 0, amount_refunded: total });
  });

  test('played by hand, a payment is disputed and won, and a refund that had succeeded fails', async () => {
    const store = await world.current.createStore();
    const unpaid = await store.createInvoice({ payment_method: 'card' });
    expect(await simulate(store, unpaid.id, { outcome: 'disputed' })).toMatchObject({
      body: { code: 'nothing_to_dispute' },
    });
    const id = await payByCard(store, 'tok_approved');
    const { total } = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'paid',
    );
    const tooMuch = await simulate(store, id, { outcome: 'disputed', amount: total + 1 });
    expect(tooMuch).toMatchObject({ status: 422, body: { errors: [{ field: 'amount' }] } });
    expect(await simulate(store, id, { outcome: 'dispute_won', amount: 1 })).toMatchObject({ status: 422 });
    const reason = 'product_not_received';
    const open = await simulate(store, id, { outcome: 'disputed', amount: 10, reason });
    expect(open).toMatchObject({ status: 200, body: { status: 'paid', amount_disputed: 10, amount_paid: total } });
    const won = await simulate(store, id, { outcome: 'dispute_won' });
    expect(won).toMatchObject({ status: 200, body: { status: 'paid', amount_disputed: 0, amount_refunded: 0 } });
    expect(await simulate(store, id, { outcome: 'disputed' })).toMatchObject({ body: { code: 'dispute_over' } });
    const closed = await eventually(
      () => store.receiver.received.find(({ event }) => event === 'invoice.dispute_closed'),
      (webhook) => webhook !== undefined,
    );
    expect(closed!.data).toMatchObject({ dispute_status: 'won', amount: 10, reason });

    expect(await simulate(store, id, { outcome: 'refund_refused' })).toMatchObject({
      body: { code: 'nothing_refunded' },
    });
    await store.sandbox.create(`/api/v1/invoices/${id}/refunds`, { amount: 5 });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ amount_refunded: refunded }) => refunded === 5,
    );
    const back = await simulate(store, id, { outcome: 'refund_refused' });
    expect(back).toMatchObject({ status: 200, body: { status: 'paid', amount_refunded: 0 } });

    const returned = await payByCard(store, 'tok_approved');
    await eventually(
      () => store.sandbox.invoice(returned),
      ({ status }) => status === 'paid',
    );
    await store.sandbox.create(`/api/v1/invoices/${returned}/refunds`, {});
    await eventually(
      () => store.sandbox.invoice(returned),
      ({ status }) => status === 'refunded',
    );
    expect(await simulate(store, returned, { outcome: 'disputed' })).toMatchObject({
      body: { code: 'nothing_to_dispute' },
    });
  });
});
