import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayUnavailableError } from '../../../src/gateways/payment-gateway.ts';
import { eventually } from '../../support/eventually.ts';
import { stripeHands, type StripeHands } from '../../support/stripe-hands.ts';
import { checkBooks, useStripeWithoutWorker, type StripeStore } from '../../support/stripe-store.ts';

const CUSTOMERS = '/v1/customers';
const INTENTS = '/v1/payment_intents';
const CARD = { payment_method: 'card' };
const invalid = { type: 'invalid_request_error' as const };

describe('a charge at Stripe', () => {
  const platform = useStripeWithoutWorker();
  let store: StripeStore;
  let hands: StripeHands;
  /** The same platform at another address. */
  let moved: StripeHands;
  beforeAll(async () => {
    store = await platform.current.createStore();
    hands = stripeHands(platform.current, store);
    moved = stripeHands(platform.current, store, { publicUrl: 'https://moved.example' });
  });
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  const keysOf = (attemptId: number): (string | null)[] =>
    platform.current.stripe.requests
      .filter(({ method, path }) => method === 'POST' && path === INTENTS)
      .map(({ idempotencyKey }) => idempotencyKey)
      .filter((key) => key?.includes(`-attempt-${attemptId}`));

  describe('when the platform moves to another address in the middle of it', () => {
    test.each([
      { what: 'a Pix whose answer was lost', fields: {}, card: undefined, how: 'drop_after', then: 'pending' },
      { what: 'a card whose answer was lost', fields: CARD, card: 'pm_card_visa', how: 'drop_after', then: 'paid' },
      // Where the payer comes back to is another parameter now, which the same key does not take.
      { what: 'a card that failed', fields: CARD, card: 'pm_card_visa', how: '500_before', then: 'paid' },
      {
        what: 'a card that was charged all the same',
        fields: CARD,
        card: 'pm_card_visa',
        how: '500_after',
        then: 'paid',
      },
    ] as const)('$what is charged once', async ({ fields, card, how, then }) => {
      const { id, attemptId } = await hands.ask(fields, card);
      platform.current.stripe.failNext({ method: 'POST', path: INTENTS, how, times: how === 'drop_after' ? 2 : 1 });
      await expect(hands.register(attemptId)).rejects.toThrow(GatewayUnavailableError);
      await moved.registerAtLast(attemptId);
      expect(store.intentsOf(attemptId)).toHaveLength(1);
      expect(await store.api.invoice(id)).toMatchObject({ status: then, payments: { length: 1 } });
    });

    test('a refund whose answer was lost is made once', async () => {
      const { stripe } = platform.current;
      const { id, attemptId } = await hands.asked(CARD, 'pm_card_visa');
      const refund = await store.api.create<{ id: number }>(`/api/v1/invoices/${id}/refunds`, { amount: 40 });
      stripe.failNext({ method: 'POST', path: '/v1/refunds', how: 'drop_after', times: 2 });
      await expect(hands.refund(refund.id)).rejects.toThrow(GatewayUnavailableError);
      await moved.refund(refund.id);
      const [intent] = store.intentsOf(attemptId);
      expect(stripe.refunds().filter((one) => one.payment_intent === intent!.id)).toMatchObject([{ amount: 4_000 }]);
      expect(await store.api.invoice(id)).toMatchObject({ amount_refunded: 40 });
    });
  });

  test('whose answer was lost is looked for since its attempt alone: the payer of a counter has thousands', async () => {
    const { stripe } = platform.current;
    const { attemptId } = await hands.ask();
    stripe.failNext({ method: 'POST', path: INTENTS, how: 'drop_after', times: 2 });
    await expect(hands.register(attemptId)).rejects.toThrow(GatewayUnavailableError);
    const before = stripe.requests.length;
    await hands.registerAtLast(attemptId);
    const looks = stripe.requests.slice(before).filter(({ method, path }) => method === 'GET' && path === INTENTS);
    expect(looks.length).toBeGreaterThan(0);
    const since = looks.map(({ params }) => Number((params.created as { gte?: number } | undefined)?.gte) * 1000);
    const aDay = 24 * 3_600_000;
    for (const moment of since) expect(Math.abs(Date.now() - aDay - moment)).toBeLessThan(600_000);
    expect(store.intentsOf(attemptId)).toHaveLength(1);
  });

  describe('when Stripe stores failures under its keys', () => {
    test('twenty in a row: the next key goes through, and one charge was made', async () => {
      const { id, attemptId } = await hands.ask();
      platform.current.stripe.failNext({ method: 'POST', path: INTENTS, how: '500_before', times: 20 });
      await hands.registerAtLast(attemptId);
      expect(store.intentsOf(attemptId)).toHaveLength(1);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', payments: { length: 1 } });
      const { key_number: number } = await hands.attempt(attemptId);
      expect(number).toBe(new Set(keysOf(attemptId)).size - 1);
      expect(number).toBeGreaterThanOrEqual(10);
    });

    test('a Pix that is asked for again minutes later says the same under the same key', async () => {
      const { stripe } = platform.current;
      const { attemptId } = await hands.ask();
      stripe.failNext({ method: 'POST', path: INTENTS, how: { status: 429, retryAfter: 1 }, times: 3 });
      for (const minutes of [0, 3, 30]) {
        const at = new Date(Date.now() + minutes * 60_000);
        await expect(hands.register(attemptId, { at, isRetry: minutes > 0 })).rejects.toThrow(GatewayUnavailableError);
      }
      await hands.register(attemptId, { at: new Date(Date.now() + 50 * 60_000), isRetry: true });
      const key = `-attempt-${attemptId}`;
      const asked = stripe.requests.filter(
        ({ path, idempotencyKey }) => path === INTENTS && idempotencyKey?.endsWith(key),
      );
      expect(asked).toHaveLength(4);
      expect(new Set(asked.map(({ params }) => JSON.stringify(params))).size).toBe(1);
    });
  });

  describe('the customer of a payer', () => {
    const madeFor = (customerId: number) =>
      platform.current.stripe.customers().filter(({ metadata }) => metadata.fatura_customer === String(customerId));
    /** Registers, and returns once Stripe has been asked for the customer, which takes Stripe a while. */
    const beginSlowly = async (attemptId: number): Promise<{ ended: Promise<unknown> }> => {
      const { stripe } = platform.current;
      stripe.failNext({ method: 'POST', path: CUSTOMERS, how: { delayMs: 300 } });
      const before = stripe.requests.length;
      const ended = hands.registerAtLast(attemptId);
      await eventually(
        () => stripe.requests.slice(before),
        (requests) => requests.some(({ path }) => path === CUSTOMERS),
      );
      return { ended };
    };
    const deleteAtStripe = async (id: string): Promise<void> => {
      const answer = await fetch(`${platform.current.stripe.url}${CUSTOMERS}/${id}`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer sk_live_fatura' },
      });
      expect(answer.status).toBe(200);
    };
    const EMAIL_INVALID = {
      status: 400,
      error: { ...invalid, code: 'email_invalid', param: 'email', message: 'Invalid email address: ana@example.com' },
    };

    test('whom Stripe refuses is refused, and says why in our words, without what the payer is called', async () => {
      const { id, attemptId } = await hands.ask();
      platform.current.stripe.failNext({ method: 'POST', path: CUSTOMERS, how: EMAIL_INVALID });
      const result = await hands.register(attemptId);
      expect(result).toMatchObject({ status: 'refused', reason: 'invalid_payer_details', isFinal: true });
      expect(JSON.stringify(result)).toContain('email_invalid');
      expect(JSON.stringify(result)).not.toMatch(/ana@example|Ana Souza/);
      const { status, payments } = await store.api.invoice(id);
      expect({ status, reasons: payments.map((one) => one.refusal_reason) }).toEqual({
        status: 'refused',
        reasons: ['invalid_payer_details'],
      });
      expect(await store.eventsOf(id)).toContain('invoice.refused');
      expect(store.intentsOf(attemptId)).toEqual([]);
    });

    test('about whom Stripe fails with words of its own, none of them is passed on', async () => {
      const { attemptId } = await hands.ask();
      const error = { type: 'api_error' as const, message: 'Could not save ana@example.com' };
      platform.current.stripe.failNext({ method: 'POST', path: CUSTOMERS, how: { status: 500, error } });
      const thrown = (await hands.register(attemptId).catch((caught: unknown) => caught)) as Error;
      expect(thrown).toBeInstanceOf(GatewayUnavailableError);
      const told = [thrown.message, thrown.stack, JSON.stringify(thrown), JSON.stringify(thrown.cause)];
      expect(told.join()).not.toContain('ana@example');
      await hands.registerAtLast(attemptId);
    });

    test('is made once by two first charges at one time, and each is charged once', async () => {
      const { stripe } = platform.current;
      const first = await hands.ask();
      const second = await hands.ask({ customer_id: first.customerId });
      const slow = await beginSlowly(first.attemptId);
      stripe.failNext({ method: 'POST', path: INTENTS, how: 'drop_after', times: 2 });
      await Promise.all([slow.ended, hands.registerAtLast(second.attemptId)]);
      for (const { attemptId } of [first, second]) expect(store.intentsOf(attemptId)).toHaveLength(1);
      expect(madeFor(first.customerId)).toHaveLength(1);
    });

    test('who is made, and the answer is lost, is not made again', async () => {
      const { attemptId, customerId } = await hands.ask();
      platform.current.stripe.failNext({ method: 'POST', path: CUSTOMERS, how: 'drop_after', times: 2 });
      expect(await hands.registerAtLast(attemptId)).toBe(2);
      expect(madeFor(customerId)).toHaveLength(1);
    });

    test('who changes between two first charges at one time is kept once, and each is charged once', async () => {
      const { stripe } = platform.current;
      const first = await hands.ask();
      const second = await hands.ask({ customer_id: first.customerId });
      const slow = await beginSlowly(first.attemptId);
      const changed = await store.api.request('PATCH', `/api/v1/customers/${first.customerId}`, { name: 'Ana Lima' });
      expect(changed.status).toBe(200);
      stripe.failNext({ method: 'POST', path: INTENTS, how: 'drop_after', times: 2 });
      await Promise.all([slow.ended, hands.registerAtLast(second.attemptId)]);
      const third = await hands.asked({ customer_id: first.customerId });
      const made = madeFor(first.customerId);
      expect(made).toMatchObject([{ name: 'Ana Lima' }]);
      for (const { attemptId } of [first, second, third]) {
        expect(store.intentsOf(attemptId)).toMatchObject([{ customer: made[0]!.id }]);
      }
    });

    test('whom the store has deleted at Stripe is made anew, and charged once', async () => {
      const { stripe } = platform.current;
      const first = await hands.asked();
      const [known] = store.intentsOf(first.attemptId);
      await deleteAtStripe(known!.customer as string);
      const { id, attemptId } = await hands.ask({ customer_id: first.customerId });
      expect(await hands.registerAtLast(attemptId)).toBeGreaterThan(1);
      const intents = store.intentsOf(attemptId);
      expect(intents).toHaveLength(1);
      expect(intents[0]!.customer).not.toBe(known!.customer);
      const customers = stripe.customers().map((customer) => customer.id);
      expect(customers).toContain(intents[0]!.customer);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', payments: { length: 1 } });
    });

    test('whom the store has deleted at Stripe after a charge whose answer was lost is not charged again', async () => {
      const { stripe } = platform.current;
      const first = await hands.asked();
      const { id, attemptId } = await hands.ask({ customer_id: first.customerId });
      stripe.failNext({ method: 'POST', path: INTENTS, how: 'drop_after', times: 2 });
      await expect(hands.register(attemptId)).rejects.toThrow(GatewayUnavailableError);
      await deleteAtStripe(store.intentsOf(attemptId)[0]!.customer as string);
      await hands.register(attemptId, { isRetry: true });
      expect(store.intentsOf(attemptId)).toHaveLength(1);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', payments: { length: 1 } });
    });
  });

  describe('in more installments than the bank offers', () => {
    const IN_PARTS = { ...CARD, installments: 9 };
    const reasonsOf = async (id: number): Promise<unknown[]> =>
      (await store.api.invoice(id)).payments.map(({ refusal_reason: reason }) => reason);

    test('is refused for that, and its callback adds nothing', async () => {
      const { stripe } = platform.current;
      stripe.takeEvents();
      const { id, attemptId } = await hands.asked(IN_PARTS, 'pm_card_br');
      await store.callBack();
      expect(await reasonsOf(id)).toEqual(['installments_not_available']);
      expect(store.intentsOf(attemptId)).toMatchObject([{ status: 'canceled' }]);
    });

    test.each([
      { who: 'the next try', isRetry: true },
      { who: 'another run, which does not know of the first', isRetry: false },
    ])('is refused for that by $who, although the callback of our cancellation came first', async ({ isRetry }) => {
      const { stripe } = platform.current;
      stripe.takeEvents();
      const { id, attemptId } = await hands.ask(IN_PARTS, 'pm_card_br');
      stripe.failNext({ method: 'POST', path: /\/cancel$/, how: 'drop_after', times: 2 });
      await expect(hands.register(attemptId)).rejects.toThrow(GatewayUnavailableError);
      expect(store.intentsOf(attemptId)).toMatchObject([{ status: 'canceled' }]);
      expect(new Set(await store.callBack())).toEqual(new Set([200]));
      expect(await reasonsOf(id)).toEqual([null]);
      await hands.register(attemptId, { isRetry });
      expect(await reasonsOf(id)).toEqual(['installments_not_available']);
      expect((await store.eventsOf(id)).filter((type) => type === 'invoice.refused')).toHaveLength(1);
    });
  });
});
