import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { sendGatewayCallback } from '../support/gateway-callback.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

const END_TO_END_ID = 'E00000000202611261200ABCDEFGHIJK';

describe('the search of a store', () => {
  const world = useApiWorld();
  let store: TestStore;
  let browser: PanelBrowser;
  const ids = { rosa: 0, invoice: 0, subscription: 0, other: 0 };
  beforeAll(async () => {
    store = await world.current.createStore();
    browser = await signedIn(world.current, { companyId: store.companyId, language: 'en' });
    const rosa = { name: 'Rosa Prado', email: 'rosa@prado.example', phone: '+55 (11) 98765-4321' };
    const documented = { ...rosa, document: '111.444.777-35' };
    ids.rosa = (await store.sandbox.create<{ id: number }>('/api/v1/customers', documented)).id;
    const products = [{ name: 'Bolo', unit_price: 1234.56, quantity: 1 }];
    const { id, payments } = await store.createInvoice({
      ...{ customer_id: ids.rosa, products, external_reference: 'pedido 77' },
    });
    ids.invoice = id;
    const attemptId = payments[0]!.id;
    await sendGatewayCallback(world.current, {
      ...{ type: 'payment_confirmed', attemptId, paymentId: `pay_${attemptId}`, amountCents: 123_456 },
      ...{ paidAt: new Date().toISOString(), endToEndId: END_TO_END_ID },
    });
    ids.other = (await store.createInvoice()).id;
    ids.subscription = (await subscribe(store, { external_reference: 'plano 9' })).id;
  });
  const find = async (text: string, of = store) => {
    const path = `/panel/stores/${of.companyId}/sandbox/search?q=${encodeURIComponent(text)}`;
    const { html, status } = await browser.get(path);
    const found = html.slice(html.indexOf('id="found"'));
    const links = [...found.matchAll(/href="[^"]*\/(invoices|customers|subscriptions|products)\/(\d+)"/g)];
    return { status, html: found, links: links.map(([, kind, id]) => `${kind} ${id}`) };
  };

  test.each([
    ['rosa pra', 'name'],
    ['rosa@prado', 'e-mail'],
    ['111.444.777-35', 'CPF'],
    ['11144477735', 'CPF without punctuation'],
    ['+55 (11) 98765-4321', 'phone'],
    ['11 98765 4321', 'phone without its country'],
    ['987654321', 'phone without its city'],
  ])('finds %s by %s: the customer and their invoices, of no one else', async (text) => {
    expect((await find(text)).links).toEqual([`invoices ${ids.invoice}`, `customers ${ids.rosa}`]);
  });

  test.each([
    ['1234,56', 'amount'],
    ['1.234,56', 'amount with thousands'],
    ['R$ 1,234.56', 'amount as the English write it'],
    ['pedido 77', 'reference'],
    [END_TO_END_ID, 'id of a Pix'],
  ])('finds the invoice %s by %s', async (text) => {
    expect((await find(text)).links).toEqual([`invoices ${ids.invoice}`]);
  });

  test('finds invoices and subscriptions by number, subscriptions by reference, and products by name', async () => {
    expect((await find(String(ids.invoice))).links).toContain(`invoices ${ids.invoice}`);
    expect((await find(String(ids.subscription))).links).toContain(`subscriptions ${ids.subscription}`);
    expect((await find('plano 9')).links).toContain(`subscriptions ${ids.subscription}`);
    expect((await find('pao de')).links).toEqual([`products ${store.productId}`]);
    // Two pães de queijo at 50.
    expect((await find('100')).links).toContain(`invoices ${ids.other}`);
  });

  test('finds nothing of others, and says that there is nothing', async () => {
    const other = await world.current.createStore();
    await other.createInvoice({ external_reference: 'alheio' });
    expect((await find('alheio')).links).toEqual([]);
    expect((await find('<b>')).html).toContain('Nothing was found for “&lt;b&gt;”.');
    expect((await find('rosa', other)).status).toBe(404);
    expect((await find('')).html).toContain('Type above');
  });
});
