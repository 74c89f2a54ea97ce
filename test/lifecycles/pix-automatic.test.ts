import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { addDays, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { recordSubscription } from '../support/histories.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import {
  act,
  advanceToDay,
  change,
  dayOf,
  readCycles,
  readSubscription,
  subscribe,
  subscriptionEvents,
  untilQuiet,
  ZONE,
  type SubscriptionBody,
} from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

const PAYER = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };
const CYCLES = 12;
const REFUSED_SLOT = 4;
const CANCELED_SLOT = 7;

/** Pix Automático in the sandbox, whose bank debits by the store's time. */
describe('a subscription that the payer’s bank debits', () => {
  const world = useSkippedTimeWorld();
  afterEach(() => untilQuiet(world.current));

  const simulate = (store: TestStore, id: number, outcome: string): Promise<SubscriptionBody> =>
    store.sandbox.create(`/api/v1/sandbox/subscriptions/${id}/authorization`, { outcome });
  const pay = (store: TestStore, id: number, outcome = 'confirmed'): Promise<InvoiceBody> =>
    store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome });
  /** Until the bank was asked about the debits of a day. */
  const passEvening = async (day: string): Promise<void> => {
    const moment = DateTime.fromISO(`${day}T22:01`, { zone: ZONE });
    await untilQuiet(world.current);
    await world.current.advance(moment.toMillis() - (await world.current.now()).getTime());
    await untilQuiet(world.current);
  };
  const newStore = async (): Promise<TestStore & { payerId: number }> => {
    const store = await world.current.createStore({ dunningRetryDays: [1, 3], subscriptionDaysBeforeDue: 5 });
    const { id: payerId } = await store.sandbox.create<{ id: number }>('/api/v1/customers', PAYER);
    return { ...store, payerId };
  };
  const agree = (store: TestStore & { payerId: number }, fields: Record<string, unknown> = {}) =>
    subscribe(store, { customer_id: store.payerId, payment_method: 'pix_automatic', ...fields });

  interface Charge {
    store: TestStore;
    id: number;
    made: InvoiceBody;
    due: string;
  }

  const expectDebit = ({ made, due }: Charge): string => {
    const settles = nextBusinessDay(due);
    expect(made).toMatchObject({ status: 'pending', due_date: due, pix: null, fine: null, interest: null });
    expect(made.payments).toMatchObject([{ status: 'pending', debited_on: settles }]);
    return settles;
  };

  const passDebit = async (charge: Charge): Promise<void> => {
    const settles = expectDebit(charge);
    await passEvening(addDays(settles, -1));
    expect((await charge.store.sandbox.invoice(charge.made.id)).status).toBe('pending');
    await passEvening(settles);
  };

  /** The bank refuses on the day, and makes it when it is asked again. */
  const refuseOnce = async (charge: Charge): Promise<void> => {
    const { store, id, made } = charge;
    const settles = expectDebit(charge);
    await advanceToDay(world.current, settles);
    await pay(store, made.id, 'refused');
    await untilQuiet(world.current);
    expect((await readSubscription(store, id)).latest_cycle).toMatchObject({ status: 'retrying', failures: 1 });
    const retried = addDays(settles, 1);
    await advanceToDay(world.current, retried);
    const again = nextBusinessDay(addDays(retried, 1));
    const invoice = await store.sandbox.invoice(made.id);
    expect(invoice).toMatchObject({ status: 'pending', due_date: again, pix: null });
    expect(invoice.payments).toMatchObject([
      { status: 'refused', debited_on: settles },
      { status: 'pending', debited_on: again },
    ]);
    await passEvening(again);
  };

  /** The debit that was announced is asked for by a code. */
  const cancelInApp = async (charge: Charge): Promise<void> => {
    const { store, id, made } = charge;
    expectDebit(charge);
    await simulate(store, id, 'canceled');
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      status: 'awaiting_authorization',
      authorization: { status: 'canceled', ended_by: 'payer', end_reason: 'SLDB' },
    });
    const invoice = await store.sandbox.invoice(made.id);
    expect(invoice).toMatchObject({ status: 'pending', pix: { txid: expect.any(String) } });
    expect(invoice.payments.map(({ status }) => status)).toEqual(['canceled', 'pending']);
    await pay(store, made.id);
  };

  /** Nobody has agreed since: each charge is paid by a code again. */
  const payByCode = async ({ store, made, due }: Charge): Promise<void> => {
    expect(made).toMatchObject({ status: 'pending', due_date: due, pix: { txid: expect.any(String) } });
    await pay(store, made.id);
  };

  test('lives a year: a refused debit, a retry, and a cancellation in the bank’s app', async () => {
    const store = await newStore();
    const { id, ...begun } = await agree(store, { cycles: CYCLES });
    expect(begun).toMatchObject({ status: 'awaiting_authorization', authorization: { journey: 'first_payment' } });
    await untilQuiet(world.current);

    // The code of the first charge authorises too.
    const asked = await readSubscription(store, id);
    expect(asked.authorization).toMatchObject({ status: 'pending' });
    const first = await store.sandbox.invoice(asked.latest_cycle!.invoice_id);
    expect(getPixPayloadInfo(first.pix!.qr_code)).toMatchObject({
      url: `pix.sandbox.invalid/qr/v2/${first.pix!.txid}`,
    });
    expect(first.pix!.qr_code).toMatch(/80\d\d0014br\.gov\.bcb\.pix25\d\dpix\.sandbox\.invalid\/qr\/v2\/rec\//);
    await pay(store, first.id);
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      ...{ status: 'active', authorization: { status: 'authorized', qr_code: null }, authorization_url: null },
      latest_cycle: { status: 'paid' },
    });

    const origin = DateTime.fromISO(dayOf(await world.current.now()));
    for (let slot = 1; slot < CYCLES; slot += 1) {
      const due = origin.plus({ months: slot }).toISODate()!;
      await advanceToDay(world.current, addDays(due, -5));
      const { latest_cycle: cycle } = await readSubscription(store, id);
      const { invoice_id: invoiceId } = cycle!;
      const made = await store.sandbox.invoice(invoiceId);
      const charge = { store, id, made, due };
      if (slot > CANCELED_SLOT) await payByCode(charge);
      else if (slot === REFUSED_SLOT) await refuseOnce(charge);
      else if (slot === CANCELED_SLOT) await cancelInApp(charge);
      else await passDebit(charge);
      await untilQuiet(world.current);
      const paid = await store.sandbox.invoice(invoiceId);
      expect(paid).toMatchObject({ status: 'paid', amount_paid: 50 });
      expect(paid.payments.at(-1)).toMatchObject({ received: [{ end_to_end_id: expect.stringMatching(/^E/) }] });
    }

    await untilQuiet(world.current);
    const cycles = await readCycles(store, id);
    expect(cycles.map(({ status, total }) => ({ status, total }))).toEqual(
      Array.from({ length: CYCLES }, () => ({ status: 'paid', total: 50 })),
    );
    await advanceToDay(world.current, origin.plus({ months: CYCLES }).toISODate()!);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'ended' });
    const events = subscriptionEvents(store, id);
    const count = (event: string): number => events.filter((name) => name === event).length;
    expect(count('subscription.renewed')).toBe(CYCLES);
    expect(count('subscription.payment_failed')).toBe(1);
    expect([count('subscription.authorized'), count('subscription.authorization_canceled')]).toEqual([1, 1]);
    await recordSubscription(world.current.env, id, 'subscription-pix-automatic');
  }, 180_000);

  test('a payer who agrees by a code before a trial ends is debited when it has', async () => {
    const store = await newStore();
    const { id, ...begun } = await agree(store, { trial_days: 20 });
    expect(begun).toMatchObject({ status: 'trialing', authorization: { journey: 'qr_code' } });
    await untilQuiet(world.current);
    const { authorization } = await readSubscription(store, id);
    expect(authorization!.qr_code).toMatch(/^00020126180014br\.gov\.bcb\.pix5204/);
    await simulate(store, id, 'authorized');
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'trialing' });
    const due = addDays(dayOf(await world.current.now()), 20);
    await advanceToDay(world.current, due);
    await passEvening(nextBusinessDay(due));
    expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
    await act(store, { id, what: 'cancel' });
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      status: 'canceled',
      authorization: { ended_by: 'store' },
    });
  }, 60_000);

  test('a payer who does not agree pays by codes, and may be asked again', async () => {
    const store = await newStore();
    const { id } = await agree(store, {
      authorization: { journey: 'bank_request', payer_account: { ispb: '12345678', branch: '1', account: '98765' } },
    });
    await untilQuiet(world.current);
    const [row] = await world.current.database.query<{ payer_account: string | null }>(
      'select payer_account from mandates where subscription_id = $1',
      [id],
    );
    expect(row).toEqual({ payer_account: null });
    expect((await readSubscription(store, id)).authorization).toMatchObject({ status: 'pending', qr_code: null });
    await simulate(store, id, 'rejected');
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      status: 'awaiting_authorization',
      authorization: { status: 'rejected' },
    });
    const { latest_cycle: cycle } = await readSubscription(store, id);
    await pay(store, cycle!.invoice_id);
    await untilQuiet(world.current);
    for (const [body, field, code] of [
      [{ journey: 'bank_request' }, 'payer_account', 'required'],
      [{ journey: 'first_payment' }, 'journey', 'nothing_due'],
    ] as const) {
      const refused = await store.sandbox.request('POST', `/api/v1/subscriptions/${id}/authorization`, body);
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field, code }] } });
    }
    await act(store, { id, what: 'authorization', body: { journey: 'qr_code' } });
    await untilQuiet(world.current);
    await simulate(store, id, 'authorized');
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'active', latest_cycle: { status: 'paid' } });
    const twice = await store.sandbox.request('POST', `/api/v1/subscriptions/${id}/authorization`, {});
    expect(twice).toMatchObject({ status: 409, body: { code: 'authorization_exists' } });
    const beside = await store.sandbox.request('PATCH', `/api/v1/subscriptions/${id}`, { authorization: {} });
    expect(beside).toMatchObject({ status: 422, body: { errors: [{ field: 'authorization', code: 'not_allowed' }] } });
    const weekly = await store.sandbox.request('PATCH', `/api/v1/subscriptions/${id}`, { interval: 'week' });
    expect(weekly).toMatchObject({ status: 422, body: { errors: [{ field: 'interval', code: 'authorized' }] } });
    await act(store, { id, what: 'cancel' });
    await untilQuiet(world.current);
    expect(subscriptionEvents(store, id)).toEqual([
      ...['subscription.created', 'subscription.updated', 'subscription.authorization_refused', 'subscription.renewed'],
      ...['subscription.updated', 'subscription.updated', 'subscription.authorized', 'subscription.canceled'],
    ]);
  }, 60_000);

  test('another method ends the agreement, and the debit that was announced is asked for by a code', async () => {
    const store = await newStore();
    const { id } = await agree(store, { trial_days: 6 });
    await untilQuiet(world.current);
    await simulate(store, id, 'authorized');
    await untilQuiet(world.current);
    await advanceToDay(world.current, addDays(dayOf(await world.current.now()), 2));
    const { latest_cycle: cycle } = await readSubscription(store, id);
    expect(await store.sandbox.invoice(cycle!.invoice_id)).toMatchObject({ status: 'pending', pix: null });
    await change(store, id, { payment_method: 'boleto' });
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(cycle!.invoice_id)).toMatchObject({
      ...{ status: 'pending', payment_method: 'pix' },
      pix: { txid: expect.any(String) },
    });
    expect(await readSubscription(store, id)).toMatchObject({
      authorization: { status: 'canceled', ended_by: 'store' },
    });
    // Kept when the subscription is canceled: it is owed, and its payer has a code.
    await act(store, { id, what: 'cancel', body: { invoices: 'keep' } });
    await untilQuiet(world.current);
    const [row] = await world.current.database.query(
      'select is_settled, is_cancellation_due from mandates where subscription_id = $1',
      [id],
    );
    expect(row).toEqual({ is_settled: true, is_cancellation_due: false });
  }, 60_000);

  test('a code that is made after the first has run out pays alone, and its page says nothing of debits', async () => {
    const store = await newStore();
    const { id } = await agree(store);
    await untilQuiet(world.current);
    const { latest_cycle: cycle } = await readSubscription(store, id);
    const pageOf = async (): Promise<string> => {
      const { checkout_hash: hash } = await store.sandbox.invoice(cycle!.invoice_id);
      const headers = { 'Accept-Language': 'en', Accept: 'text/html' };
      return (await fetch(`${world.current.baseUrl}/checkout/${hash}`, { headers })).text();
    };
    expect(await pageOf()).toContain('By paying with this code you authorize your bank');
    await advanceToDay(world.current, addDays(nextBusinessDay(dayOf(await world.current.now())), 1));
    await store.sandbox.create(`/api/v1/invoices/${cycle!.invoice_id}/payments`, {});
    await untilQuiet(world.current);
    const again = await store.sandbox.invoice(cycle!.invoice_id);
    expect(again.pix!.qr_code).not.toContain('/rec/');
    expect(await pageOf()).not.toContain('you authorize your bank');
    await pay(store, again.id);
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      ...{ status: 'awaiting_authorization', authorization: { status: 'pending' } },
      latest_cycle: { status: 'paid' },
    });
    await act(store, { id, what: 'cancel' });
  }, 60_000);
});
