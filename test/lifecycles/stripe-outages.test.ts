import { afterEach, describe, expect, test } from '@jest/globals';
import { invoiceWorkflowId, subscriptionWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import { eventually } from '../support/eventually.ts';
import { SECOND } from '../support/skipped-time.ts';
import { asked, checkBooks, useStripeWorld } from '../support/stripe-store.ts';

const CHARGES = '/v1/payment_intents';

describe('while Stripe is away, a payment waits and is made once', () => {
  const platform = useStripeWorld();
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  /** Whether the run of an invoice has asked its gateway, and waits for no activity any more. */
  async function isHeld(invoiceId: number): Promise<boolean> {
    const handle = platform.current.world.env.client.workflow.getHandle(invoiceWorkflowId(invoiceId));
    const { events } = await handle.fetchHistory();
    const asked = (events ?? []).filter(
      ({ activityTaskScheduledEventAttributes: task }) => task?.taskQueue?.name === TASK_QUEUES.payments,
    );
    const { raw } = await handle.describe();
    return asked.length > 0 && (raw.pendingActivities ?? []).length === 0;
  }

  test('Stripe takes a charge and never answers: the worker gives up waiting, asks, and has it', async () => {
    const { stripe, createStore } = platform.current;
    const store = await createStore();
    const since = stripe.requests.length;
    stripe.failNext({ method: 'POST', path: CHARGES, how: 'hang_after' });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.submit(id, 'pm_card_visa');
    const paid = await eventually(
      () => store.api.invoice(id),
      ({ status }) => status === 'paid',
    );
    expect(paid.amount_paid).toBe(100);
    expect(asked(stripe.requests, since)).toEqual(['POST customers', 'POST payment_intents', 'GET payment_intents']);
    expect(store.intentsOf(paid.payments[0]!.id)).toHaveLength(1);
    await store.callBack();
  });

  test('failures and broken connections, one after the other: the charge is asked for between any two tries', async () => {
    const { stripe, createStore, advance } = platform.current;
    const store = await createStore();
    const since = stripe.requests.length;
    stripe.failNext({ method: 'POST', path: CHARGES, how: '500_before' });
    stripe.failNext({ method: 'GET', path: CHARGES, how: 'drop_before', times: 2 });
    stripe.failNext({
      method: 'GET',
      path: CHARGES,
      how: { status: 503, error: { type: 'api_error', message: 'Down.' } },
    });
    stripe.failNext({ method: 'POST', path: CHARGES, how: '409_lock' });
    const { id } = await store.createInvoice();
    await eventually(
      async () => {
        await advance(5 * SECOND);
        return store.api.invoice(id);
      },
      ({ status }) => status === 'pending',
    );
    const { payments } = await store.api.invoice(id);
    expect(store.intentsOf(payments[0]!.id)).toHaveLength(1);
    const tries = asked(stripe.requests, since).filter((request) => request.endsWith(' payment_intents'));
    expect(tries.join(', ')).not.toContain('POST payment_intents, POST payment_intents');
    stripe.succeed(store.intentsOf(payments[0]!.id)[0]!.id);
    await store.callBack();
    await store.reach(id, 'paid');
  });

  test('Stripe asks to be left alone, and is: nothing comes before its time, and then it goes on', async () => {
    const { stripe, createStore, advance } = platform.current;
    const store = await createStore();
    stripe.failNext({ method: 'POST', path: CHARGES, how: { status: 429, retryAfter: 40 } });
    const { id } = await store.createInvoice();
    await eventually(
      () => stripe.requests.at(-1),
      (request) => request?.path === CHARGES && request.status === 429,
    );
    const since = stripe.requests.length;
    await advance(35 * SECOND, 5 * SECOND);
    expect(asked(stripe.requests, since)).toEqual([]);
    expect((await store.api.invoice(id)).status).toBe('open');
    await advance(10 * SECOND);
    await store.reach(id, 'pending');
    expect(asked(stripe.requests, since)).toEqual(['GET payment_intents', 'POST payment_intents']);
  });

  describe('a key that Stripe refuses', () => {
    test('leaves the invoice open and the account failing, until the store gives another', async () => {
      const { stripe, createStore, advance, world } = platform.current;
      const store = await createStore();
      await store.setKey('sk_live_fatura');
      stripe.addKey('sk_live_another');
      stripe.revokeKey('sk_live_fatura');
      const { id } = await store.createInvoice();
      const failing = await eventually(
        () => store.account(),
        ({ failing_since: since }) => since !== null,
      );
      expect(failing).toMatchObject({ failure: 'key_refused', alerted_at: null });
      // It waits in the record: no workflow asks again, of this invoice or of the next.
      await eventually(() => isHeld(id), Boolean);
      const since = stripe.requests.length;
      const second = await store.createInvoice();
      await advance(10 * 60 * SECOND, 60 * SECOND);
      expect(asked(stripe.requests, since)).toEqual([]);
      expect((await store.api.invoice(id)).status).toBe('open');
      const timeline = await store.api.get<{ waits_for: { what: string }[] }>(`/api/v1/invoices/${id}/timeline`);
      expect(timeline.body.waits_for.map(({ what }) => what)).toContain('gateway_registration');

      await store.setKey('sk_live_another');
      expect(await store.account()).toEqual({ failing_since: null, failure: null, alerted_at: null });
      await eventually(
        async () => {
          await advance(30 * SECOND);
          return store.api.invoice(id);
        },
        ({ status }) => status === 'pending',
      );
      await store.reach(second.id, 'pending');
      for (const one of [id, second.id]) {
        const { payments } = await store.api.invoice(one);
        expect(store.intentsOf(payments[0]!.id)).toHaveLength(1);
      }
      expect(await world.database.query('select 1 from gateway_accounts where failing_since is not null')).toEqual([]);
      stripe.restoreKey('sk_live_fatura');
    });

    test('and takes again later needs nothing of the store: what waited goes on', async () => {
      const { stripe, createStore, advance } = platform.current;
      stripe.addKey('sk_live_of_one');
      const store = await createStore();
      await store.setKey('sk_live_of_one');
      stripe.restrictKey('sk_live_of_one');
      const { id } = await store.createInvoice({ payment_method: 'card' });
      await store.submit(id, 'pm_card_visa');
      const failing = await eventually(
        () => store.account(),
        ({ failing_since: since }) => since !== null,
      );
      expect(failing.failure).toBe('permission_missing');
      expect((await store.api.invoice(id)).status).toBe('open');
      stripe.restoreKey('sk_live_of_one');
      await eventually(
        async () => {
          await advance(10 * SECOND);
          return store.api.invoice(id);
        },
        ({ status }) => status === 'paid',
      );
      expect(await store.account()).toMatchObject({ failing_since: null, failure: null });
      await store.callBack();
    });

    test('and takes again later is asked by a single probe, whatever waits', async () => {
      const { stripe, createStore } = platform.current;
      stripe.addKey('sk_live_of_four');
      const store = await createStore();
      await store.setKey('sk_live_of_four');
      stripe.revokeKey('sk_live_of_four');
      const ids: number[] = [];
      ids.push((await store.createInvoice()).id);
      await eventually(
        async () => (await store.account()).failure,
        (failure) => failure === 'key_refused',
      );
      await eventually(() => isHeld(ids[0]!), Boolean);
      for (let made = 0; made < 4; made += 1) ids.push((await store.createInvoice()).id);
      const since = stripe.requests.length;
      await store.probe();
      expect(stripe.requests.slice(since).map(({ status }) => status)).toEqual([401]);
      expect(await store.account()).toMatchObject({ failure: 'key_refused' });
      stripe.restoreKey('sk_live_of_four');
      await store.probe();
      for (const id of ids) await store.reach(id, 'pending');
      expect(await store.account()).toMatchObject({ failing_since: null, failure: null });
    });

    test('does not hold back a store that has another', async () => {
      const { stripe, createStore } = platform.current;
      stripe.addKey('sk_live_of_two');
      const [broken, well] = [await createStore(), await createStore()];
      await broken.setKey('sk_live_of_two');
      stripe.revokeKey('sk_live_of_two');
      const waiting = await broken.createInvoice();
      const { intent } = await well.pending();
      expect(intent.status).toBe('requires_action');
      expect((await broken.api.invoice(waiting.id)).status).toBe('open');
      expect((await well.account()).failing_since).toBeNull();
    });
  });

  test('a removed access holds cancellations, and subscriptions that are due; a new one lets them go', async () => {
    const { stripe, createStore, advance, world } = platform.current;
    const store = await createStore();
    const { id, intent } = await store.pending();
    const subscription = await store.api.create<{ id: number }>('/api/v1/subscriptions', {
      customer_id: store.customerId,
      payment_method: 'pix',
      interval: 'week',
      products: [{ product_id: store.productId, quantity: 1 }],
    });
    const cycles = () =>
      world.database.query('select 1 from subscription_cycles where subscription_id = $1', [subscription.id]);
    await eventually(cycles, (made) => made.length === 1);
    await store.removeAccess();
    expect((await store.api.post(`/api/v1/invoices/${id}/cancel`)).status).toBe(200);
    const since = stripe.requests.length;
    // The subscription's next cycle is due; its run ends, and waits in no task.
    await eventually(
      async () => {
        await advance(12 * 3_600 * SECOND, 3_600 * SECOND);
        const handle = world.env.client.workflow.getHandle(subscriptionWorkflowId(subscription.id));
        return (await handle.describe()).status.name;
      },
      (status) => status === 'COMPLETED',
    );
    expect(await cycles()).toHaveLength(1);
    const run = await world.env.client.workflow.getHandle(invoiceWorkflowId(id)).describe();
    expect(run.status.name).toBe('COMPLETED');
    expect(stripe.requests.slice(since).filter(({ path }) => path.includes(intent.id))).toEqual([]);

    await store.setKey('sk_live_fatura');
    await eventually(cycles, (made) => made.length >= 2);
    await eventually(
      () => stripe.paymentIntents().find((one) => one.id === intent.id)?.status,
      (status) => status === 'canceled',
    );
    await store.api.post(`/api/v1/subscriptions/${subscription.id}/cancel`, { when: 'now' });
  });

  test('a refund waits for the key too, and is made once', async () => {
    const { stripe, createStore } = platform.current;
    stripe.addKey('sk_live_of_three');
    const store = await createStore();
    await store.setKey('sk_live_of_three');
    const { id, intent } = await store.paidByCard();
    stripe.revokeKey('sk_live_of_three');
    await store.api.create(`/api/v1/invoices/${id}/refunds`);
    await eventually(
      () => store.account(),
      ({ failing_since: since }) => since !== null,
    );
    stripe.restoreKey('sk_live_of_three');
    await store.probe();
    await store.reach(id, 'refunded');
    expect(stripe.refunds().filter(({ payment_intent: of }) => of === intent.id)).toHaveLength(1);
    await store.callBack();
  });
});
