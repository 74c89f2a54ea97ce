import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

/** Monday, at noon in São Paulo. */
const MONDAY = '2026-03-02T15:00:00Z';

describe('discount, fine and interest', () => {
  let now = new Date(MONDAY);
  const world = useApiWorld({ clock: { now: () => Promise.resolve(now) } });
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  beforeEach(() => {
    now = new Date(MONDAY);
  });
  /** Noon of a day in São Paulo. */
  const at = (date: string) => {
    now = new Date(`${date}T15:00:00Z`);
  };
  const pay = (invoice: InvoiceBody, amount: number, attempt = 0) =>
    confirmPayment(world.current, {
      attemptId: invoice.payments[attempt]!.id,
      amountCents: Math.round(amount * 100),
      paymentId: `pay_${invoice.id}_${amount}_${now.getTime()}`,
    });
  const eventsOf = async (id: number) =>
    (
      await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
        `/api/v1/events?invoice_id=${id}`,
      )
    ).body.data
      .reverse()
      .map(({ event }) => event);
  const invoice = (id: number) => store.sandbox.invoice(id);
  const boleto = (fields: Record<string, unknown>) =>
    store.createInvoice({ payment_method: 'boleto', due_date: '2026-03-09', ...fields });

  test('two days late, 3 % fine and 1 % a day of R$ 100 are R$ 105, and who pays that is neither short nor over', async () => {
    const created = await boleto({
      fine: { type: 'percentage', value: 3 },
      interest: { type: 'percentage', value: 1 },
    });
    expect(created).toMatchObject({
      total: 100,
      amount_due: 100,
      fine_amount: 0,
      interest_amount: 0,
      fine: { type: 'percentage', value: 3 },
      interest: { type: 'percentage', value: 1 },
    });
    at('2026-03-09');
    expect(await invoice(created.id)).toMatchObject({ amount_due: 100 });
    at('2026-03-11');
    expect(await invoice(created.id)).toMatchObject({ total: 100, amount_due: 105 });
    await pay(created, 105);
    expect(await invoice(created.id)).toMatchObject({
      status: 'paid',
      subtotal: 100,
      fine_amount: 3,
      interest_amount: 2,
      discount_amount: 0,
      total: 105,
      amount_paid: 105,
      amount_due: 0,
    });
    expect(await eventsOf(created.id)).toEqual(['invoice.created', 'invoice.payment_confirmed']);
  });

  test('late, the amount without fine and interest is too little, and the rest makes it paid', async () => {
    const created = await boleto({ fine: { type: 'fixed', value: 2.5 }, interest: { type: 'fixed', value: 0.25 } });
    at('2026-03-13');
    await pay(created, 100);
    expect(await invoice(created.id)).toMatchObject({ status: 'open', amount_due: 3.5 });
    await pay(created, 3.5);
    expect(await invoice(created.id)).toMatchObject({ status: 'paid', total: 103.5, amount_paid: 103.5 });
  });

  test('a due date on a Saturday is paid on Monday without fine', async () => {
    const created = await boleto({ due_date: '2026-03-07', fine: { type: 'percentage', value: 2 } });
    at('2026-03-09');
    expect(await invoice(created.id)).toMatchObject({ amount_due: 100 });
    at('2026-03-10');
    expect(await invoice(created.id)).toMatchObject({ amount_due: 102 });
  });

  test('a discount until a day is for who pays by then, by the store’s calendar', async () => {
    const created = await boleto({ discount: { type: 'percentage', value: 10, until: '2026-03-05' } });
    expect(created).toMatchObject({ subtotal: 100, discount_amount: 10, total: 90, amount_due: 90 });
    expect(created.payments[0]).toMatchObject({ amount: 90 });
    // 23:59 of the 5th in São Paulo is the 6th in UTC.
    now = new Date('2026-03-06T02:59:00Z');
    expect(await invoice(created.id)).toMatchObject({ amount_due: 90 });
    now = new Date('2026-03-06T03:00:00Z');
    expect(await invoice(created.id)).toMatchObject({ amount_due: 100 });
    await pay(created, 90);
    expect(await invoice(created.id)).toMatchObject({ status: 'open', amount_due: 10 });
  });

  test('a Pix code asks for what was due when it was made, and who pays that has paid', async () => {
    const created = await store.createInvoice({ discount: { type: 'fixed', value: 15, until: '2026-03-02' } });
    at('2026-03-03');
    await pay(created, 85);
    expect(await invoice(created.id)).toMatchObject({ status: 'paid', total: 85, discount_amount: 15, amount_due: 0 });
    expect(await eventsOf(created.id)).toEqual(['invoice.created', 'invoice.payment_confirmed']);
  });

  test('later days and money do not change the amounts that the first payment in full settled', async () => {
    const created = await boleto({ fine: { type: 'fixed', value: 5 } });
    at('2026-03-10');
    await pay(created, 105);
    at('2026-05-10');
    await pay(created, 1);
    expect(await invoice(created.id)).toMatchObject({ status: 'paid', total: 105, amount_paid: 106, amount_due: 0 });
    expect((await eventsOf(created.id)).at(-1)).toBe('invoice.overpaid');
  });

  test('the sandbox’s payer pays a late boleto with what the day asks for', async () => {
    const created = await boleto({ fine: { type: 'percentage', value: 2 } });
    await world.current.database.query(`update payment_attempts set registered_at = now() where invoice_id = $1`, [
      created.id,
    ]);
    at('2026-03-12');
    const { body } = await store.sandbox.post(`/api/v1/sandbox/invoices/${created.id}/payment`, {
      outcome: 'confirmed',
    });
    expect(body).toMatchObject({ status: 'paid', total: 102, amount_paid: 102 });
  });

  test('an update prices with the day of the update', async () => {
    const created = await store.createInvoice({
      due_date: '2026-03-09',
      discount: { type: 'percentage', value: 50, until: '2026-03-03' },
    });
    expect(created).toMatchObject({ total: 50 });
    at('2026-03-04');
    const { body } = await store.sandbox.request<InvoiceBody>('PATCH', `/api/v1/invoices/${created.id}`, {
      products: [{ product_id: store.productId, quantity: 3 }],
    });
    expect(body).toMatchObject({ subtotal: 150, discount_amount: 0, total: 150 });
    expect(body.payments.at(-1)).toMatchObject({ amount: 150 });
  });

  test('an overdue boleto gets a new charge with a new due date, which is asked for', async () => {
    const created = await boleto({});
    at('2026-03-20');
    const path = `/api/v1/invoices/${created.id}`;
    const products = [{ product_id: store.productId, quantity: 1 }];
    const refused = await store.sandbox.request<{ errors: { field: string }[] }>('PATCH', path, { products });
    expect(refused.body.errors).toMatchObject([{ field: 'due_date', code: 'in_the_past' }]);
    const { body } = await store.sandbox.request<InvoiceBody>('PATCH', path, { products, due_date: '2026-04-01' });
    expect(body).toMatchObject({ status: 'open', total: 50, due_date: '2026-04-01' });
  });
});
