import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { eventually } from '../support/eventually.ts';
import { SECOND } from '../support/skipped-time.ts';
import { checkBooks, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

const PATH = '/v1/refunds';

interface RefundBody {
  id: number;
  status: string;
  amount: number;
  reason: string | null;
  failure_reason: string | null;
}

describe('money that goes back by Stripe', () => {
  const platform = useStripeWorld();
  let store: StripeStore;
  beforeAll(async () => {
    store = await platform.current.createStore();
  });
  beforeEach(() => void platform.current.stripe.takeEvents());
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  const refund = (invoiceId: number, fields: Record<string, unknown> = {}): Promise<RefundBody> =>
    store.api.create<RefundBody>(`/api/v1/invoices/${invoiceId}/refunds`, fields);
  const refundsAt = (intent: Stripe.PaymentIntent): Stripe.Refund[] =>
    platform.current.stripe.refunds().filter(({ payment_intent: of }) => of === intent.id);
  async function refundsOf(invoiceId: number): Promise<RefundBody[]> {
    const { body } = await store.api.get<{ data: RefundBody[] }>(`/api/v1/invoices/${invoiceId}/refunds`);
    return body.data;
  }
  async function paidByPix() {
    const { id, intent } = await store.pending();
    platform.current.stripe.succeed(intent.id);
    await store.callBack();
    return { id, invoice: await store.reach(id, 'paid'), intent };
  }
  const refusedWith = (invoiceId: number): Promise<RefundBody[]> =>
    eventually(
      () => refundsOf(invoiceId),
      (refunds) => refunds.some(({ status }) => status === 'failed'),
    );
  async function count(invoiceId: number, type: string): Promise<number> {
    return (await store.eventsOf(invoiceId)).filter((one) => one === type).length;
  }

  describe('a refund that the store asks for here', () => {
    test('a refund of a card is done at once, and its callbacks add nothing', async () => {
      const { id, intent } = await store.paidByCard();
      const { id: refundId } = await refund(id);
      expect(await store.reach(id, 'refunded')).toMatchObject({ amount_paid: 100, amount_refunded: 100 });
      expect(refundsAt(intent)).toMatchObject([{ amount: 10_000, metadata: { fatura_refund: String(refundId) } }]);
      await store.callBack();
      expect(await refundsOf(id)).toMatchObject([{ id: refundId, status: 'succeeded', amount: 100 }]);
      expect(await count(id, 'invoice.refunded')).toBe(1);
    });

    test('a refund of a Pix waits for Stripe’s word', async () => {
      const { id, intent } = await paidByPix();
      await refund(id);
      const [pending] = await eventually(
        () => refundsAt(intent),
        (refunds) => refunds.length === 1,
      );
      await store.callBack();
      expect(await refundsOf(id)).toMatchObject([{ status: 'pending' }]);
      platform.current.stripe.settleRefund(pending!.id, 'succeeded');
      await store.callBack();
      expect(await store.reach(id, 'refunded')).toMatchObject({ amount_refunded: 100 });
    });

    test('in parts, each is one refund of its own', async () => {
      const { id, intent } = await store.paidByCard();
      await refund(id, { amount: 30 });
      await store.reach(id, 'partially_refunded');
      await refund(id, { amount: 70 });
      await store.reach(id, 'refunded');
      await store.callBack();
      expect(refundsAt(intent).map(({ amount }) => amount)).toEqual([3_000, 7_000]);
      expect(await store.api.invoice(id)).toMatchObject({ amount_refunded: 100 });
    });

    test('that fails later leaves the invoice paid, and says why', async () => {
      const { id, intent } = await store.paidByCard();
      await refund(id);
      await store.reach(id, 'refunded');
      await store.callBack();
      platform.current.stripe.settleRefund(refundsAt(intent)[0]!.id, 'failed', 'expired_or_canceled_card');
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_refunded: 0 });
      expect(await refundsOf(id)).toMatchObject([{ status: 'failed', failure_reason: 'refund_refused_by_issuer' }]);
    });

    test('a refund asked for here whose failure is told before its success has failed', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await store.paidByCard();
      stripe.takeEvents();
      await refund(id);
      await store.reach(id, 'refunded');
      const succeeded = stripe.takeEvents();
      stripe.settleRefund(refundsAt(intent)[0]!.id, 'failed', 'declined');
      await store.deliver([...stripe.takeEvents(), ...succeeded]);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
      expect(await count(id, 'invoice.refunded')).toBe(1);
    });

    test('is known to be done before the answer to it came: it is made once, and counted once', async () => {
      const { stripe, advance } = platform.current;
      const { id, intent } = await store.paidByCard();
      stripe.takeEvents();
      stripe.failNext({ method: 'POST', path: PATH, how: 'drop_after', times: 2 });
      await refund(id);
      await eventually(
        () => stripe.requests.filter(({ method, path, status }) => method === 'POST' && path === PATH && !status),
        (lost) => lost.length === 2,
      );
      await store.callBack();
      expect(await store.reach(id, 'refunded')).toMatchObject({ amount_refunded: 100 });
      await advance(60 * SECOND, 10 * SECOND);
      await store.callBack();
      expect(refundsAt(intent)).toHaveLength(1);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
      expect(await count(id, 'invoice.refunded')).toBe(1);
    });

    test.each([
      ['balance_insufficient', 'insufficient_balance'],
      ['charge_already_refunded', 'already_refunded'],
      ['something_of_tomorrow', 'refused_by_gateway'],
    ])('that Stripe refuses with %s fails with %s, and the invoice stays paid', async (code, reason) => {
      const { id, intent } = await store.paidByCard();
      const error = { type: 'invalid_request_error', code, message: 'No.' } as const;
      platform.current.stripe.failNext({ method: 'POST', path: PATH, how: { status: 400, error } });
      await refund(id);
      expect(await refusedWith(id)).toMatchObject([{ status: 'failed', failure_reason: reason }]);
      expect(refundsAt(intent)).toEqual([]);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
      // It may be asked for again.
      await refund(id);
      await store.reach(id, 'refunded');
      expect(refundsAt(intent)).toHaveLength(1);
    });

    test('a refund of a boleto, of a payment under dispute, or of a payment that the account has not, is refused', async () => {
      const { stripe } = platform.current;
      const boleto = await store.pending({ payment_method: 'boleto' });
      stripe.succeed(boleto.intent.id);
      await store.callBack();
      await store.reach(boleto.id, 'paid');
      const disputed = await store.paidByCard();
      stripe.openDispute(disputed.intent.id, { reason: 'fraudulent' });
      for (const { id } of [boleto, disputed]) {
        await refund(id);
        expect(await refusedWith(id)).toMatchObject([{ failure_reason: 'not_refundable' }]);
      }
      const gone = await store.paidByCard();
      const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment.' } as const;
      stripe.failNext({ method: 'POST', path: PATH, how: { status: 404, error } });
      await refund(gone.id);
      expect(await refusedWith(gone.id)).toMatchObject([{ failure_reason: 'payment_not_found' }]);
    });
  });

  describe('a refund that the store makes at Stripe', () => {
    test('is recorded once, as one more, and so is its failure', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await store.paidByCard();
      stripe.takeEvents();
      const made = stripe.refundFromDashboard(intent.id, 4_000);
      const told = stripe.takeEvents();
      await store.deliver([...told, ...told]);
      expect(await store.reach(id, 'partially_refunded')).toMatchObject({ amount_refunded: 40 });
      expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', amount: 40, reason: 'made at the gateway' }]);
      expect(await count(id, 'invoice.refunded')).toBe(1);

      stripe.settleRefund(made.id, 'failed', 'lost_or_stolen_card');
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_refunded: 0 });
      expect(await refundsOf(id)).toMatchObject([{ status: 'failed', failure_reason: 'refund_refused_by_issuer' }]);
    });

    test('a refund made at Stripe whose failure is told before its success moved nothing', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await store.paidByCard();
      stripe.takeEvents();
      const made = stripe.refundFromDashboard(intent.id, 4_000);
      const succeeded = stripe.takeEvents();
      stripe.settleRefund(made.id, 'failed', 'lost_or_stolen_card');
      await store.deliver([...stripe.takeEvents(), ...succeeded]);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
      expect(await refundsOf(id)).toMatchObject([{ status: 'failed', amount: 40 }]);
      expect(await count(id, 'invoice.refunded')).toBe(0);
    });

    test('a refund of a Pix is recorded when it is done; the rest can be given back here', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await paidByPix();
      const made = stripe.refundFromDashboard(intent.id, 9_000);
      await store.callBack();
      expect(await refundsOf(id)).toEqual([]);
      stripe.settleRefund(made.id, 'succeeded');
      await store.callBack();
      await store.reach(id, 'partially_refunded');
      const ours = await refund(id);
      expect(ours.amount).toBe(10);
      const [, second] = await eventually(
        () => refundsAt(intent),
        (refunds) => refunds.length === 2,
      );
      stripe.settleRefund(second!.id, 'succeeded');
      await store.callBack();
      expect(await store.reach(id, 'refunded')).toMatchObject({ amount_refunded: 100 });
    });
  });

  describe('a dispute', () => {
    test('is told once when it opens and once when it ends, delivered, and shown in the timeline', async () => {
      const { stripe, createStore } = platform.current;
      const tested = await createStore({ environment: 'sandbox' });
      const { id, intent } = await tested.paidByCard();
      await tested.callBack();
      const { id: disputeId } = stripe.openDispute(intent.id, { reason: 'product_not_received' });
      const opening = stripe.takeEvents();
      await tested.deliver([...opening, ...opening]);
      stripe.closeDispute(disputeId, 'lost');
      const closing = stripe.takeEvents();
      await tested.deliver([...closing, ...opening, ...closing]);
      await eventually(
        () => tested.receiver.eventsOf(id),
        // Webhooks come in any order.
        (events) => ['invoice.dispute_closed', 'invoice.refunded'].every((type) => events.includes(type)),
      );
      const told = tested.receiver.eventsOf(id).filter((type) => type.includes('dispute'));
      expect(told).toEqual(['invoice.disputed', 'invoice.dispute_closed']);
      const opened = tested.receiver.received.find(({ event }) => event === 'invoice.disputed')!;
      expect(opened.data).toMatchObject({ dispute_status: 'open', amount: 100, reason: 'product_not_received' });
      expect(opened.data.answer_until).toEqual(expect.stringMatching(/^\d{4}-/));
      const { body } = await tested.api.get<{ data: { what: string; details: Record<string, unknown> }[] }>(
        `/api/v1/invoices/${id}/timeline`,
      );
      const shown = body.data.filter(({ what }) => what.includes('dispute'));
      expect(shown.map(({ details }) => details.dispute_status)).toEqual(['open', 'lost']);
      // The bank has taken the money back: it counts as refunded.
      expect(await tested.api.invoice(id)).toMatchObject({
        ...{ status: 'refunded', amount_paid: 100, amount_refunded: 100 },
      });
    });

    test('a dispute whose end is told before its beginning is told of once, as ended', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await store.paidByCard();
      stripe.takeEvents();
      const { id: disputeId } = stripe.openDispute(intent.id, { reason: 'fraudulent', amount: 2_500 });
      const opening = stripe.takeEvents();
      stripe.closeDispute(disputeId, 'won');
      await store.deliver([...stripe.takeEvents(), ...opening]);
      expect((await store.eventsOf(id)).filter((type) => type.includes('dispute'))).toEqual(['invoice.dispute_closed']);
    });
  });
});
