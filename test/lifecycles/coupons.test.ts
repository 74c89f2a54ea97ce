import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InvoiceBody } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface CouponBody {
  id: number;
  code: string;
  times_redeemed: number;
  active: boolean;
  max_redemptions: number | null;
}
interface Problem {
  code: string;
  errors: { field: string; code: string; message: string }[];
}
type Discounted = InvoiceBody & {
  checkout_url: string;
  coupon: string | null;
  coupon_id: number | null;
  discount: object | null;
  discount_amount: number;
};

describe('coupons of invoices', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeEach(async () => {
    store = await world.current.createStore();
  });

  const create = (fields: Record<string, unknown> = {}) =>
    store.sandbox.create<CouponBody>('/api/v1/coupons', {
      code: 'padaria10',
      discount: { type: 'percentage', value: 10 },
      ...fields,
    });
  const read = async (id: number) => (await store.sandbox.get<CouponBody>(`/api/v1/coupons/${id}`)).body;
  const sell = (fields: Record<string, unknown> = {}) =>
    store.createInvoice({ coupon: 'PADARIA10', ...fields }) as Promise<Discounted>;
  const refusal = async (fields: Record<string, unknown> = {}) => {
    const { status, body } = await store.sandbox.post<Problem>('/api/v1/invoices', {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 2 }],
      payment_method: 'pix',
      coupon: 'PADARIA10',
      ...fields,
    });
    return [status, ...body.errors.flatMap(({ field, code }) => [field, code])];
  };
  const patch = (id: number, body: object) =>
    store.sandbox.request<Discounted & Problem>('PATCH', `/api/v1/invoices/${id}`, body);

  test('a percentage off the subtotal, which the charge asks for less, and counted once', async () => {
    const coupon = await create();
    expect(coupon).toMatchObject({ code: 'PADARIA10', times_redeemed: 0, active: true });
    const invoice = await sell({ coupon: 'padaria10' });
    expect(invoice).toMatchObject({
      ...{ coupon: 'PADARIA10', coupon_id: coupon.id, subtotal: 100, discount_amount: 10, total: 90 },
      ...{ amount_due: 90, discount: { type: 'percentage', value: 10, until: null } },
    });
    expect(invoice.payments[0]).toMatchObject({ amount: 90 });
    expect((await read(coupon.id)).times_redeemed).toBe(1);
    const { body } = await store.sandbox.get<{ data: { id: number }[] }>(`/api/v1/invoices?coupon_id=${coupon.id}`);
    expect(body.data.map(({ id }) => id)).toEqual([invoice.id]);
    const { body: events } = await store.sandbox.get<{ data: { data: { coupon: string | null } }[] }>('/api/v1/events');
    expect(events.data[0]!.data.coupon).toBe('PADARIA10');
  });

  test('a fixed amount off; paid, the invoice is settled at what it asked for', async () => {
    await create({ code: 'QUINZE', discount: { type: 'fixed', value: 15 } });
    const invoice = await sell({ coupon: 'QUINZE' });
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 8_500 });
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'paid', total: 85, amount_due: 0 });
  });

  test.each([
    ['no such code', { coupon: 'NATAL' }, [422, 'coupon', 'not_found']],
    ['too small a sale', { products: [] as object[] }, [422, 'coupon', 'minimum_not_reached']],
    ['a discount beside it', { discount: { type: 'fixed', value: 1 } }, [422, 'coupon', 'not_allowed']],
  ])('is refused for %s, and nothing is counted', async (_why, fields, expected) => {
    const coupon = await create({ minimum_subtotal: 60 });
    const products = [{ product_id: store.productId, quantity: 1 }];
    expect(await refusal('products' in fields ? { products } : fields)).toEqual(expected);
    expect((await read(coupon.id)).times_redeemed).toBe(0);
  });

  test('is refused after its last day, once archived, and where it leaves nothing to pay', async () => {
    const { id } = await create({ valid_until: '2026-01-01' });
    expect(await refusal()).toEqual([422, 'coupon', 'expired']);
    await store.sandbox.request('DELETE', `/api/v1/coupons/${id}`);
    expect(await refusal()).toEqual([422, 'coupon', 'not_found']);
    await create({ discount: { type: 'fixed', value: 100 } });
    expect(await refusal()).toEqual([422, 'coupon', 'discount_too_large']);
  });

  test('is redeemed as often as it can be, however many ask at once', async () => {
    const coupon = await create({ max_redemptions: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal().catch(() => [201])));
    expect(answers.filter(([status]) => status === 422)).toEqual(Array(5).fill([422, 'coupon', 'used_up']));
    expect((await read(coupon.id)).times_redeemed).toBe(3);
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices?coupon_id=${coupon.id}`);
    expect(body.data).toHaveLength(3);
  });

  test('is redeemed by each customer as often as it says', async () => {
    await create({ max_redemptions_per_customer: 1 });
    await sell();
    expect(await refusal()).toEqual([422, 'coupon', 'used_up_by_customer']);
    const other = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'Bia',
      email: 'b@example.com',
    });
    expect((await sell({ customer_id: other.id })).total).toBe(90);
  });

  test('is given back by an invoice that is canceled, once', async () => {
    const coupon = await create({ max_redemptions: 1 });
    const invoice = await sell();
    for (let times = 0; times < 2; times += 1) await store.sandbox.post(`/api/v1/invoices/${invoice.id}/cancel`);
    expect((await read(coupon.id)).times_redeemed).toBe(0);
    expect((await sell()).coupon_id).toBe(coupon.id);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'canceled', coupon: 'PADARIA10' });
  });

  test('changes with its invoice: another coupon, a discount in its place, none', async () => {
    const [tenth, fifteen] = [await create(), await create({ code: 'QUINZE', discount: { type: 'fixed', value: 15 } })];
    const counts = async () => [(await read(tenth.id)).times_redeemed, (await read(fifteen.id)).times_redeemed];
    const { id } = await store.createInvoice();
    expect((await patch(id, { coupon: 'padaria10' })).body).toMatchObject({ coupon: 'PADARIA10', total: 90 });
    expect(await counts()).toEqual([1, 0]);
    // The same once more changes nothing.
    const before = await store.sandbox.invoice(id);
    expect((await patch(id, { coupon: 'PADARIA10' })).body.payments).toHaveLength(before.payments.length);
    expect((await patch(id, { coupon: 'QUINZE' })).body).toMatchObject({ coupon: 'QUINZE', total: 85 });
    expect(await counts()).toEqual([0, 1]);
    const discount = { type: 'percentage', value: 5 };
    expect((await patch(id, { discount })).body).toMatchObject({ coupon: null, coupon_id: null, total: 95 });
    expect(await counts()).toEqual([0, 0]);
    expect((await patch(id, { coupon: 'QUINZE' })).body).toMatchObject({ total: 85 });
    expect((await patch(id, { coupon: null })).body).toMatchObject({ coupon: null, discount: null, total: 100 });
    expect(await counts()).toEqual([0, 0]);
    expect((await patch(id, { coupon: 'QUINZE', discount })).body.errors).toMatchObject([{ field: 'coupon' }]);
    const { body } = await store.sandbox.get<{ data: { data: { changed?: string[] } }[] }>('/api/v1/events?limit=2');
    expect(body.data[0]!.data.changed).toEqual(['discount', 'coupon']);
  });

  test('stays where the products of its invoice change, unless they are too few', async () => {
    await create({ minimum_subtotal: 100 });
    const { id } = await sell();
    const line = (quantity: number) => ({ products: [{ product_id: store.productId, quantity }] });
    expect((await patch(id, line(3))).body).toMatchObject({ coupon: 'PADARIA10', total: 135 });
    expect((await patch(id, line(1))).body.errors).toMatchObject([{ field: 'coupon', code: 'minimum_not_reached' }]);
    expect(await store.sandbox.invoice(id)).toMatchObject({ total: 135 });
  });

  test('has terms that do not change, and a code that another has only once it is archived', async () => {
    const { id } = await create();
    const change = (body: object) =>
      store.sandbox.request<CouponBody & Problem>('PATCH', `/api/v1/coupons/${id}`, body);
    expect((await change({ discount: { type: 'fixed', value: 1 } })).body.errors).toMatchObject([
      { field: 'discount' },
    ]);
    const again = () =>
      store.sandbox.post<Problem & CouponBody>('/api/v1/coupons', {
        code: 'Padaria10',
        discount: { type: 'fixed', value: 1 },
      });
    expect(await again()).toMatchObject({ status: 409, body: { code: 'coupon_code_taken' } });
    await change({ active: false });
    expect((await again()).status).toBe(201);
    expect(await change({ active: true })).toMatchObject({ status: 409, body: { code: 'coupon_code_taken' } });
    await create({ code: 'POUCOS' });
    const { body: list } = await store.sandbox.get<{ data: CouponBody[] }>(
      '/api/v1/coupons?code=padaria10&active=false',
    );
    expect(list.data.map((one) => one.id)).toEqual([id]);
  });

  test('cannot be limited to fewer redemptions than there were', async () => {
    const { id } = await create();
    await sell();
    await sell();
    const limit = (most: number) =>
      store.sandbox.request<CouponBody & Problem>('PATCH', `/api/v1/coupons/${id}`, { max_redemptions: most });
    expect((await limit(1)).body.errors).toMatchObject([{ field: 'max_redemptions', code: 'too_few' }]);
    expect((await limit(2)).body).toMatchObject({ max_redemptions: 2 });
    expect(await refusal()).toEqual([422, 'coupon', 'used_up']);
  });

  test('is refused with a percentage that leaves nothing', async () => {
    const discount = { type: 'percentage', value: 100 };
    const { status, body } = await store.sandbox.post<Problem>('/api/v1/coupons', { code: 'TUDO', discount });
    expect([status, body.errors[0]]).toMatchObject([422, { field: 'discount.value', code: 'discount_too_large' }]);
  });

  test('is told to the payer', async () => {
    await create();
    const { checkout_url: url } = await sell();
    const page = await (await fetch(url, { headers: { 'Accept-Language': 'en' } })).text();
    expect(page).toContain('Discount (PADARIA10)');
  });
});
