import { afterEach, describe, expect, test } from '@jest/globals';
import { GatewayAccountError } from '../../../src/gateways/payment-gateway.ts';
import { stripeHands } from '../../support/stripe-hands.ts';
import { checkBooks, useStripeWithoutWorker, type StripeStore } from '../../support/stripe-store.ts';

const CARD = { payment_method: 'card' };

describe('the account of a store at Stripe', () => {
  const platform = useStripeWithoutWorker();
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  async function exchange({ store: { companyId } }: StripeStore, accountId: string): Promise<void> {
    const change = 'update gateway_accounts set account_id = $1 where company_id = $2';
    await platform.current.world.database.query(change, [accountId, companyId]);
  }
  async function accountIdOf({ store: { companyId } }: StripeStore): Promise<string> {
    const [row] = await platform.current.world.database.query<{ account_id: string }>(
      'select account_id from gateway_accounts where company_id = $1',
      [companyId],
    );
    return row!.account_id;
  }

  describe('exchanged for another', () => {
    test('charges of the account before wait for it, and then go through', async () => {
      const { createStore, stripe, world } = platform.current;
      const store = await createStore();
      const hands = stripeHands(platform.current, store);
      const own = await accountIdOf(store);
      const [canceled, refunded] = [await hands.asked(), await hands.asked(CARD, 'pm_card_visa')];
      await store.api.create(`/api/v1/invoices/${canceled.id}/cancel`);
      const refund = await store.api.create<{ id: number }>(`/api/v1/invoices/${refunded.id}/refunds`, { amount: 40 });

      await exchange(store, 'acct_another');
      const since = stripe.requests.length;
      await expect(hands.cancel(canceled.attemptId)).rejects.toThrow(GatewayAccountError);
      await expect(hands.refund(refund.id)).rejects.toThrow(GatewayAccountError);
      expect(stripe.requests).toHaveLength(since);
      expect(store.intentsOf(canceled.attemptId)).toMatchObject([{ status: 'requires_action' }]);
      expect(await hands.attempt(canceled.attemptId)).toMatchObject({ gateway_canceled_at: null });
      const rows = 'select state, requested_at, failure_reason from refunds where id = $1';
      expect(await world.database.query(rows, [refund.id])).toEqual([
        { state: 'pending', requested_at: null, failure_reason: null },
      ]);

      await exchange(store, own);
      await hands.cancel(canceled.attemptId);
      await hands.refund(refund.id);
      expect(store.intentsOf(canceled.attemptId)).toMatchObject([{ status: 'canceled' }]);
      const [intent] = store.intentsOf(refunded.attemptId);
      expect(stripe.refunds().filter((one) => one.payment_intent === intent!.id)).toMatchObject([{ amount: 4_000 }]);
      expect(await store.api.invoice(refunded.id)).toMatchObject({ amount_refunded: 40 });
    });

    test('a charge whose answer was lost with the one before is not made with the other', async () => {
      const { createStore, stripe } = platform.current;
      const store = await createStore();
      const hands = stripeHands(platform.current, store);
      const own = await accountIdOf(store);
      const [paid, canceled] = [await hands.ask(CARD, 'pm_card_visa'), await hands.ask()];
      for (const { attemptId } of [paid, canceled]) {
        stripe.failNext({ method: 'POST', path: '/v1/payment_intents', how: 'drop_after', times: 2 });
        await expect(hands.register(attemptId)).rejects.toThrow('Stripe failed');
      }
      await store.api.create(`/api/v1/invoices/${canceled.id}/cancel`);
      await exchange(store, 'acct_another');
      const since = stripe.requests.length;
      for (const { attemptId } of [paid, canceled]) {
        await expect(hands.register(attemptId, { isRetry: true })).rejects.toThrow(GatewayAccountError);
      }
      expect(stripe.requests).toHaveLength(since);

      await exchange(store, own);
      for (const { attemptId } of [paid, canceled]) await hands.register(attemptId, { isRetry: true });
      await hands.cancel(canceled.attemptId);
      expect(store.intentsOf(paid.attemptId)).toMatchObject([{ status: 'succeeded' }]);
      expect(store.intentsOf(canceled.attemptId)).toMatchObject([{ status: 'canceled' }]);
    });

    test('a charge that the one before refused to make is made with the other', async () => {
      const { createStore, stripe } = platform.current;
      stripe.addKey('sk_live_is_closed');
      const store = await createStore();
      await store.setKey('sk_live_is_closed');
      const hands = stripeHands(platform.current, store);
      const { id, attemptId } = await hands.ask();
      stripe.revokeKey('sk_live_is_closed');
      await expect(hands.register(attemptId)).rejects.toThrow(GatewayAccountError);
      await store.setKey('sk_live_fatura');
      await exchange(store, 'acct_another');
      await hands.register(attemptId, { isRetry: true });
      expect(await hands.attempt(attemptId)).toMatchObject({ gateway_account_id: 'acct_another' });
      expect((await store.api.invoice(id)).status).toBe('pending');
    });
  });

  test('that refuses the key is told of once, however often a payer is tried whom Stripe does not know', async () => {
    const { createStore, stripe, world } = platform.current;
    stripe.addKey('sk_live_is_lost');
    const store = await createStore();
    await store.setKey('sk_live_is_lost');
    const hands = stripeHands(platform.current, store);
    const { id, attemptId } = await hands.ask();
    stripe.revokeKey('sk_live_is_lost');
    await expect(hands.register(attemptId)).rejects.toThrow(GatewayAccountError);
    // The time lies so far back that a failure which began anew would be told again.
    await world.database.query(
      `update gateway_accounts set failing_since = now() - interval '3 hours', alerted_at = now() - interval '2 hours'
       where company_id = $1`,
      [store.store.companyId],
    );
    const before = await store.account();
    expect(before).toMatchObject({ failure: 'key_refused' });
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(hands.register(attemptId, { isRetry: true })).rejects.toThrow(GatewayAccountError);
      expect(await store.account()).toEqual(before);
    }
    stripe.restoreKey('sk_live_is_lost');
    await hands.register(attemptId, { isRetry: true });
    expect(await store.account()).toMatchObject({ failing_since: null, failure: null });
    expect((await store.api.invoice(id)).status).toBe('pending');
  });
});
