import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

interface Resource {
  id: number;
  code?: string;
  errors?: { field: string; code: string }[];
  [field: string]: unknown;
}

describe('a created resource can be read, changed and put away', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  const call = (method: string, path: string, body?: unknown) =>
    store.sandbox.request<Resource>(method, `/api/v1${path}`, body);
  const address = {
    zip_code: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  };

  describe('a customer', () => {
    const whole = {
      name: 'José da Silva',
      email: 'jose@example.com',
      document: '12.abc.345/01DE-35',
      phone: '+55 11 91234-5678',
      address: { ...address, complement: 'Sala 2' },
      external_reference: 'crm-1',
      metadata: { origem: 'site', nota: 'linha 1\nlinha 2' },
    };

    test('keeps every field, the alphanumeric CNPJ and the CEP without punctuation', async () => {
      const { body } = await call('POST', '/customers', whole);
      expect(body).toMatchObject({
        ...whole,
        document: '12ABC34501DE35',
        address: { ...whole.address, zip_code: '01310100', country: 'BR' },
        active: true,
      });
      expect((await call('GET', `/customers/${body.id}`)).body).toEqual(body);
    });

    test('an update sets what is given, removes what is null, merges metadata, and leaves the rest', async () => {
      const { body: before } = await call('POST', '/customers', whole);
      const { body: after } = await call('PATCH', `/customers/${before.id}`, {
        phone: null,
        address,
        metadata: { nota: null, vip: 'sim' },
      });
      expect(after).toEqual({
        ...before,
        phone: null,
        address: { ...address, zip_code: '01310100', complement: null, country: 'BR' },
        metadata: { origem: 'site', vip: 'sim' },
        updated_at: after.updated_at,
      });
      expect(after.updated_at! >= before.updated_at!).toBe(true);
    });

    test.each([
      [{ document: '111.444.777-34' }, 'document'],
      [{ document: '12.ABC.345/01DE-34' }, 'document'],
      [{ document: '11111111111' }, 'document'],
      [{ name: '' }, 'name'],
      [{ name: ' Ana' }, 'name'],
      [{ name: 'A\u0000na' }, 'name'],
      [{ name: 'A\ud800na' }, 'name'],
      [{ name: null }, 'name'],
      [{ email: 'ana@' }, 'email'],
      [{ phone: '12' }, 'phone'],
      [{ address: { ...address, state: 'XX' } }, 'address.state'],
      [{ address: { ...address, zip_code: '0131010' } }, 'address.zip_code'],
      [{ address: { ...address, planet: 'Earth' } }, 'address.planet'],
      [{ address: 'Avenida Paulista 1000' }, 'address'],
      [{ metadata: { __proto: 'x' } }, 'metadata.__proto'],
      [{ metadata: ['x'] }, 'metadata'],
      [{ id: 7 }, 'id'],
      [{ created_at: '2026-01-01T00:00:00Z' }, 'created_at'],
    ])('an update to %j is refused by the name of the field, and nothing is changed', async (changes, field) => {
      const { body: before } = await call('GET', `/customers/${store.customerId}`);
      const answer = await call('PATCH', `/customers/${store.customerId}`, { external_reference: 'half', ...changes });
      expect(answer.status).toBe(422);
      expect(answer.body.errors!.map((error) => error.field)).toEqual([field]);
      expect((await call('GET', `/customers/${store.customerId}`)).body).toEqual(before);
    });

    test('a field whose name is __proto__ is refused before it is looked at', async () => {
      const answer = await call('PATCH', `/customers/${store.customerId}`, '{"__proto__": {"active": false}}');
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields']);
      expect((await call('GET', `/customers/${store.customerId}`)).body).toMatchObject({ active: true });
    });

    test('archived, it stays readable and gets no new invoice until it is brought back', async () => {
      const { body } = await call('POST', '/customers', { name: 'Gone', email: 'gone@example.com' });
      const archived = await call('DELETE', `/customers/${body.id}`);
      expect([archived.status, archived.body.active]).toEqual([200, false]);
      expect((await call('DELETE', `/customers/${body.id}`)).status).toBe(200);
      const invoice = {
        customer_id: body.id,
        products: [{ product_id: store.productId, quantity: 1 }],
        payment_method: 'pix',
      };
      const refused = await call('POST', '/invoices', invoice);
      expect(refused.body.errors).toMatchObject([{ field: 'customer_id', code: 'archived' }]);
      await call('PATCH', `/customers/${body.id}`, { active: true });
      expect((await call('POST', '/invoices', invoice)).status).toBe(201);
    });
  });

  describe('a product', () => {
    test('is changed, and archived it is sold no more but stays on its invoices', async () => {
      const { body } = await call('POST', '/products', { name: 'Torta', price: 10, sku: 'T-1', metadata: { a: 'b' } });
      const changed = await call('PATCH', `/products/${body.id}`, { price: 12.34, sku: null, metadata: { a: null } });
      expect(changed.body).toMatchObject({ name: 'Torta', price: 12.34, sku: null, metadata: {} });
      expect((await call('GET', `/products/${body.id}`)).body).toEqual(changed.body);
      const lines = { products: [{ product_id: body.id, quantity: 1 }] };
      const sold = await store.createInvoice(lines);
      expect((await call('DELETE', `/products/${body.id}`)).body).toMatchObject({ active: false });
      const refused = await call('POST', '/invoices', {
        ...lines,
        customer_id: store.customerId,
        payment_method: 'pix',
      });
      expect(refused.body.errors).toMatchObject([{ field: 'products[0].product_id', code: 'archived' }]);
      expect((await store.sandbox.invoice(sold.id)).products).toMatchObject([{ name: 'Torta', unit_price: 12.34 }]);
    });
  });

  describe('a webhook', () => {
    const url = 'http://127.0.0.1:9009/hook';
    const create = async () => (await call('POST', '/webhooks', { url, events: ['invoice.created'] })).body;
    const deliveriesOf = (id: number) =>
      world.current.database.query<{ state: string }>(`select state from webhook_deliveries where endpoint_id = $1`, [
        id,
      ]);

    test('is listed and read without its secret, and changed', async () => {
      const { secret, ...created } = await create();
      expect(secret).toMatch(/^whsec_/);
      expect((await call('GET', `/webhooks/${created.id}`)).body).toEqual(created);
      const { body } = await store.sandbox.get<{ data: Resource[] }>('/api/v1/webhooks?limit=1');
      expect(body.data).toEqual([created]);
      const changed = await call('PATCH', `/webhooks/${created.id}`, {
        events: ['*'],
        description: 'All',
        enabled: false,
      });
      expect(changed.body).toMatchObject({ events: ['*'], description: 'All', enabled: false, url });
    });

    test('is not moved to an address that webhooks may not reach', async () => {
      const created = await create();
      for (const bad of ['http://10.0.0.1/', 'http://user:pass@example.com/', 'ftp://example.com/', 'not a url']) {
        const answer = await call('PATCH', `/webhooks/${created.id}`, { url: bad });
        expect(answer.status).toBe(422);
        expect(new Set(answer.body.errors!.map(({ field }) => field))).toEqual(new Set(['url']));
      }
      expect((await call('GET', `/webhooks/${created.id}`)).body).toMatchObject({ url });
    });

    test('switched off, it gets no new events; switched on, it gets them again', async () => {
      const { id } = await create();
      await call('PATCH', `/webhooks/${id}`, { enabled: false });
      await store.createInvoice();
      expect(await deliveriesOf(id)).toEqual([]);
      await call('PATCH', `/webhooks/${id}`, { enabled: true });
      await store.createInvoice();
      expect(await deliveriesOf(id)).toHaveLength(1);
    });

    test('deleted, it is gone, what was queued for it is canceled, and its place is free', async () => {
      const { id } = await create();
      await store.createInvoice();
      const deleted = await store.sandbox.request('DELETE', `/api/v1/webhooks/${id}`);
      expect([deleted.status, deleted.body]).toEqual([204, null]);
      expect(await deliveriesOf(id)).toEqual([{ state: 'canceled' }]);
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
        expect((await call(method, `/webhooks/${id}`, body)).status).toBe(404);
      }
      await store.createInvoice();
      expect(await deliveriesOf(id)).toHaveLength(1);
    });
  });
});
