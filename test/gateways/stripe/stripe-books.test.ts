import { beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { createStripeClient } from '../../../src/gateways/stripe/call-stripe.ts';
import { eventually } from '../../support/eventually.ts';
import { stripeHands, type StripeHands } from '../../support/stripe-hands.ts';
import { useStripeWithoutWorker, type StripeStore } from '../../support/stripe-store.ts';

const OK = new Set([200]);
const REFUSED_FOR_NOW = { status: 503, error: { type: 'api_error' as const, message: 'Down.' } };
const REFUSED = { status: 400, error: { type: 'invalid_request_error' as const, message: 'No.' } };

describe('Stripe’s books beside ours', () => {
  const platform = useStripeWithoutWorker();
  let store: StripeStore;
  let hands: StripeHands;
  const lines: string[] = [];
  beforeAll(async () => {
    store = await platform.current.createStore();
    hands = stripeHands(platform.current, store, { logged: (line) => lines.push(line) });
  });

  const statusOf = (id: string) => platform.current.stripe.paymentIntents().find((one) => one.id === id)!.status;
  /** Another charge with the same words on it. */
  async function plant({ metadata, customer }: Stripe.PaymentIntent, changed: Record<string, string> = {}) {
    const { paymentIntents } = await createStripeClient('sk_live_fatura', platform.current.stripe.url);
    return paymentIntents.create({
      ...{ amount: 10_000, currency: 'brl', confirm: true, allowed_payment_method_types: ['pix'] },
      ...{ customer: customer as string, metadata: { ...metadata, ...changed } },
      payment_method_data: { type: 'pix', billing_details: { name: 'Ana', email: 'ana@example.com' } },
    });
  }
  async function asked(fields?: Record<string, unknown>, card?: string) {
    const made = await hands.asked(fields, card);
    return { ...made, intent: store.intentsOf(made.attemptId)[0]! };
  }

  test('a charge of another platform in the same account is neither taken for ours nor touched', async () => {
    const { stripe } = platform.current;
    const first = await asked();
    const { id, attemptId } = await hands.ask({ customer_id: first.customerId });
    const theirs = await plant(first.intent, { fatura_installation: 'another', fatura_attempt: String(attemptId) });
    await hands.register(attemptId, { isRetry: true });
    const own = store.intentsOf(attemptId).filter((one) => one.id !== theirs.id);
    expect(own).toHaveLength(1);
    expect(await hands.attempt(attemptId)).toMatchObject({ gateway_charge_id: own[0]!.id });
    await hands.reconcile(store);
    await store.api.create(`/api/v1/invoices/${id}/cancel`);
    await hands.cancel(attemptId);
    expect([statusOf(own[0]!.id), statusOf(theirs.id)]).toEqual(['canceled', 'requires_action']);
    stripe.succeed(theirs.id);
    expect(new Set(await store.callBack())).toEqual(OK);
    await hands.reconcile(store);
    expect(await store.api.invoice(id)).toMatchObject({ status: 'canceled', amount_paid: 0 });
  });

  test.each([
    { what: 'that the comparison cancels', end: () => hands.reconcile(store), then: 'canceled' },
    {
      what: 'that fails',
      end: (id: string) =>
        platform.current.stripe.fail(id, { code: 'payment_method_provider_decline', declineCode: 'generic_decline' }),
      then: 'requires_payment_method',
    },
  ])('the callback of a surplus charge $what leaves the good one to its payer', async ({ end, then }) => {
    const { stripe } = platform.current;
    const { id, attemptId, intent } = await asked();
    const surplus = await plant(intent);
    await store.callBack();
    await end(surplus.id);
    expect([statusOf(intent.id), statusOf(surplus.id)]).toEqual(['requires_action', then]);
    const events = stripe.takeEvents();
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(await store.deliver(events))).toEqual(OK);
    expect(await hands.attempt(attemptId)).toMatchObject({ state: 'pending', refusal_reason: null });
    expect((await store.api.invoice(id)).status).toBe('pending');
    stripe.succeed(intent.id);
    await store.callBack();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  describe('a callback that comes before its payment', () => {
    /** The events of a Pix that was paid. */
    async function paid() {
      const { stripe } = platform.current;
      const { id, intent } = await asked();
      stripe.takeEvents();
      stripe.succeed(intent.id);
      const money = stripe.takeEvents();
      const refund = stripe.refundFromDashboard(intent.id, 2_500);
      if (refund.status !== 'succeeded') stripe.settleRefund(refund.id, 'succeeded');
      stripe.openDispute(intent.id, { reason: 'fraudulent' });
      return { id, money, followed: stripe.takeEvents() };
    }

    test('a callback about a refund or a dispute is applied once the payment is there', async () => {
      const { id, money, followed } = await paid();
      expect(new Set(await store.deliver(followed))).toEqual(OK);
      await hands.applyStored();
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0, amount_refunded: 0 });
      await store.deliver(money);
      await hands.applyStored();
      expect(await store.api.invoice(id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 25 });
      const events = await store.eventsOf(id);
      expect(events.filter((type) => type === 'invoice.disputed')).toHaveLength(1);
      await hands.applyStored();
      expect(await store.eventsOf(id)).toEqual(events);
    });

    test('a payment that never comes is not waited for', async () => {
      const { world } = platform.current;
      const { followed } = await paid();
      await store.deliver(followed);
      const left = () =>
        world.database.query<{ event: { type: string } }>(
          'select event from gateway_callbacks where applied_at is null',
        );
      expect((await left()).map(({ event }) => event.type)).toEqual(
        expect.arrayContaining(['dispute', 'refund_made_elsewhere']),
      );
      await world.database.query(
        `update gateway_callbacks set received_at = received_at - interval '11 minutes' where applied_at is null`,
      );
      await hands.applyStored();
      expect(await left()).toEqual([]);
    });
  });

  test('a boleto that was paid on its last day is left alone, and its late money is recorded', async () => {
    const { stripe, world } = platform.current;
    const { id, attemptId, intent } = await asked({ payment_method: 'boleto', customer_id: store.customerId });
    const yesterday = new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 10);
    await world.database.query(`update invoices set status = 'overdue', due_date = $1 where id = $2`, [yesterday, id]);
    await world.database.query(
      `update payment_attempts set artefacts = artefacts || jsonb_build_object('dueDate', $1::text) where id = $2`,
      [yesterday, attemptId],
    );
    const fresh = await store.api.create<{ id: number }>(`/api/v1/invoices/${id}/payments`);
    await hands.register(fresh.id);
    await hands.cancel(attemptId);
    await hands.reconcile(store);
    expect(statusOf(intent.id)).toBe('requires_action');
    stripe.succeed(intent.id);
    await store.callBack();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    await hands.cancel(fresh.id);
    expect(store.intentsOf(fresh.id)).toMatchObject([{ status: 'canceled' }]);
  });

  describe('a comparison', () => {
    test.each([
      { answer: 'refuses', how: REFUSED },
      { answer: 'fails', how: '500_before' as const },
    ])('goes on where Stripe $answer to cancel one charge, and is recorded', async ({ how }) => {
      const { stripe, world } = platform.current;
      const ended = [await asked(), await asked(), await asked()];
      for (const { attemptId } of ended) {
        const end = `update payment_attempts set state = 'canceled', gateway_canceled_at = now() where id = $1`;
        await world.database.query(end, [attemptId]);
      }
      const paid = await asked();
      stripe.succeed(paid.intent.id);
      stripe.failNext({ method: 'POST', path: `/v1/payment_intents/${ended[1]!.intent.id}/cancel`, how });
      const { written } = await hands.reconcile(store);
      expect(ended.map(({ intent }) => statusOf(intent.id))).toEqual(['canceled', 'requires_action', 'canceled']);
      expect((await store.api.invoice(paid.id)).status).toBe('paid');
      const stuck = written.filter(({ kind }) => kind === 'could_not_apply');
      expect(stuck.map(({ details }) => details.about)).toEqual([ended[1]!.intent.id]);
      await hands.reconcile(store);
      expect(statusOf(ended[1]!.intent.id)).toBe('canceled');
    });

    test('says the same once only', async () => {
      const { createStore, stripe } = platform.current;
      const other = await createStore();
      const its = stripeHands(platform.current, other, { logged: (line) => lines.push(line) });
      const { attemptId } = await its.asked();
      await plant(other.intentsOf(attemptId)[0]!, { fatura_attempt: '999999' });
      stripe.takeEvents();
      const first = await its.reconcile(other);
      lines.length = 0;
      const second = await its.reconcile(other);
      expect(first).toMatchObject({ repaired: 0, written: [{ kind: 'unknown_attempt' }] });
      expect(second).toEqual(first);
      expect(lines).toEqual([]);
    });

    test('looks at every open charge, however many there are', async () => {
      const { createStore, world } = platform.current;
      const other = await createStore();
      const its = stripeHands(platform.current, other);
      const { attemptId } = await its.asked();
      await world.database.query(
        `insert into payment_attempts select (jsonb_populate_record(a, jsonb_build_object(
           'id', nextval('payment_attempts_id_seq'), 'number', n + 1, 'gateway_charge_id', null,
           'registered_at', now() - interval '30 days'))).*
         from payment_attempts a, generate_series(1, 1001) n where a.id = $1`,
        [attemptId],
      );
      const { findings, written } = await its.reconcile(other);
      expect(findings).toBe(1_001);
      // The first of them are kept: docs/operations.md, Bounds.
      expect(written.filter(({ kind }) => kind === 'charge_missing')).toHaveLength(500);
    });
  });

  describe('a comparison that breaks off', () => {
    const span = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) };
    const comparisonsOf = ({ store: { companyId } }: StripeStore) =>
      platform.current.world.database.query<{ charges_seen: number; repaired: number; stopped_at: unknown }>(
        `select charges_seen, repaired, stopped_at from gateway_reconciliations where company_id = $1
           and environment = 'production'`,
        [companyId],
      );
    const listsSince = (since: number) =>
      platform.current.stripe.requests
        .slice(since)
        .filter(({ method, path }) => method === 'GET' && path === '/v1/payment_intents').length;
    async function withCharges(count: number) {
      const other = await platform.current.createStore();
      const theirs = stripeHands(platform.current, other);
      const charges: Stripe.PaymentIntent[] = [];
      for (let made = 0; made < count; made += 1) {
        const { attemptId } = await theirs.asked();
        charges.push(other.intentsOf(attemptId)[0]!);
      }
      return { other, charges };
    }

    test('goes on with what it had not compared, in the same row', async () => {
      const { stripe } = platform.current;
      const { other, charges } = await withCharges(3);
      stripe.succeed(charges[0]!.id);
      stripe.failNext({ method: 'GET', path: '/v1/refunds', how: REFUSED_FOR_NOW, times: 3 });
      await expect(hands.reconcile(other, span)).rejects.toThrow();
      const stopped = await comparisonsOf(other);
      expect(stopped).toMatchObject([{ repaired: 1, stopped_at: { part: 'refunds', after: null } }]);
      const since = stripe.requests.length;
      const found = await eventually(
        () => hands.reconcile(other, span).catch(() => null),
        (counts) => counts !== null,
      );
      expect(found).toMatchObject({ chargesSeen: stopped[0]!.charges_seen, repaired: 1 });
      expect(listsSince(since)).toBe(0);
      expect(await comparisonsOf(other)).toEqual([{ ...stopped[0], stopped_at: null }]);
    });

    test('goes on within the charges, the newest first', async () => {
      const { other, charges } = await withCharges(4);
      const whole = await hands.reconcile(other, span);
      await platform.current.world.database.query(
        'update gateway_reconciliations set charges_seen = 0, stopped_at = $1 where company_id = $2',
        [JSON.stringify({ part: 'charges', after: charges[2]!.id }), other.store.companyId],
      );
      expect(await hands.reconcile(other, span)).toMatchObject({ chargesSeen: whole.chargesSeen - 2 });
      expect(await comparisonsOf(other)).toHaveLength(1);
    });
  });
});
