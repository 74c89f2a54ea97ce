import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

describe('payment links in the panel', () => {
  const world = useApiWorld();
  let store: TestStore;
  let browser: PanelBrowser;
  beforeAll(async () => {
    store = await world.current.createStore();
    browser = await signedIn(world.current, { companyId: store.companyId, language: 'en' });
  });
  const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
  const create = (fields: Record<string, string>) => browser.submit(at('/links/new'), at('/links'), fields);
  const read = async (id: number) => (await store.sandbox.get(`/api/v1/payment-links/${id}`)).body;
  const CAKE = { name: 'Cake', payment_method: 'card', quantity: '2', installments: '3', accepts_coupons: 'on' };

  test('a link is made of a product, changed, archived and brought back', async () => {
    const answer = await create({ ...CAKE, product: String(store.productId) });
    const id = Number(/links\/(\d+)\?done=createPaymentLink$/.exec(answer.location!)![1]);
    const { url } = (await read(id)) as { url: string };
    expect(await read(id)).toMatchObject({
      ...{ name: 'Cake', products: [{ product_id: store.productId, quantity: 2 }], payment_method: 'card' },
      ...{ installments: 3, accepts_coupons: true, max_invoices: null, active: true },
    });
    const page = at(`/links/${id}`);
    expect((await browser.get(page)).html).toContain(url);
    await browser.submit(page, page, { name: 'Big cake', installments: '2', max_invoices: '10' });
    expect(await read(id)).toMatchObject({
      ...{ name: 'Big cake', installments: 2, max_invoices: 10, accepts_coupons: false },
    });
    await browser.submit(page, `${page}/archive`);
    expect(await read(id)).toMatchObject({ active: false });
    await browser.submit(page, `${page}/restore`);
    expect(await read(id)).toMatchObject({ active: true });
    expect((await browser.get(at('/links'))).html).toContain('Big cake');
  });

  test.each([
    [{ ...CAKE }, 'Choose a product or give an amount'],
    [{ ...CAKE, amount: '10.00', payment_method: 'pix' }, 'Installments are for payments by card alone'],
    [{ ...CAKE, amount: '0' }, 'problem'],
  ])('what is wrong is told beside its field: %j', async (fields, words) => {
    const { status, html } = await create(fields);
    expect([status, html]).toEqual([422, expect.stringContaining(words)]);
  });

  test('the form suggests products by name, and takes the suggestion', async () => {
    const suggestion = `Pão de queijo (#${store.productId})`;
    expect((await browser.get(at('/links/new'))).html).toContain(suggestion);
    const answer = await create({ ...CAKE, product: suggestion });
    const id = Number(/links\/(\d+)\?/.exec(answer.location!)![1]);
    expect(await read(id)).toMatchObject({ products: [{ product_id: store.productId, quantity: 2 }] });
  });

  test('a link of another store is not found', async () => {
    const other = await world.current.createStore();
    const selling = { name: 'Alheio', amount: 10, payment_method: 'pix' };
    const { id } = await other.sandbox.create<{ id: number }>('/api/v1/payment-links', selling);
    expect((await browser.get(at(`/links/${id}`))).status).toBe(404);
    expect((await browser.get(at('/links'))).html).not.toContain('Alheio');
  });
});
