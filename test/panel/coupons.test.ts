import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

interface CouponBody {
  id: number;
  code: string;
  discount: { type: string; value: number };
  max_redemptions: number | null;
  active: boolean;
}

describe('coupons and saved cards in the panel', () => {
  const world = useApiWorld();
  let store: TestStore;
  let browser: PanelBrowser;
  beforeAll(async () => {
    store = await world.current.createStore();
    browser = await signedIn(world.current, { companyId: store.companyId, language: 'en' });
  });
  const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
  const create = (fields: Record<string, string>) => browser.submit(at('/coupons/new'), at('/coupons'), fields);
  const read = async (id: number) => (await store.sandbox.get<CouponBody>(`/api/v1/coupons/${id}`)).body;

  test('a coupon is made, limited, archived and brought back', async () => {
    const fields = {
      code: 'natal10',
      discount_type: 'percentage',
      discount_value: '12.5',
      minimum: '60.00',
      cycles: '2',
    };
    const answer = await create(fields);
    const id = Number(/coupons\/(\d+)\?done=createCoupon$/.exec(answer.location!)![1]);
    expect(await read(id)).toMatchObject({
      ...{ code: 'NATAL10', discount: { type: 'percentage', value: 12.5 }, minimum_subtotal: 60, cycles: 2 },
      ...{ max_redemptions: null, valid_until: null, active: true },
    });
    const page = at(`/coupons/${id}`);
    await store.createInvoice({ coupon: 'NATAL10' });
    expect((await browser.get(page)).html).toContain('12.5 %');
    const refused = await browser.submit(page, page, { max_redemptions: '0' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('value="0"')]);
    await browser.submit(page, page, { max_redemptions: '1,000', valid_until: '2099-12-31', name: 'Christmas' });
    expect(await read(id)).toMatchObject({ max_redemptions: 1_000, valid_until: '2099-12-31', name: 'Christmas' });
    await browser.submit(page, `${page}/archive`);
    expect(await read(id)).toMatchObject({ active: false });
    await browser.submit(page, `${page}/restore`);
    expect(await read(id)).toMatchObject({ active: true });
    expect((await browser.get(at('/coupons?code=natal10'))).html).toContain('1 of 1,000');
    expect((await browser.get(at('/audit'))).html).toContain('Created a coupon');
  });

  test.each([
    [{ code: 'x' }, 'Use 3 to 40 letters'],
    [{ code: 'TUDO', discount_value: '100' }, 'It leaves nothing to pay'],
    [{ code: 'MEIO', discount_type: 'fixed', discount_value: '-1' }, 'Give an amount like 15.50'],
  ])('what is wrong is told beside its field: %j', async (fields, words) => {
    const { status, html } = await create({ discount_type: 'percentage', discount_value: '10', ...fields });
    expect([status, html]).toEqual([422, expect.stringContaining(words)]);
  });

  test('a code that another coupon has is refused', async () => {
    await create({ code: 'DUAS', discount_type: 'fixed', discount_value: '5' });
    const { status, html } = await create({ code: 'duas', discount_type: 'fixed', discount_value: '5' });
    expect([status, html]).toEqual([409, expect.stringContaining('Another active coupon has this code')]);
  });

  test('a coupon of another store is not found', async () => {
    const other = await world.current.createStore();
    const discount = { type: 'fixed', value: 1 };
    const { id } = await other.sandbox.create<{ id: number }>('/api/v1/coupons', { code: 'ALHEIO', discount });
    expect((await browser.get(at(`/coupons/${id}`))).status).toBe(404);
    expect((await browser.get(at('/coupons'))).html).not.toContain('ALHEIO');
  });

  test('a saved card is charged from the page of an invoice, given to a subscription, and deleted', async () => {
    const card = await store.sandbox.create<{ id: number }>(`/api/v1/customers/${store.customerId}/cards`, {
      card_token: 'tok_approved',
    });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const page = at(`/invoices/${id}`);
    expect((await browser.get(page)).html).toContain('Visa •••• 4242 (12/2050)');
    await browser.submit(page, `${page}/card-payments`, { card: String(card.id) });
    expect((await store.sandbox.invoice(id)).payments).toMatchObject([{ saved_card_id: card.id, status: 'pending' }]);
    const again = await browser.post(`${page}/card-payments`, { card: String(card.id) });
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('A payment is under way already')]);

    const subscription = await subscribe(store, { card_token: null });
    const edit = at(`/subscriptions/${subscription.id}/edit`);
    const terms = {
      ...{ payment_method: 'card', interval: 'month', interval_count: '1', days_before_due: '5' },
      ...{ product_1: String(store.productId), quantity_1: '1' },
    };
    await create({ code: 'FIEL', discount_type: 'fixed', discount_value: '5' });
    await browser.submit(edit, edit, { ...terms, saved_card_id: String(card.id), coupon: 'fiel' });
    const { body } = await store.sandbox.get(`/api/v1/subscriptions/${subscription.id}`);
    expect(body).toMatchObject({ saved_card_id: card.id, has_card: true, coupon: 'FIEL' });
    const wrong = await browser.submit(edit, edit, { ...terms, coupon: 'NADA' });
    expect([wrong.status, wrong.html]).toEqual([
      422,
      expect.stringContaining('There is no active coupon of this code'),
    ]);

    const customer = at(`/customers/${store.customerId}`);
    const drop = () => browser.submit(customer, `${customer}/cards/delete`, { card: String(card.id) });
    const inUse = await drop();
    expect([inUse.status, inUse.html]).toEqual([409, expect.stringContaining('A subscription charges this card')]);
    await browser.submit(edit, edit, { ...terms, remove_card: 'on' });
    expect((await drop()).status).toBe(303);
    expect((await browser.get(customer)).html).not.toContain('Visa •••• 4242');
  });
});
