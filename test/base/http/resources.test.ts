import { beforeAll, describe, expect, test } from '@jest/globals';
import { listAll, orThrow, type CreateInvoice, type CreateWebhook, type Product } from '../../../client/index.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

describe('the resources of the specification', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  test('a customer is created, read and listed', async () => {
    const sent = { name: 'Bruno Lima', email: 'bruno@example.com', external_reference: 'crm-7' };
    const created = await store.client.POST('/api/v1/customers', { body: { ...sent, document: '12.ABC.345/01DE-35' } });
    expect(created.response.status).toBe(201);
    const customer = created.data!;
    expect(customer).toMatchObject({ ...sent, document: '12ABC34501DE35' });
    const path = { id: customer.id };
    expect(await orThrow(store.client.GET('/api/v1/customers/{id}', { params: { path } }))).toEqual(customer);
    expect((await orThrow(store.client.GET('/api/v1/customers'))).data[0]).toEqual(customer);
  });

  test('a product keeps its price to the cent', async () => {
    for (const price of [0.01, 0.29, 149.9, 1_234.56, 99_999_999.99]) {
      const product = await orThrow(store.client.POST('/api/v1/products', { body: { name: 'Pão', price } }));
      expect(product.price).toBe(price);
    }
  });

  test('an invoice comes back whole, with the names and prices at which it was sold', async () => {
    const other = await orThrow(store.client.POST('/api/v1/products', { body: { name: 'Café', price: 7.35 } }));
    const body: CreateInvoice = {
      customer_id: store.customerId,
      products: [
        { product_id: store.productId, quantity: 3 },
        { product_id: other.id, quantity: 7 },
      ],
      payment_method: 'pix',
      description: 'Encomenda 12',
      external_reference: 'order-12',
    };
    const invoice = await orThrow(store.client.POST('/api/v1/invoices', { body }));
    expect(invoice).toMatchObject({
      status: 'open',
      total: 201.45,
      amount_paid: 0,
      payment_method: 'pix',
      environment: 'sandbox',
      external_reference: 'order-12',
      customer: { id: store.customerId, name: 'Ana Souza', email: 'ana@example.com' },
      products: [
        { product_id: store.productId, name: 'Pão de queijo', quantity: 3, unit_price: 50, amount: 150 },
        { product_id: other.id, name: 'Café', quantity: 7, unit_price: 7.35, amount: 51.45 },
      ],
    });
    expect(invoice.checkout_hash).toMatch(/^[\w-]{24}$/);
    const path = { id: invoice.id };
    expect(await orThrow(store.client.GET('/api/v1/invoices/{id}', { params: { path } }))).toEqual(invoice);
  });

  test('every row of a new invoice is written by one transaction, and by no other', async () => {
    const { id } = await store.createInvoice();
    const rows = await world.current.database.query<{ xmin: string; part: string }>(
      `select xmin::text, 'invoice' as part from invoices where id = $1
       union all select xmin::text, 'item' from invoice_items where invoice_id = $1
       union all select xmin::text, 'attempt' from payment_attempts where invoice_id = $1
       union all select xmin::text, 'event' from events where resource_id = $1
       union all select xmin::text, 'delivery' from webhook_deliveries where resource_id = $1`,
      [id],
    );
    expect(rows.map(({ part }) => part).sort()).toEqual(['attempt', 'delivery', 'event', 'invoice', 'item']);
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
  });

  test('a webhook shows its secret once, and the database holds it encrypted', async () => {
    const sent: CreateWebhook = {
      url: 'https://example.com/hooks',
      events: ['invoice.created', 'invoice.payment_confirmed'],
      description: 'ERP',
    };
    const created = await orThrow(store.client.POST('/api/v1/webhooks', { body: sent }));
    expect(created).toMatchObject({ ...sent, enabled: true });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = { id: created.id };
    expect(await orThrow(store.client.GET('/api/v1/webhooks/{id}', { params: { path } }))).not.toHaveProperty('secret');
    const rows = await world.current.database.query<{ secret: string }>(
      'select secret from webhook_endpoints where id = $1',
      [created.id],
    );
    expect(rows[0]!.secret).toMatch(/^test:/);
    expect(rows[0]!.secret).not.toContain(created.secret.slice(6, 30));
  });

  test('only subscribed events get a delivery', async () => {
    const quiet = await world.current.createStore();
    await world.current.database.query(
      `update webhook_endpoints set events = '{invoice.overdue}' where company_id = $1`,
      [quiet.companyId],
    );
    const { id } = await quiet.createInvoice();
    expect(await world.current.database.query('select 1 from webhook_deliveries where resource_id = $1', [id])).toEqual(
      [],
    );
  });

  test('pages of a list neither skip nor repeat while rows are inserted, in both directions', async () => {
    const lister = await world.current.createStore();
    const create = (name: string) => orThrow(lister.client.POST('/api/v1/products', { body: { name, price: 1 } }));
    for (let n = 1; n <= 6; n += 1) await create(`P${n}`);
    const page = (cursor: { starting_after?: number; ending_before?: number }) =>
      orThrow(lister.client.GET('/api/v1/products', { params: { query: { limit: 3, ...cursor } } }));
    const ids = ({ data }: { data: Product[] }) => data.map(({ id }) => id);

    const first = await page({});
    const added = await create('new');
    const second = await page({ starting_after: ids(first).at(-1)! });
    const third = await page({ starting_after: ids(second).at(-1)! });
    expect([first.has_more, second.has_more, third.has_more]).toEqual([true, true, false]);
    const seen = [...ids(first), ...ids(second), ...ids(third)];
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(ids(await page({ ending_before: ids(second)[0]! }))).toEqual(ids(first));

    const all: Product[] = [];
    const list = listAll((cursor) =>
      lister.client.GET('/api/v1/products', { params: { query: { limit: 3, ...cursor } } }),
    );
    for await (const product of list) all.push(product);
    expect(all.map(({ id }) => id)).toEqual([added.id, ...seen]);
  });

  test('an answer carries the request’s id, and takes the client’s own', async () => {
    const own = await store.sandbox.request('GET', '/api/v1/customers', undefined, {
      'X-Request-Id': 'order-12.try-1',
    });
    expect(own.headers.get('X-Request-Id')).toBe('order-12.try-1');
    const bad = await store.sandbox.request('GET', '/api/v1/customers', undefined, { 'X-Request-Id': 'a b' });
    expect(bad.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
