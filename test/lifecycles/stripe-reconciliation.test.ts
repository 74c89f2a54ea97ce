import { afterEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { createStripeClient } from '../../src/gateways/stripe/call-stripe.ts';
import type { Finding } from '../../src/payments/reconciliation/reconciliation.entity.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import type { ReconciliationResult } from '../../workflows/gateway-reconciliation.ts';
import { eventually } from '../support/eventually.ts';
import { keepHistory } from '../support/histories.ts';
import { DAY, MINUTE, SECOND } from '../support/skipped-time.ts';
import { checkBooks, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

interface Comparison {
  charges_seen: number;
  repaired: number;
  findings: Finding[];
}

describe('the books are held against Stripe’s', () => {
  const platform = useStripeWorld();
  let runs = 0;

  /** A run of the comparison of all stores, once what was made last is old enough to be looked at. */
  async function reconcile(): Promise<ReconciliationResult> {
    const { world, advance } = platform.current;
    await advance(6 * MINUTE);
    runs += 1;
    const handle = await world.env.client.workflow.start('gatewayReconciliation', {
      taskQueue: TASK_QUEUES.invoices,
      workflowId: `reconciliation-${runs}`,
      args: [{}],
    });
    await eventually(
      async () => {
        const { status } = await handle.describe();
        if (status.name === 'RUNNING') await advance(5 * SECOND);
        return status.name;
      },
      (status) => status === 'COMPLETED',
    );
    const history = await handle.fetchHistory();
    await keepHistory(() => Promise.resolve(history), `gateway-reconciliation-${runs}`);
    // Not by its result, for which time would be let go by.
    const ended = history.events!.at(-1)!.workflowExecutionCompletedEventAttributes!;
    return JSON.parse(Buffer.from(ended.result!.payloads![0]!.data!).toString('utf8')) as ReconciliationResult;
  }
  /** The findings of the latest run about a store. */
  async function foundOf({ store: { companyId, environment } }: StripeStore): Promise<Comparison> {
    const [row] = await platform.current.world.database.query<Comparison>(
      `select charges_seen, repaired, findings from gateway_reconciliations
       where company_id = $1 and environment = $2 order by id desc limit 1`,
      [companyId, environment],
    );
    return row!;
  }
  const kindsOf = ({ findings }: Comparison): string[] => findings.map(({ kind }) => kind).sort();
  const stripeApi = () => createStripeClient('sk_live_fatura', platform.current.stripe.url);
  /** A Pix charge that somebody else makes in the account. */
  const plant = async (metadata: Record<string, string>): Promise<Stripe.PaymentIntent> =>
    (await stripeApi()).paymentIntents.create({
      ...{ amount: 10_000, currency: 'brl', confirm: true, metadata, allowed_payment_method_types: ['pix'] },
      payment_method_data: { type: 'pix', billing_details: { name: 'Ana', email: 'ana@example.com' } },
    });

  describe('callbacks that never came', () => {
    afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

    test('are made up for once: money, refusals, refunds made here and there, disputes', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const pix = await store.pending();
      stripe.succeed(pix.intent.id);
      const asking = await store.createInvoice({ payment_method: 'card' });
      await store.submit(asking.id, 'pm_card_threeDSecure2Required');
      const { payments } = await store.reach(asking.id, 'pending');
      stripe.authenticate(store.intentsOf(payments[0]!.id)[0]!.id, false);
      const [failing, there, disputed] = [await store.paidByCard(), await store.paidByCard(), await store.paidByCard()];
      await store.api.create(`/api/v1/invoices/${failing.id}/refunds`);
      await store.reach(failing.id, 'refunded');
      const refund = stripe.refunds().find(({ payment_intent: of }) => of === failing.intent.id)!;
      stripe.settleRefund(refund.id, 'failed', 'expired_or_canceled_card');
      stripe.refundFromDashboard(there.intent.id, 2_500);
      stripe.openDispute(disputed.intent.id, { reason: 'fraudulent' });
      const missed = stripe.takeEvents();

      const result = await reconcile();
      expect(await foundOf(store)).toEqual({ charges_seen: 5, repaired: 5, findings: [] });
      expect(result).toMatchObject({ failed: 0, findings: 0 });
      expect(await store.api.invoice(pix.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
      expect(await store.api.invoice(asking.id)).toMatchObject({
        status: 'refused',
        payments: [{ refusal_reason: 'second_step_refused' }],
      });
      expect(await store.api.invoice(failing.id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
      expect(await store.api.invoice(there.id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 25 });
      expect(await store.eventsOf(disputed.id)).toContain('invoice.disputed');

      await reconcile();
      expect(await foundOf(store)).toEqual({ charges_seen: 5, repaired: 0, findings: [] });
      // And when they come after all, they add nothing.
      const ids = [pix, asking, failing, there, disputed].map(({ id }) => id);
      const before = await Promise.all(ids.map((id) => store.eventsOf(id)));
      await store.deliver(missed);
      expect(await Promise.all(ids.map((id) => store.eventsOf(id)))).toEqual(before);
    });

    test('lost callbacks of a boleto that is paid weeks after it was made are made up for too', async () => {
      const { stripe, createStore, advance, world } = platform.current;
      const store = await createStore();
      const due = new Date((await world.now()).getTime() + 20 * DAY).toISOString().slice(0, 10);
      const { id, intent } = await store.pending({ payment_method: 'boleto', due_date: due });
      await advance(10 * DAY);
      stripe.succeed(intent.id);
      await reconcile();
      expect(await foundOf(store)).toEqual({ charges_seen: 1, repaired: 1, findings: [] });
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    });
  });

  describe('differences on which neither side can be trusted', () => {
    test('is written down for the store, and what nobody is to pay any more is canceled', async () => {
      const { stripe, createStore, world } = platform.current;
      const store = await createStore();
      const [twice, overpaid, other, ended, gone] = [
        await store.pending(),
        await store.pending(),
        await store.pending(),
        await store.pending(),
        await store.pending(),
      ];
      const unknown = await plant({ ...twice.intent.metadata, fatura_attempt: '999999' });
      const second = await plant(twice.intent.metadata);
      const secondPaid = await plant(overpaid.intent.metadata);
      stripe.succeed(overpaid.intent.id);
      await store.callBack();
      stripe.succeed(secondPaid.id);
      const attemptOf = ({ invoice }: typeof twice): number => invoice.payments[0]!.id;
      const change = (what: string, one: typeof twice) =>
        world.database.query(`update payment_attempts set ${what} where id = $1`, [attemptOf(one)]);
      await change('amount_cents = 9000', other);
      await change(`state = 'canceled', gateway_canceled_at = now()`, ended);
      await change(`gateway_charge_id = 'pi_gone', registered_at = now() - interval '30 days'`, gone);

      await reconcile();
      const found = await foundOf(store);
      expect(kindsOf(found)).toEqual([
        'amount_differs',
        'charge_missing',
        'payable_after_end',
        'payable_after_end',
        'payable_after_end',
        'second_charge',
        'second_charge',
        'second_charge',
        'unknown_attempt',
      ]);
      expect(found.findings).toEqual(
        expect.arrayContaining([
          { kind: 'unknown_attempt', details: { charge_id: unknown.id, attempt_id: 999_999, amount_cents: 10_000 } },
          {
            kind: 'second_charge',
            details: {
              charge_id: second.id,
              attempt_id: attemptOf(twice),
              known_charge_id: twice.intent.id,
              amount_cents: 10_000,
            },
          },
          {
            kind: 'amount_differs',
            details: {
              charge_id: other.intent.id,
              attempt_id: attemptOf(other),
              amount_cents: 9_000,
              gateway_amount_cents: 10_000,
            },
          },
          { kind: 'charge_missing', details: { attempt_id: attemptOf(gone), charge_id: 'pi_gone' } },
          { kind: 'payable_after_end', details: { charge_id: ended.intent.id, attempt_id: attemptOf(ended) } },
        ]),
      );
      const statusOf = (id: string) => stripe.paymentIntents().find((intent) => intent.id === id)!.status;
      expect([second.id, ended.intent.id].map(statusOf)).toEqual(['canceled', 'canceled']);
      // The first charge of the same attempt is left to its payer.
      expect(statusOf(twice.intent.id)).toBe('requires_action');
      // Money is money, whoever was asked for it twice.
      expect(await store.api.invoice(overpaid.id)).toMatchObject({ status: 'paid', amount_paid: 200 });
      expect(await store.eventsOf(overpaid.id)).toContain('invoice.overpaid');
    });

    test('money in another currency is told, and never booked as reais', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id, intent } = await store.pending();
      // 9,000 yen are some R$ 300, and no R$ 90.00.
      stripe.denominate(intent.id, 'jpy');
      stripe.succeed(intent.id);
      await store.callBack();
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
      await reconcile();
      expect((await foundOf(store)).findings).toEqual([
        {
          kind: 'foreign_currency',
          details: expect.objectContaining({ charge_id: intent.id, currency: 'JPY', gateway_amount: 10_000 }),
        },
      ]);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
    });

    test('a store’s other business in the same account is neither touched nor told', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const mine = await store.pending();
      const [payable, paid] = [await plant({}), await plant({ order: '77' })];
      stripe.succeed(paid.id);
      stripe.settleRefund(stripe.refundFromDashboard(paid.id, 1_000).id, 'succeeded');
      stripe.openDispute(paid.id, { reason: 'general' });
      const elsewhere = { ...mine.intent.metadata, fatura_installation: 'fatura.elsewhere.example' };
      const another = await plant(elsewhere);
      await store.callBack();
      await reconcile();
      const { findings, repaired } = await foundOf(store);
      expect({ findings, repaired }).toEqual({ findings: [], repaired: 0 });
      const left = stripe.paymentIntents().filter(({ id }) => [payable.id, another.id].includes(id));
      expect(left.map(({ status }) => status)).toEqual(['requires_action', 'requires_action']);
      expect(await store.api.invoice(mine.id)).toMatchObject({ status: 'pending', amount_paid: 0 });
    });
  });

  test('an account whose key is refused does not stop the others', async () => {
    const { stripe, createStore } = platform.current;
    stripe.addKey('sk_live_of_one');
    const [broken, well] = [await createStore(), await createStore()];
    await broken.setKey('sk_live_of_one');
    stripe.revokeKey('sk_live_of_one');
    const { id, intent } = await well.pending();
    stripe.succeed(intent.id);
    expect(await reconcile()).toMatchObject({ failed: 1 });
    expect(await foundOf(well)).toMatchObject({ repaired: 1, findings: [] });
    expect((await well.api.invoice(id)).status).toBe('paid');
    expect(await foundOf(broken)).toBeUndefined();
    expect(await broken.account()).toMatchObject({ failure: 'key_refused' });

    // Its key opens no books: no call asks for them until a probe has found that it does.
    expect(await reconcile()).toMatchObject({ failed: 0 });
    stripe.restoreKey('sk_live_of_one');
    await broken.probe();
    expect(await reconcile()).toMatchObject({ failed: 0 });
    await broken.pending();
    expect(await broken.account()).toMatchObject({ failure: null });
  });

  // Last: a payout of the account is found by the comparison of each store that has it.
  describe('prices and payouts', () => {
    interface Balance {
      available: number;
      pending: number;
    }
    const balanceOf = async ({ api }: StripeStore): Promise<Balance> =>
      (await api.get<Balance>('/api/v1/balance')).body;
    /** Stripe's own books, in reais. */
    const booksOfStripe = async (): Promise<Balance> => {
      const { available, pending } = await (await stripeApi()).balance.retrieve();
      return { available: available[0]!.amount / 100, pending: pending[0]!.amount / 100 };
    };
    const payoutsOf = async ({ api }: StripeStore) =>
      (
        await api.get<{ data: { id: number; status: string; amount: number; unexplained: number | null }[] }>(
          '/api/v1/payouts',
        )
      ).body.data;

    test('are taken from the books: the balance is Stripe’s own, and each payout is matched to its money', async () => {
      const { stripe, createStore, advance } = platform.current;
      const store = await createStore();
      // Other tests left money in the account, which is not this store's.
      const before = await booksOfStripe();
      const [first, second] = [await store.paidByCard(), await store.paidByCard()];
      stripe.refundFromDashboard(first.intent.id, 2_500);
      await store.callBack();
      expect(await reconcile()).toMatchObject({ failed: 0 });
      expect((await foundOf(store)).findings).toEqual([]);
      const ofStripe = await booksOfStripe();
      expect(await balanceOf(store)).toMatchObject({
        available: Number((ofStripe.available - before.available).toFixed(2)),
        pending: Number((ofStripe.pending - before.pending).toFixed(2)),
      });
      expect(await balanceOf(store)).toMatchObject({ available: -25, pending: 192 });
      const { body: payment } = await store.api.get<{ data: object[] }>('/api/v1/payments?method=card');
      expect(payment.data[0]).toMatchObject({ invoice_id: second.id, amount: 100, fee: 4, net: 96, gateway: 'stripe' });

      await advance(31 * DAY);
      const payout = stripe.payOut();
      await store.callBack();
      expect(await payoutsOf(store)).toMatchObject([
        { status: 'paid', amount: payout.amount / 100, unexplained: null },
      ]);
      await reconcile();
      const ours = 192 - 25;
      expect(await payoutsOf(store)).toMatchObject([{ unexplained: Number((payout.amount / 100 - ours).toFixed(2)) }]);
      stripe.failPayout(payout.id);
      await store.callBack();
      expect(await payoutsOf(store)).toMatchObject([{ status: 'failed' }]);
      expect(await balanceOf(store)).toMatchObject({ available: ours, pending: 0 });
    });
  });
});
