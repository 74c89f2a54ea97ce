import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useApiWorld } from '../../support/api-world.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { confirmPayment, sendGatewayCallback } from '../../support/gateway-callback.ts';
import type { TestStore } from '../../support/world.ts';

interface RefundBody {
  id: number;
  payment_id: number;
  status: string;
  amount: number;
  code: string;
  failure_reason: string | null;
  errors: { field: string; code: string }[];
}

describe('a refund', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const refund = (id: number, body: Record<string, unknown> = {}): Promise<ApiAnswer<RefundBody>> =>
    store.sandbox.post<RefundBody>(`/api/v1/invoices/${id}/refunds`, body);
  const confirm = (refundId: number) =>
    sendGatewayCallback(world.current, { type: 'refund_confirmed', refundId, gatewayRefundId: `re_${refundId}` });
  const refuse = (refundId: number) =>
    sendGatewayCallback(world.current, { type: 'refund_refused', refundId, reason: 'no_funds_at_gateway' });
  const eventsOf = async (id: number) =>
    (
      await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
        `/api/v1/events?invoice_id=${id}`,
      )
    ).body.data.reverse();

  async function paidInvoice(...amountsCents: number[]) {
    const { id, payments } = await store.createInvoice();
    for (const [index, amountCents] of (amountsCents.length > 0 ? amountsCents : [10_000]).entries()) {
      await confirmPayment(world.current, {
        attemptId: payments[0]!.id,
        amountCents,
        paymentId: `pay_${id}_${index}`,
      });
    }
    return { id, attemptId: payments[0]!.id };
  }

  test('a refund of everything makes the invoice refunded, when the gateway has confirmed and not before', async () => {
    const { id } = await paidInvoice();
    const { status, body } = await refund(id, { reason: 'changed their mind' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', amount: 100, reason: 'changed their mind', invoice_id: id });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });

    expect(await confirm(body.id)).toBe(200);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'refunded', amount_refunded: 100, amount_due: 0 });
    expect((await store.sandbox.get(`/api/v1/refunds/${body.id}`)).body).toMatchObject({ status: 'succeeded' });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: 'invoice.refunded',
      data: { refund_id: body.id, amount: 100, status: 'refunded', previous_status: 'paid', amount_refunded: 100 },
    });
  });

  test('in parts adds up to the cent, and the last part makes the invoice refunded', async () => {
    const { id } = await paidInvoice();
    for (const [amount, status] of [
      [33.33, 'partially_refunded'],
      [33.33, 'partially_refunded'],
      [33.34, 'refunded'],
    ] as const) {
      const { body } = await refund(id, { amount });
      await confirm(body.id);
      expect((await store.sandbox.invoice(id)).status).toBe(status);
    }
    expect(await store.sandbox.invoice(id)).toMatchObject({ amount_refunded: 100 });
    const list = await store.sandbox.get<{ data: RefundBody[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(list.body.data.map(({ amount, status }) => [amount, status])).toEqual([
      [33.34, 'succeeded'],
      [33.33, 'succeeded'],
      [33.33, 'succeeded'],
    ]);
  });

  test('counts while it is under way: what is asked for meanwhile can only be what is left', async () => {
    const { id } = await paidInvoice();
    expect((await refund(id, { amount: 60 })).status).toBe(201);
    const tooMuch = await refund(id, { amount: 40.01 });
    expect([tooMuch.status, tooMuch.body.errors]).toMatchObject([
      422,
      [{ field: 'amount', code: 'refund_exceeds_payment' }],
    ]);
    expect((await refund(id)).body).toMatchObject({ amount: 40 });
    const nothing = await refund(id);
    expect([nothing.status, nothing.body.code]).toEqual([409, 'nothing_to_refund']);
  });

  test('asked for many times at once never adds up to more than was paid', async () => {
    const { id } = await paidInvoice();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 30 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(17);
  });

  test('that the gateway refuses frees its amount, and is announced', async () => {
    const { id } = await paidInvoice();
    const { body } = await refund(id);
    await refuse(body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
    expect((await store.sandbox.get(`/api/v1/refunds/${body.id}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'no_funds_at_gateway',
    });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: 'invoice.updated',
      data: { refund_id: body.id, refund_status: 'failed', reason: 'no_funds_at_gateway' },
    });
    expect((await refund(id)).status).toBe(201);
  });

  test('said to be confirmed many times is given back once', async () => {
    const { id } = await paidInvoice();
    const { body } = await refund(id, { amount: 10 });
    await Promise.all([confirm(body.id), confirm(body.id), confirm(body.id)]);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 10 });
    expect((await eventsOf(id)).filter(({ event }) => event === 'invoice.refunded')).toHaveLength(1);
  });

  test('that failed and is confirmed all the same has given the money back: it cannot be given back again', async () => {
    const { id } = await paidInvoice();
    const { body } = await refund(id);
    await refuse(body.id);
    await confirm(body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
    const again = await refund(id);
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_refund']);
  });

  test('that was confirmed and then bounces leaves the money with the store, and the invoice paid again', async () => {
    const { id } = await paidInvoice();
    const first = await refund(id, { amount: 40 });
    const second = await refund(id, { amount: 60 });
    await confirm(first.body.id);
    await confirm(second.body.id);
    await refuse(second.body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 40 });
    await refuse(first.body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: 'invoice.updated',
      data: { refund_id: first.body.id, refund_status: 'failed', status: 'paid' },
    });
  });

  test('confirmed late, after another one took its place, is announced: the money went back twice', async () => {
    const { id } = await paidInvoice();
    const first = await refund(id);
    await refuse(first.body.id);
    await confirm((await refund(id)).body.id);
    await confirm(first.body.id);
    await confirm(first.body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
    const alarms = (await eventsOf(id)).filter(({ data }) => data.refund_status === 'given_back_twice');
    expect(alarms).toHaveLength(1);
  });

  test('a refund of an overpayment leaves the invoice paid', async () => {
    const { id } = await paidInvoice(10_000, 2_500);
    const { body } = await refund(id, { amount: 25 });
    await confirm(body.id);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 125, amount_refunded: 25 });
  });

  test('a refund names one of several payments, where that is not clear', async () => {
    const { id } = await paidInvoice(4_000, 6_000);
    const unclear = await refund(id);
    expect([unclear.status, unclear.body.errors]).toMatchObject([422, [{ field: 'payment_id', code: 'required' }]]);
    const invoice = await store.sandbox.invoice(id);
    const received = (invoice.payments[0] as unknown as { received: { id: number; amount: number }[] }).received;
    expect(received.map(({ amount }) => amount)).toEqual([40, 60]);
    expect((await refund(id, { payment_id: received[0]!.id })).body).toMatchObject({ amount: 40 });
    expect((await refund(id, { payment_id: received[0]!.id })).body.errors).toMatchObject([{ field: 'payment_id' }]);
    expect((await refund(id, { payment_id: received[1]!.id + 1_000 })).status).toBe(422);
    expect((await refund(id, { amount: 60.01 })).body.errors).toMatchObject([{ field: 'amount' }]);
  });

  test('a refund of an invoice without money is refused', async () => {
    const { id } = await store.createInvoice();
    const answer = await refund(id);
    expect([answer.status, answer.body.code]).toEqual([409, 'nothing_to_refund']);
  });

  test.each([[{ amount: 0 }], [{ amount: -1 }], [{ amount: 1.005 }], [{ amount: '10' }], [{ sum: 10 }]])(
    'of %j is refused by name',
    async (body) => {
      const { id } = await paidInvoice();
      const answer = await refund(id, body);
      expect(answer.status).toBe(422);
      expect(answer.body.errors.map(({ field }) => field)).toEqual(Object.keys(body));
    },
  );

  test('a second payment after everything was given back makes the invoice paid again', async () => {
    const { id, attemptId } = await paidInvoice();
    await confirm((await refund(id)).body.id);
    await confirmPayment(world.current, { attemptId, amountCents: 10_000, paymentId: `again_${id}` });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 200, amount_refunded: 100 });
  });

  test('a callback for a refund that is not ours is acknowledged and changes nothing', async () => {
    expect(await confirm(987_654)).toBe(200);
    expect(
      await world.current.database.query(`select outcome from gateway_callbacks where event->>'refundId' = '987654'`),
    ).toEqual([{ outcome: 'unknown_refund' }]);
  });

  describe.each([
    ['decides each refund once', false],
    ['contradicts itself', true],
  ])('where the gateway %s', (_how, contradicts) => {
    test('refunds in any order, with any outcome, never exceed the payment, and all adds up', async () => {
      const ask = fc.record({ kind: fc.constant('ask' as const), cents: fc.integer({ min: 1, max: 12_000 }) });
      const decide = fc.record({ kind: fc.constantFrom('confirm' as const, 'refuse' as const), which: fc.nat(20) });
      const payments = fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 3 });
      const steps = fc.array(fc.oneof({ weight: 3, arbitrary: ask }, { weight: 3, arbitrary: decide }), {
        maxLength: 14,
      });
      await fc.assert(
        fc.asyncProperty(payments, steps, async (paidCents, taken) => {
          const { id } = await paidInvoice(...paidCents);
          const asked: { id: number; isDecided: boolean }[] = [];
          for (const step of taken) {
            if (step.kind === 'ask') {
              const { status, body } = await refund(id, { amount: step.cents / 100 });
              if (status === 201) asked.push({ id: body.id, isDecided: false });
              else if (status !== 409 && status !== 422) throw new Error(`A refund was answered ${status}.`);
              continue;
            }
            const target = asked[step.which % Math.max(1, asked.length)];
            if (!target || (target.isDecided && !contradicts)) continue;
            await (step.kind === 'confirm' ? confirm(target.id) : refuse(target.id));
            target.isDecided = true;
          }
          const [row] = await world.current.database.query<Record<string, number>>(
            `select amount_paid_cents::int as paid, amount_refunded_cents::int as back,
               (select sum(amount_refunded_cents)::int from payments where invoice_id = i.id) as of_payments,
               (select coalesce(sum(amount_cents), 0)::int from refunds where invoice_id = i.id and state = 'succeeded') as succeeded,
               (select coalesce(sum(amount_cents), 0)::int from refunds where invoice_id = i.id and state = 'pending') as pending
             from invoices i where id = $1`,
            [id],
          );
          const { paid, back, of_payments, succeeded, pending } = row as Record<string, number>;
          expect(paid).toBe(paidCents.reduce((sum, cents) => sum + cents, 0));
          expect([of_payments, succeeded]).toEqual([back, back]);
          expect(back!).toBeLessThanOrEqual(paid!);
          // A refund that was refused and is then confirmed may find its money promised to another.
          expect(contradicts ? 0 : back! + pending!).toBeLessThanOrEqual(paid!);
        }),
        { numRuns: 25 },
      );
    });
  });
});
