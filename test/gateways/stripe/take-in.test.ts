import { beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { createStripeClient } from '../../../src/gateways/stripe/call-stripe.ts';
import { runAdmin } from '../../support/run-admin.ts';
import { stripeHands, type StripeHands } from '../../support/stripe-hands.ts';
import { useStripeWithoutWorker, type StripeStore } from '../../support/stripe-store.ts';

describe('after a restore, what Stripe has and the record has lost', () => {
  const platform = useStripeWithoutWorker();
  const since = new Date(Date.now() - 3_600_000).toISOString();
  let store: StripeStore;
  let hands: StripeHands;
  beforeAll(async () => {
    store = await platform.current.createStore();
    hands = stripeHands(platform.current, store);
  });

  const query = <T extends object>(sql: string, params: unknown[] = []) =>
    platform.current.world.database.query<T>(sql, params);
  const stripeApi = () => createStripeClient('sk_live_fatura', platform.current.stripe.url);
  async function pending() {
    const made = await hands.asked();
    return { ...made, intent: store.intentsOf(made.attemptId)[0]! };
  }
  /** As `plant`, of a boleto. */
  const plantBoleto = async ({ metadata, customer }: Stripe.PaymentIntent, changed: Record<string, string>) =>
    (await stripeApi()).paymentIntents.create({
      ...{ amount: 10_000, currency: 'brl', confirm: true, allowed_payment_method_types: ['boleto'] },
      ...{ customer: customer as string, metadata: { ...metadata, ...changed } },
      payment_method_data: {
        ...{ type: 'boleto', boleto: { tax_id: '11144477735' } },
        billing_details: {
          ...{ name: 'Ana', email: 'ana@example.com' },
          address: { line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', postal_code: '01310100', country: 'BR' },
        },
      },
    });
  /** A charge as we make them, of an attempt that is not on record. */
  const plant = async ({ metadata, customer }: Stripe.PaymentIntent, changed: Record<string, string>) =>
    (await stripeApi()).paymentIntents.create({
      ...{ amount: 10_000, currency: 'brl', confirm: true, allowed_payment_method_types: ['pix'] },
      ...{ customer: customer as string, metadata: { ...metadata, ...changed } },
      payment_method_data: { type: 'pix', billing_details: { name: 'Ana', email: 'ana@example.com' } },
    });
  const admin = (...args: string[]) => runAdmin({ config: platform.current.world.config }, ...args);
  const command = (...more: string[]) => admin('take-in-books', '--since', since, ...more);
  const confirmed = ['--confirm', 'yes'];
  type Told = Record<string, unknown>;
  const ofStore = (output: unknown, { store: { companyId } }: StripeStore): Told =>
    (output as Told[]).find(({ company_id: id }) => id === companyId)!;
  async function takeIn(...more: string[]): Promise<Told> {
    const { exitCode, output, error } = await command(...(more.length > 0 ? more : confirmed));
    expect({ exitCode, error }).toMatchObject({ exitCode: 0 });
    return ofStore(output, store);
  }
  const findingsOf = async ({ store: { companyId } }: StripeStore): Promise<object[]> => {
    const [written] = await query<{ findings: object[] }>(
      'select findings from gateway_reconciliations where company_id = $1 order by id desc limit 1',
      [companyId],
    );
    return written?.findings ?? [];
  };
  const statusOf = (id: string) => platform.current.stripe.paymentIntents().find((one) => one.id === id)!.status;

  test('nothing is done while ids that were lost would be given away again', async () => {
    const { id, intent } = await pending();
    const { stripe } = platform.current;
    const [paid, payable] = [
      await plant(intent, { fatura_attempt: '700000' }),
      await plant(intent, { fatura_attempt: '699999' }),
    ];
    stripe.succeed(paid.id);
    for (const args of [[], confirmed]) {
      const { exitCode, output, error } = await command(...args);
      expect({ exitCode, output }).toEqual({ exitCode: 1, output: null });
      expect(error).toMatch(/knows 700000 of payment_attempts[\s\S]*run skip-ids, and then this/);
    }
    expect(statusOf(payable.id)).toBe('requires_action');
    expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
    expect(await query('select 1 from gateway_reconciliations')).toEqual([]);
    expect(await query(`select 1 from audit_entries where action = 'takeInBooks'`)).toEqual([]);

    expect((await admin('skip-ids')).exitCode).toBe(0);
    await takeIn();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('without a word of confirmation it only tells what it would do', async () => {
    const { stripe } = platform.current;
    const { id, intent } = await pending();
    const [paid, payable, unplaced] = [
      await plant(intent, { fatura_attempt: '700010' }),
      await plant(intent, { fatura_attempt: '700011' }),
      await plant(intent, { fatura_attempt: '700012', fatura_invoice: '700012' }),
    ];
    for (const one of [paid, unplaced]) stripe.succeed(one.id);
    const rows = () =>
      query(`select (select count(*) from payment_attempts) as attempts, (select count(*) from payments) as payments,
        (select count(*) from gateway_reconciliations) as comparisons, (select count(*) from audit_entries) as lines`);
    const before = await rows();
    const told = await takeIn('--confirm', 'no');
    expect(told).toMatchObject({ to_take_in: 1, to_cancel: 1, to_decide: 1 });
    expect(await command()).toMatchObject({ exitCode: 0, output: expect.arrayContaining([told]) });
    expect(await rows()).toEqual(before);
    expect([statusOf(payable.id), (await store.api.invoice(id)).status]).toEqual(['requires_action', 'pending']);

    expect(await takeIn()).toMatchObject({ taken_in: 1, canceled: 1, to_decide: 1 });
    expect([statusOf(payable.id), (await store.api.invoice(id)).status]).toEqual(['canceled', 'paid']);
    expect(await query(`select details from audit_entries where action = 'takeInBooks'`)).toContainEqual({
      details: { since },
    });
  });

  test('a number that was given away again is neither’s money', async () => {
    const { stripe, createStore } = platform.current;
    const other = await createStore();
    const its = stripeHands(platform.current, other);
    const [lost, named, refunded] = [await its.asked(), await its.asked(), await its.asked()];
    const { metadata, ...charge } = other.intentsOf(lost.attemptId)[0]!;
    const attempt = { fatura_attempt: String(named.attemptId) };
    const planted = [await plant({ metadata, ...charge }, attempt), await plant({ metadata, ...charge }, attempt)];
    stripe.succeed(planted[0]!.id);
    for (const { attemptId } of [lost, refunded]) stripe.succeed(other.intentsOf(attemptId)[0]!.id);
    await its.reconcile(other);
    expect(await other.api.invoice(refunded.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    // The refund of one payment, under the number of a refund of another.
    const { id: refundId } = await other.api.create<{ id: number }>(`/api/v1/invoices/${refunded.id}/refunds`);
    const [{ id: number }] = (await query<{ id: number }>('select max(id)::int as id from refunds')) as [
      { id: number },
    ];
    const [intent] = other.intentsOf(lost.attemptId);
    const refund = await (
      await stripeApi()
    ).refunds.create({
      ...{ payment_intent: intent!.id, amount: 10_000 },
      metadata: { ...intent!.metadata, fatura_refund: String(number) },
    });
    if (refund.status === 'pending') stripe.settleRefund(refund.id, 'succeeded');
    expect(refundId).toBeDefined();

    const differs = (kind: string) => expect.objectContaining({ kind });
    for (const compare of [() => its.reconcile(other), () => command(...confirmed)]) {
      await compare();
      expect(await findingsOf(other)).toEqual([
        differs('invoice_differs'),
        differs('invoice_differs'),
        differs('payment_differs'),
      ]);
      expect(await other.api.invoice(named.id)).toMatchObject({ status: 'pending', amount_paid: 0 });
      expect(await other.api.invoice(lost.id)).toMatchObject({ status: 'paid', amount_paid: 100, amount_refunded: 0 });
      expect(await other.api.invoice(refunded.id)).toMatchObject({ amount_paid: 100, amount_refunded: 0 });
    }
    // The part that can still be paid is left to the reader of a comparison, and canceled after a restore.
    expect(statusOf(planted[1]!.id)).toBe('canceled');
    expect(statusOf(other.intentsOf(named.attemptId).find(({ id }) => !planted.some((one) => one.id === id))!.id)).toBe(
      'requires_action',
    );
  });

  test('a charge that cannot be canceled, as its money is on its way, is on record, and its money is found', async () => {
    const { stripe, createStore } = platform.current;
    const other = await createStore();
    const its = stripeHands(platform.current, other);
    const { id, attemptId } = await its.asked({ payment_method: 'boleto', customer_id: other.customerId });
    const [intent] = other.intentsOf(attemptId);
    const [lost, unplaced] = [
      await plantBoleto(intent!, { fatura_attempt: '700020' }),
      await plantBoleto(intent!, { fatura_attempt: '700021', fatura_invoice: '700021' }),
    ];
    const how = { status: 400, error: { type: 'invalid_request_error' as const, message: 'It is processing.' } };
    stripe.failNext({ method: 'POST', path: `/v1/payment_intents/${lost.id}/cancel`, how });
    await command(...confirmed);
    expect(await findingsOf(other)).toEqual(
      expect.arrayContaining([
        { kind: 'could_not_apply', details: { about: lost.id, outcome: expect.stringContaining('cannot cancel') } },
        {
          kind: 'unknown_attempt',
          details: { charge_id: unplaced.id, attempt_id: 700_021, invoice_id: 700_021, amount_cents: 10_000 },
        },
      ]),
    );
    expect([statusOf(lost.id), statusOf(unplaced.id)]).toEqual(['requires_action', 'canceled']);
    expect(await its.attempt(700_020)).toMatchObject({ state: 'canceled', gateway_canceled_at: null });
    stripe.succeed(lost.id);
    expect(await other.callBack()).toContain(200);
    expect(await other.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('an account that cannot be asked is named by the exit code too, and the others are taken in', async () => {
    const { stripe, createStore } = platform.current;
    stripe.addKey('sk_live_of_a_lost_one');
    const broken = await createStore();
    await broken.setKey('sk_live_of_a_lost_one');
    stripe.revokeKey('sk_live_of_a_lost_one');
    const { id, intent } = await pending();
    const lost = await plant(intent, { fatura_attempt: '700030' });
    stripe.succeed(lost.id);
    for (const args of [[], confirmed]) {
      const { exitCode, output, error } = await command(...args);
      expect([exitCode, error]).toEqual([1, expect.stringMatching(/books of 1 of \d+ accounts could not be read/)]);
      expect(ofStore(output, broken)).toMatchObject({ failed: expect.any(String) });
      expect(ofStore(output, store)).toMatchObject({ [args === confirmed ? 'taken_in' : 'to_take_in']: 1 });
    }
    expect((await store.api.invoice(id)).status).toBe('paid');
    stripe.restoreKey('sk_live_of_a_lost_one');
    await takeIn();
  });

  test('money of an attempt that is lost is its invoice’s, under the number that its callbacks name', async () => {
    const { id, intent } = await pending();
    const lost = await plant(intent, { fatura_attempt: '700001' });
    platform.current.stripe.succeed(lost.id);
    await takeIn();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect(
      await query('select id::int, number, state from payment_attempts where invoice_id = $1 order by number', [id]),
    ).toEqual([
      { id: expect.any(Number), number: 1, state: 'canceled' },
      { id: 700_001, number: 2, state: 'paid' },
    ]);
    expect(await store.callBack()).toContain(200);
    await takeIn();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('a charge that can still be paid is canceled; money of a lost invoice is the store’s to place', async () => {
    const { id, intent } = await pending();
    const [left, paid] = [
      await plant(intent, { fatura_attempt: '700002' }),
      await plant(intent, { fatura_attempt: '700003', fatura_invoice: '800003' }),
    ];
    platform.current.stripe.succeed(paid.id);
    await takeIn();
    expect([statusOf(left.id), statusOf(intent.id)]).toEqual(['canceled', 'requires_action']);
    expect(await hands.attempt(700_002)).toMatchObject({ state: 'canceled', gateway_canceled_at: expect.any(Date) });
    expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
    const details = { charge_id: paid.id, attempt_id: 700_003, invoice_id: 800_003, amount_cents: 10_000 };
    expect(await findingsOf(store)).toContainEqual({ kind: 'unknown_attempt', details });
  });

  test('a refund that is lost is written down again, done or under way, and is not made twice', async () => {
    const { id, intent, attemptId } = await pending();
    platform.current.stripe.succeed(intent.id);
    await store.callBack();
    const metadata = { ...store.intentsOf(attemptId)[0]!.metadata, fatura_refund: '700004' };
    const refund = await (await stripeApi()).refunds.create({ payment_intent: intent.id, amount: 10_000, metadata });
    await takeIn();
    const [row] = await query(
      'select id::int, amount_cents::int as cents, gateway_refund_id as at from refunds where invoice_id = $1',
      [id],
    );
    expect(row).toEqual({ id: 700_004, cents: 10_000, at: refund.id });
    if (refund.status === 'pending') platform.current.stripe.settleRefund(refund.id, 'succeeded');
    await store.callBack();
    await takeIn();
    expect(await store.api.invoice(id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
    expect((await store.api.post(`/api/v1/invoices/${id}/refunds`, {})).status).toBe(409);
  });
});
