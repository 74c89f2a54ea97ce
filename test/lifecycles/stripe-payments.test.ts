import { afterEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { erasureWorkflowId } from '../../src/outbox/workflow-ids.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { historyOf, keepHistory, runStatus } from '../support/histories.ts';
import { DAY, MINUTE, SECOND } from '../support/skipped-time.ts';
import { asked, checkBooks, PAYER, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

describe('invoices that are collected with Stripe', () => {
  const platform = useStripeWorld();
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  async function ended(invoiceId: number): Promise<void> {
    await eventually(
      () => runStatus(platform.current.world.env, invoiceId),
      ({ status }) => status === 'COMPLETED',
    );
  }

  test('a subscription keeps its card at Stripe, and each renewal is one charge of it', async () => {
    const { stripe, createStore, advance } = platform.current;
    const store = await createStore();
    const card = store.card('pm_card_visa');
    const { id } = await store.api.create<{ id: number }>('/api/v1/subscriptions', {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 1 }],
      ...{ payment_method: 'card', card_token: card, interval: 'month' },
    });
    const charged = (): Stripe.PaymentIntent[] =>
      stripe.paymentIntents().filter((intent) => intent.payment_method === card && intent.status === 'succeeded');
    await eventually(charged, (intents) => intents.length === 1);
    await eventually(
      async () => {
        await advance(DAY);
        return charged();
      },
      (intents) => intents.length === 2,
    );
    expect(charged().map(({ amount }) => amount)).toEqual([5_000, 5_000]);
    const cycles = await eventually(
      () => store.api.get<{ data: { status: string; invoice_status: string }[] }>(`/api/v1/subscriptions/${id}/cycles`),
      ({ body }) => body.data.every(({ invoice_status: status }) => status === 'paid'),
    );
    expect(cycles.body.data).toHaveLength(2);
    await store.callBack();
  });

  test('a customer who is erased is deleted at Stripe too, whatever comes between, and their charges stay', async () => {
    const { stripe, world, createStore } = platform.current;
    const store = await createStore();
    const { intent } = await store.paidByCard();
    await store.callBack();
    const known = () => stripe.customers().filter(({ id }) => id === intent.customer);
    expect(known()).toMatchObject([{ name: PAYER.name, email: PAYER.email }]);
    const path = `/v1/customers/${intent.customer as string}`;
    // It is deleted, and the answer is lost; then Stripe is away.
    stripe.failNext({ method: 'DELETE', path, how: 'drop_after' });
    stripe.failNext({ method: 'DELETE', path, how: { status: 429 } });
    const erased = await eventually(
      () => store.api.post(`/api/v1/customers/${store.customerId}/erase`),
      ({ status }) => status === 200,
    );
    expect(erased.body).toMatchObject({ name: null });
    await eventually(
      async () => {
        await platform.current.advance(10 * SECOND);
        return world.database.query('select 1 from gateway_customers where customer_id = $1', [store.customerId]);
      },
      ({ length }) => length === 0,
    );
    expect(known()).toEqual([]);
    expect(stripe.requests.filter((one) => one.method === 'DELETE').map(({ status }) => status)).toEqual([
      null,
      429,
      404,
    ]);
    expect(stripe.paymentIntents().find(({ id }) => id === intent.id)).toMatchObject({ status: 'succeeded' });
    const run = world.env.client.workflow.getHandle(erasureWorkflowId(store.customerId));
    // Waiting for its result would let time run on.
    await eventually(
      async () => (await run.describe()).status.name,
      (status) => status === 'COMPLETED',
    );
    await keepHistory(() => run.fetchHistory(), 'customer-erasure');
    const told = textOf(await run.fetchHistory());
    expect(told).toContain('forgetPayer');
    for (const text of [PAYER.name, PAYER.email, PAYER.document]) expect(told).not.toContain(text);
  });

  describe('Pix', () => {
    test('shows Stripe’s code until Stripe’s expiry, and is paid by Stripe’s word', async () => {
      const { stripe, createStore, world } = platform.current;
      const store = await createStore();
      const { id, invoice, intent } = await store.pending();
      const shown = intent.next_action!.pix_display_qr_code!;
      expect(invoice.pix).toMatchObject({
        qr_code: shown.data,
        txid: null,
        expires_at: new Date(shown.expires_at! * 1000).toISOString(),
      });
      expect(intent).toMatchObject({ amount: 10_000, currency: 'brl', livemode: true });
      const [installation] = await world.database.query<{ reference: string }>('select reference from installation');
      expect(intent.metadata).toEqual({
        fatura_installation: installation!.reference,
        fatura_store: `${store.store.companyId}-production`,
        fatura_attempt: String(invoice.payments[0]!.id),
        fatura_invoice: String(id),
      });

      stripe.succeed(intent.id);
      expect(new Set(await store.callBack())).toEqual(new Set([200]));
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100, payments: [{ status: 'paid' }] });
      expect(await store.eventsOf(id)).toEqual([
        'invoice.created',
        'invoice.payment_registered',
        'invoice.payment_confirmed',
      ]);
      const { data } = await store.client.GET('/api/v1/invoices/{id}', { params: { path: { id } } });
      expect(data!.payments[0]!.received).toMatchObject([{ amount: 100, amount_refunded: 0 }]);
    });

    test('a payer is one customer at Stripe, who is told of a change before the next charge', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const since = stripe.requests.length;
      const first = await store.pending();
      const second = await store.pending();
      expect(second.intent.customer).toBe(first.intent.customer);
      await store.api.request('PATCH', `/api/v1/customers/${store.customerId}`, { name: 'Beatriz N. Prado' });
      const third = await store.pending();
      expect(third.intent.customer).toBe(first.intent.customer);
      expect(asked(stripe.requests, since)).toEqual([
        'POST customers',
        'POST payment_intents',
        'POST payment_intents',
        'POST customers/:id',
        'POST payment_intents',
      ]);
      const customer = stripe.customers().find(({ id }) => id === first.intent.customer)!;
      expect(customer).toMatchObject({
        name: 'Beatriz N. Prado',
        email: PAYER.email,
        metadata: { fatura_customer: String(store.customerId) },
      });
    });

    test('nobody paid in time: its own clock ends it, and Stripe’s word of it adds nothing', async () => {
      const { stripe, createStore, advance } = platform.current;
      const store = await createStore({ policies: { pixExpirySeconds: 3_600 } });
      const { id, invoice, intent } = await store.pending();
      stripe.expire(intent.id);
      expect(new Set(await store.callBack())).toEqual(new Set([200]));
      expect((await store.api.invoice(id)).status).toBe('pending');
      await advance(61 * MINUTE);
      await store.reach(id, 'abandoned');
      await eventually(
        () => store.intentsOf(invoice.payments[0]!.id),
        ([given]) => given?.status === 'canceled',
      );
      await store.callBack();
      expect(await store.eventsOf(id)).toEqual(['invoice.created', 'invoice.payment_registered', 'invoice.abandoned']);
    });

    test('that falls due asks for a new code after its day, with the late fees that Stripe does not register', async () => {
      const { stripe, createStore, advance, world } = platform.current;
      const store = await createStore();
      const soon = new Date((await world.now()).getTime() + 3 * DAY).toISOString().slice(0, 10);
      const due = nextBusinessDay(soon);
      const { id, invoice, intent } = await store.pending({ due_date: due, fine: { type: 'fixed', value: 5 } });
      const overdueAt = Date.parse(`${due}T03:00:00Z`) + DAY;
      expect(Date.parse(invoice.pix!.expires_at)).toBe(overdueAt);
      await advance(overdueAt - (await world.now()).getTime() + MINUTE);
      await store.reach(id, 'overdue');
      stripe.expire(intent.id);
      await store.callBack();

      await advance(DAY);
      await store.api.create(`/api/v1/invoices/${id}/payments`, {});
      const [, fresh] = await eventually(
        () => store.api.invoice(id).then(({ payments }) => payments),
        (payments) => payments.length === 2 && payments[1]!.registered_at !== null,
      );
      const again = store.intentsOf(fresh!.id)[0]!;
      expect(again.amount).toBe(10_500);
      stripe.succeed(again.id);
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 105, fine_amount: 5 });
      expect(await store.eventsOf(id)).toContain('invoice.overdue');
    });

    test('Temporal is told nothing of a person, a card or a key', async () => {
      const { stripe, createStore, world } = platform.current;
      const store = await createStore();
      const pix = await store.pending();
      stripe.succeed(pix.intent.id);
      await store.callBack();
      const card = await store.createInvoice({ payment_method: 'card' });
      await store.submit(card.id, 'pm_card_visa_chargeDeclined');
      await store.reach(card.id, 'refused');
      const token = store.card('pm_card_visa');
      await store.api.create(`/api/v1/invoices/${card.id}/payments`, { card_token: token });
      await store.reach(card.id, 'paid');
      for (const id of [pix.id, card.id]) {
        await ended(id);
        const told = textOf(await historyOf(world.env, id));
        expect(told).toContain(String(id));
        const { name, email, document, address } = PAYER;
        for (const secret of [name, email, document, address.street, address.zip_code, token, 'sk_live', 'whsec_']) {
          expect(told).not.toContain(secret);
        }
      }
    });
  });

  describe('boleto', () => {
    test('a boleto for a payer without document and address is refused at once, and nothing is written', async () => {
      const { stripe, createStore, world } = platform.current;
      const store = await createStore();
      const customer = await store.api.create<{ id: number }>('/api/v1/customers', {
        name: 'Carlos Lima',
        email: 'carlos@example.com',
      });
      const since = stripe.requests.length;
      const answer = await store.api.post<{ code: string; errors: { field: string }[] }>('/api/v1/invoices', {
        customer_id: customer.id,
        products: [{ product_id: store.productId, quantity: 1 }],
        payment_method: 'boleto',
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors.map(({ field }) => field)).toEqual(['customer.document', 'customer.address']);
      const rows = await world.database.query('select 1 from invoices where company_id = $1', [store.store.companyId]);
      expect(rows).toEqual([]);
      expect(stripe.requests.length).toBe(since);
    });

    test('shows Stripe’s line, its barcode and its day, leads to Stripe’s document, and is paid', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      // On a day of business: another would be moved.
      const soon = new Date((await platform.current.world.now()).getTime() + 5 * DAY).toISOString().slice(0, 10);
      const due_date = nextBusinessDay(soon);
      const { id, invoice, intent } = await store.pending({ payment_method: 'boleto', due_date });
      const { number, pdf, expires_at } = intent.next_action!.boleto_display_details!;
      const line = number!.replace(/\D/g, '');
      expect(invoice.boleto).toMatchObject({ digitable_line: line, our_number: null, due_date: invoice.due_date });
      expect(invoice.boleto!.barcode).toMatch(/^237\d{41}$/);
      // The bank and currency, and the free field's last part, stand in both.
      expect(line.slice(0, 4)).toBe(invoice.boleto!.barcode.slice(0, 4));
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
      expect(day.format(new Date(expires_at! * 1000))).toBe(invoice.due_date);
      const { pdf_url } = invoice.boleto as unknown as { pdf_url: string };
      const document = await fetch(pdf_url, { redirect: 'manual' });
      expect([document.status, document.headers.get('location')]).toEqual([302, pdf]);

      stripe.succeed(intent.id);
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100 });
    });
  });

  describe('card', () => {
    test('is paid by the answer itself, before any callback, which then adds nothing', async () => {
      const { createStore } = platform.current;
      const store = await createStore();
      const { id, invoice, intent } = await store.paidByCard();
      expect(invoice).toMatchObject({ amount_paid: 100, card: { brand: 'visa', last4: '4242', installments: 1 } });
      expect(intent).toMatchObject({ status: 'succeeded', statement_descriptor_suffix: 'PADARIA' });
      expect(new Set(await store.callBack())).toEqual(new Set([200]));
      await ended(id);
      const events = ['invoice.created', 'invoice.payment_confirmed'];
      expect((await store.eventsOf(id)).filter((type) => type !== 'invoice.payment_registered')).toEqual(events);
      expect((await store.api.invoice(id)).amount_paid).toBe(100);
    });

    test('a card whose bank asks the payer is paid once the payer has answered', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id } = await store.createInvoice({ payment_method: 'card' });
      await store.submit(id, 'pm_card_threeDSecure2Required');
      const asking = await store.reach(id, 'pending');
      const [intent] = store.intentsOf(asking.payments[0]!.id);
      expect(asking.card).toMatchObject({ next_action_url: intent!.next_action!.redirect_to_url!.url });
      expect(intent!.next_action!.redirect_to_url!.return_url).toContain(`/checkout/${asking.checkout_hash}`);
      stripe.authenticate(intent!.id, true);
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100, payments: { length: 1 } });
    });

    test('a card whose payer says no to the bank is refused, and another card is taken', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id } = await store.createInvoice({ payment_method: 'card' });
      await store.submit(id, 'pm_card_threeDSecure2Required');
      const asking = await store.reach(id, 'pending');
      stripe.authenticate(store.intentsOf(asking.payments[0]!.id)[0]!.id, false);
      await store.callBack();
      expect((await store.reach(id, 'refused')).payments[0]!.refusal_reason).toBe('second_step_refused');
      await store.submit(id, 'pm_card_mastercard');
      await store.reach(id, 'paid');
      expect(await store.registered(id)).toMatchObject({ card: { brand: 'mastercard' } });
      await store.callBack();
    });

    test('refused, it says why in our words, and the next card is taken: one charge of money in all', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id } = await store.createInvoice({ payment_method: 'card' });
      const refusals = [
        ['pm_card_visa_chargeDeclined', 'card_declined'],
        ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
        ['pm_card_visa_chargeDeclinedLostCard', 'suspected_fraud'],
        ['pm_card_visa_chargeDeclinedExpiredCard', 'expired_card'],
        ['pm_card_visa_chargeDeclinedIncorrectCvc', 'invalid_card_details'],
        ['pm_card_visa_chargeDeclinedProcessingError', 'processing_error'],
        ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'limit_exceeded'],
      ] as const;
      const seen: InvoiceBody[] = [];
      for (const [card] of refusals) {
        await store.submit(id, card);
        seen.push(await refusedAgain(store, id, seen.length + 1));
      }
      expect(seen.at(-1)!.payments.map(({ refusal_reason: reason }) => reason)).toEqual(
        refusals.map(([, reason]) => reason),
      );
      await store.submit(id, 'pm_card_visa');
      const paid = await store.reach(id, 'paid');
      await store.callBack();
      const charged = paid.payments.flatMap((attempt) => store.intentsOf(attempt.id));
      expect(charged).toHaveLength(refusals.length + 1);
      expect(stripe.charges().filter(({ metadata }) => metadata.fatura_invoice === String(id))).toHaveLength(1);
      const events = await store.eventsOf(id);
      expect(events.filter((type) => type === 'invoice.refused')).toHaveLength(refusals.length);
      expect(events.filter((type) => type === 'invoice.payment_confirmed')).toHaveLength(1);
    });

    test('is charged in the installments that its bank has, and refused in those that it has not', async () => {
      const { stripe, createStore } = platform.current;
      stripe.setInstallments([2, 3, 6, 12]);
      const store = await createStore();
      const { id } = await store.createInvoice({ payment_method: 'card', installments: 5 });
      await store.submit(id, 'pm_card_br');
      const refused = await store.reach(id, 'refused');
      expect(refused.payments[0]!.refusal_reason).toBe('installments_not_available');
      expect(store.intentsOf(refused.payments[0]!.id)).toMatchObject([{ status: 'canceled' }]);
      await store.callBack();
      await store.submit(id, 'pm_card_br', { installments: 3 });
      await store.reach(id, 'paid');
      const paid = await store.registered(id);
      expect(paid.card).toMatchObject({ installments: 3 });
      const [intent] = store.intentsOf(paid.payments[1]!.id);
      expect(intent!.payment_method_options!.card!.installments!.plan).toMatchObject({ count: 3, interval: 'month' });
      await store.callBack();
      expect((await store.eventsOf(id)).filter((type) => type === 'invoice.refused')).toHaveLength(1);
    });
  });

  describe('canceled by the store', () => {
    const canceledAtStripe = (store: StripeStore, attemptId: number) =>
      eventually(
        () => store.intentsOf(attemptId),
        ([intent]) => intent?.status === 'canceled',
      );

    test('it cannot be paid at Stripe any more, and Stripe’s word of that adds nothing', async () => {
      const store = await platform.current.createStore();
      const { id, invoice } = await store.pending();
      await store.api.create(`/api/v1/invoices/${id}/cancel`);
      await canceledAtStripe(store, invoice.payments[0]!.id);
      await store.callBack();
      expect(await store.eventsOf(id)).toEqual(['invoice.created', 'invoice.payment_registered', 'invoice.canceled']);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'canceled', amount_paid: 0 });
    });

    test('while the answer to its registration is lost, the charge is found, and canceled', async () => {
      const { stripe, createStore, advance } = platform.current;
      const store = await createStore();
      const path = '/v1/payment_intents';
      stripe.failNext({ method: 'POST', path, how: 'drop_after', times: 2 });
      stripe.failNext({ method: 'GET', path, how: { status: 429, retryAfter: 30 } });
      const { id, payments } = await store.createInvoice();
      const attemptId = payments[0]!.id;
      await eventually(
        () => store.intentsOf(attemptId),
        (intents) => intents.length === 1,
      );
      await store.api.create(`/api/v1/invoices/${id}/cancel`);
      await advance(60 * SECOND, 10 * SECOND);
      expect(await canceledAtStripe(store, attemptId)).toHaveLength(1);
      await ended(id);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'canceled', amount_paid: 0 });
    });

    test('while its first try waits for an answer that never comes, the charge is found, and canceled', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      stripe.failNext({ method: 'POST', path: '/v1/payment_intents', how: 'hang_after' });
      const { id, payments } = await store.createInvoice();
      const attemptId = payments[0]!.id;
      await eventually(
        () => store.intentsOf(attemptId),
        (intents) => intents.length === 1,
      );
      await store.api.create(`/api/v1/invoices/${id}/cancel`);
      // Stripe is waited for as long as in production.
      const intents = await eventually(
        () => store.intentsOf(attemptId),
        ([intent]) => intent?.status === 'canceled',
        { withinMs: 45_000 },
      );
      expect(intents).toHaveLength(1);
      await ended(id);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'canceled', amount_paid: 0 });
    });

    test('money that was faster is recorded, and the invoice is paid', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id, intent } = await store.pending();
      stripe.succeed(intent.id);
      await store.api.create(`/api/v1/invoices/${id}/cancel`);
      await store.reach(id, 'canceled');
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100 });
    });

    test('money that comes between the question and the cancel is recorded too', async () => {
      const { stripe, createStore } = platform.current;
      const store = await createStore();
      const { id, intent } = await store.pending();
      stripe.failNext({ method: 'POST', path: /\/cancel$/, how: { delayMs: 300 } });
      await store.api.create(`/api/v1/invoices/${id}/cancel`);
      await eventually(
        () => stripe.requests.some(({ path }) => path === `/v1/payment_intents/${intent.id}/cancel`),
        Boolean,
      );
      stripe.succeed(intent.id);
      await store.callBack();
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100 });
      await ended(id);
      expect(stripe.paymentIntents().find((one) => one.id === intent.id)!.status).toBe('succeeded');
    });
  });

  test('a sandbox that has test keys collects with them, and plays no payer', async () => {
    const { stripe, createStore } = platform.current;
    const store = await createStore({ environment: 'sandbox' });
    const { id, intent } = await store.pending();
    expect(intent.livemode).toBe(false);
    const since = stripe.requests.length;
    const played = await store.api.post<{ code: string; detail: string }>(`/api/v1/sandbox/invoices/${id}/payment`, {
      outcome: 'confirmed',
    });
    expect(played).toMatchObject({ status: 409, body: { code: 'gateway_not_simulated' } });
    expect(played.body.detail).toContain('test means');
    // A card would be submitted first.
    const card = await store.createInvoice({ payment_method: 'card' });
    const unpaid = await store.api.post(`/api/v1/sandbox/invoices/${card.id}/payment`, { outcome: 'confirmed' });
    expect(unpaid).toMatchObject({ status: 409, body: { code: 'gateway_not_simulated' } });
    expect((await store.api.invoice(card.id)).payments).toEqual([]);
    expect(stripe.requests.length).toBe(since);

    stripe.succeed(intent.id);
    await store.callBack();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 3,
    );
    expect(store.receiver.eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.payment_confirmed',
    ]);
    expect(store.receiver.received.at(-1)!.data).toMatchObject({ status: 'paid', amount_paid: 100 });
  });
});

function refusedAgain(store: StripeStore, id: number, times: number): Promise<InvoiceBody> {
  return eventually(
    () => store.api.invoice(id),
    ({ status, payments }) =>
      status === 'refused' && payments.filter((one) => one.status === 'refused').length === times,
  );
}

/** All that a history says, its payloads decoded. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textOf).join('\n');
}
