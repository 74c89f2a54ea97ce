import { describe, expect, test } from '@jest/globals';
import { priceText } from '../../src/panel/products/product-form.ts';
import { readAmount } from '../../src/panel/form-fields.ts';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';

const CAKE = { name: 'Bolo de fubá', price: '1,234.56', sku: 'BF-1', description: 'Para vinte pessoas' };

describe('products in the panel', () => {
  const world = useApiWorld();

  const enter = async (role: 'owner' | 'developer' | 'support' = 'owner', language: 'pt' | 'en' = 'en') => {
    const store = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
    const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
    return { store, browser, at, bread: at(`/products/${store.productId}`) };
  };

  test('the API returns the created product as the form had it', async () => {
    const { store, browser, at } = await enter();
    const answer = await browser.submit(at('/products/new'), at('/products'), CAKE);
    const id = Number(/products\/(\d+)\?done=createProduct$/.exec(answer.location!)![1]);
    expect((await store.sandbox.get(`/api/v1/products/${id}`)).body).toMatchObject({
      ...CAKE,
      price: 1234.56,
      metadata: {},
      active: true,
    });
    expect((await browser.get(answer.location!)).html).toContain('R$1,234.56');
  });

  test('a form sent twice creates one product', async () => {
    const { store, browser, at } = await enter();
    const twice = { ...CAKE, _key: crypto.randomUUID() };
    const [first, second] = await Promise.all([
      browser.post(at('/products'), twice),
      browser.post(at('/products'), twice),
    ]);
    expect([first.location, second.location]).toContain(`${at('/products/new')}?done=already`);
    expect((await store.sandbox.get<{ data: unknown[] }>('/api/v1/products?sku=BF-1')).body.data).toHaveLength(1);
  });

  test('tells what is wrong beside each field, and keeps what was typed', async () => {
    const { store, browser, at } = await enter('owner', 'pt');
    const typed = { name: ' ', price: '12,3456', sku: 'x'.repeat(101), description: 'Grande' };
    const { status, html } = await browser.submit(at('/products/new'), at('/products'), typed);
    expect(status).toBe(422);
    const problem = (field: string) =>
      new RegExp(`id="createProduct-${field}-problem">([^<]*)<`).exec(html)?.[1] ?? null;
    expect(problem('name')).toBe('Preencha este campo.');
    expect(problem('price')).toContain('1.234,56');
    expect(problem('sku')).toBe('Use no máximo 100 caracteres.');
    expect(problem('description')).toBeNull();
    for (const value of [typed.price, typed.sku, typed.description]) expect(html).toContain(`value="${value}"`);
    expect((await store.sandbox.get<{ data: unknown[] }>('/api/v1/products')).body.data).toHaveLength(1);
  });

  test.each(['0', '-1', '1,2345', '100.000.000,00', 'R$', '1e3', ''])('%s is no price', async (price) => {
    const { browser, at } = await enter();
    const { status, html } = await browser.post(at('/products'), { ...CAKE, price });
    expect(status).toBe(422);
    expect(html).toContain('id="createProduct-price-problem"');
  });

  test('is changed; its price comes as it is typed, and its labels stay', async () => {
    const { store, browser, bread } = await enter('owner', 'pt');
    await store.sandbox.request('PATCH', `/api/v1/products/${store.productId}`, { metadata: { shelf: 'B3' } });
    expect((await browser.get(bread)).html).toContain('value="50,00"');
    await browser.submit(bread, bread, { name: 'Pão de queijo', price: 'R$ 59,9', sku: '', description: '' });
    expect((await store.sandbox.get(`/api/v1/products/${store.productId}`)).body).toMatchObject({
      name: 'Pão de queijo',
      price: 59.9,
      sku: null,
      metadata: { shelf: 'B3' },
    });
    const entries = await world.current.database.query(
      `select subject, details from audit_entries where action = 'updateProduct' and company_id = $1`,
      [store.companyId],
    );
    const subject = `product ${store.productId}`;
    expect(entries).toEqual([
      { subject, details: { changed: ['metadata'] } },
      { subject, details: { changed: ['price'] } },
    ]);
  });

  test('is archived and brought back', async () => {
    const { store, browser, bread } = await enter('developer');
    const isActive = async () => (await store.sandbox.get(`/api/v1/products/${store.productId}`)).body.active;
    await browser.submit(bread, `${bread}/archive`);
    expect(await isActive()).toBe(false);
    await browser.submit(bread, `${bread}/restore`);
    expect(await isActive()).toBe(true);
  });

  test('the list goes from page to page, and finds the beginnings of words', async () => {
    const { store, browser, at } = await enter();
    for (let number = 1; number <= 25; number += 1) {
      await store.sandbox.create('/api/v1/products', { name: `Rosca ${number} 100%_`, price: number });
    }
    const rowsOf = (html: string) => [...html.matchAll(/<bdi[^>]*>([^<]*)<\/bdi><\/a>/g)].map(([, name]) => name);
    const first = await browser.get(at('/products'));
    expect(rowsOf(first.html)).toHaveLength(25);
    const older = /rel="next" href="([^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
    expect(rowsOf((await browser.get(older)).html)).toEqual(['Pão de queijo']);
    const find = async (query: string) => rowsOf((await browser.get(at(`/products?${query}`))).html);
    expect(await find('q=PAO')).toEqual(['Pão de queijo']);
    expect(await find('q=quei')).toEqual(['Pão de queijo']);
    expect(await find('q=ueijo')).toEqual([]);
    expect(await find('q=%25')).toEqual([]);
    expect(await find(`q=${encodeURIComponent('7 100%_')}`)).toEqual(['Rosca 7 100%_']);
    expect(await find('q=rosca&active=false')).toEqual([]);
    expect(await find('active=false&q=')).toEqual([]);
  });

  test('a member of support sees products and changes nothing', async () => {
    const { store, browser, at, bread } = await enter('support');
    for (const page of [at('/products'), bread]) {
      const { status, html } = await browser.get(page);
      expect(status).toBe(200);
      expect(html).toContain('Pão de queijo');
      expect(html.match(/<form method="post"/g)).toHaveLength(1);
      expect(html).toContain('action="/panel/sign-out"');
      expect(html).not.toContain('/products/new');
    }
    expect((await browser.get(at('/products/new'))).status).toBe(403);
    for (const path of [at('/products'), bread, `${bread}/archive`, `${bread}/restore`]) {
      expect((await browser.post(path, CAKE)).status).toBe(403);
    }
    const { body } = await store.sandbox.get<{ data: unknown[] }>('/api/v1/products');
    expect(body.data).toMatchObject([{ name: 'Pão de queijo', active: true }]);
  });

  test('products of another store or environment are not shown', async () => {
    const { browser, at, bread } = await enter();
    const other = await world.current.createStore();
    const production = bread.replace('/sandbox/', '/production/');
    for (const path of [at(`/products/${other.productId}`), production, at('/products/x')]) {
      expect((await browser.get(path)).status).toBe(404);
      for (const act of ['', '/archive', '/restore']) {
        expect((await browser.post(path + act, CAKE)).status).toBe(404);
      }
    }
    expect((await browser.get(at('/products?q=pao'))).html.match(/>Pão de queijo<\/bdi>/g)).toHaveLength(1);
    expect((await browser.get(at('/products').replace('/sandbox/', '/production/'))).html).not.toContain('queijo');
    expect((await other.sandbox.get(`/api/v1/products/${other.productId}`)).body).toMatchObject({
      name: 'Pão de queijo',
      active: true,
    });
  });
});

test.each([1, 10, 99, 100, 123_456, 100_000_000, 99_999_999_99])('%d cents are read as they are written', (cents) => {
  expect(readAmount(priceText(cents, 'pt'), 'pt')).toBe(cents);
  expect(readAmount(priceText(cents, 'en'), 'en')).toBe(cents);
});
