import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { inIdOrder } from '../../src/base/db/in-id-order.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { statementsOf } from '../support/count-queries.ts';
import { eventually } from '../support/eventually.ts';
import type { TestStore } from '../support/world.ts';

interface EventBody {
  id: number;
  sequence: number;
  data: Record<string, unknown>;
}

/**
 * The token, begin, the store that is entered, what it is made of with its turn, all of its rows, commit. The rate
 * limit was spent before, for many requests at once.
 */
const STATEMENTS = 6;

describe('a new invoice', () => {
  const world = useApiWorld();
  let store: TestStore;
  let orm: MikroORM;
  beforeAll(async () => {
    store = await world.current.createStore();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm.close());
  const eventOf = async (id: number): Promise<EventBody> => {
    const { body } = await store.sandbox.get<{ data: EventBody[] }>(`/api/v1/events?invoice_id=${id}`);
    return body.data[0]!;
  };

  test.each([
    ['pix', {}],
    ['boleto', { payment_method: 'boleto' }],
    ['card', { payment_method: 'card', installments: 3 }],
  ])('takes no more than a few statements: %s', async (_method, fields) => {
    await store.createInvoice(fields);
    const statements = await statementsOf(() => store.createInvoice(fields));
    expect(statements).toHaveLength(STATEMENTS);
    expect(statements.filter((text) => /^(begin|commit)/i.test(text))).toHaveLength(2);
  });

  test.each([
    ['pix', {}],
    ['boleto', { payment_method: 'boleto', fine: { type: 'percentage', value: 2 }, due_date: '2031-03-07' }],
    ['card', { payment_method: 'card', installments: 3 }],
    [
      'with every field',
      {
        discount: { type: 'fixed', value: 1.5, until: '2031-01-31' },
        due_date: '2031-02-28',
        interest: { type: 'percentage', value: 0.033 },
        description: 'Pedido "1042" \\ ☕',
        external_reference: '1042',
        metadata: { zebra: 'ü\n', order: '' },
      },
    ],
  ])('is answered as it is read afterwards: %s', async (_case, fields) => {
    const { id: customer_id } = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'Zoë "Z" Ñandú \\ Silva',
      email: 'zoe@example.com',
      document: '111.444.777-35',
      phone: '+5511999990000',
      metadata: { b: '2', a: '1' },
    });
    const created = await store.createInvoice({ customer_id, ...fields });
    const { body } = await store.sandbox.get<InvoiceBody>(`/api/v1/invoices/${created.id}`);
    expect(body).toEqual(created);
    const { sequence, data } = await eventOf(created.id);
    expect(sequence).toBe(1);
    expect(data).toMatchObject({
      invoice_id: created.id,
      status: 'open',
      previous_status: null,
      total: created.total,
      customer: { id: customer_id, name: 'Zoë "Z" Ñandú \\ Silva' },
    });
  });

  test('has lines of products beside lines with a name and price of their own', async () => {
    const products = [
      { product_id: store.productId, quantity: 1 },
      { name: 'Bolo de casamento', unit_price: 19.99, quantity: 3 },
    ];
    const created = await store.createInvoice({ products });
    expect(created).toMatchObject({
      subtotal: 109.97,
      total: 109.97,
      products: [
        { product_id: store.productId, name: 'Pão de queijo', quantity: 1, unit_price: 50, amount: 50 },
        { product_id: null, name: 'Bolo de casamento', quantity: 3, unit_price: 19.99, amount: 59.97 },
      ],
    });
    const { body } = await store.sandbox.get<InvoiceBody>(`/api/v1/invoices/${created.id}`);
    expect(body).toEqual(created);
    const known = await store.sandbox.get<{ data: { name: string }[] }>('/api/v1/products');
    expect(known.body.data.map(({ name }) => name)).not.toContain('Bolo de casamento');
  });

  test.each([
    ['neither', { quantity: 1 }, 'object.missing', 'must have product_id, or name and unit_price'],
    ['no price', { name: 'Bolo', quantity: 1 }, 'object.and', 'must have both name and unit_price'],
    ['no name', { unit_price: 5, quantity: 1 }, 'object.and', 'must have both name and unit_price'],
    ['both', { product_id: 1, name: 'Bolo', unit_price: 5, quantity: 1 }, 'object.without', 'leave out'],
  ])('refuses a line with %s', async (_case, line, code, message) => {
    const refused = await store.sandbox.request<{ errors: { field: string; code: string; message: string }[] }>(
      'POST',
      '/api/v1/invoices',
      { customer_id: store.customerId, products: [line], payment_method: 'pix' },
    );
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({
      field: 'products[0]',
      code,
      message: expect.stringContaining(message),
    });
  });

  test.each(['invoices', 'events'] as const)('takes its ids in its turn in the list of %s', async (list) => {
    const nextIds = async (): Promise<unknown> =>
      orm.em.fork().execute('select (select last_value from invoices_id_seq), (select last_value from events_id_seq)');
    const before = await nextIds();
    let created: Promise<InvoiceBody> | undefined;
    await orm.em.fork().transactional(async (tx) => {
      await inIdOrder(tx, { companyId: store.companyId, environment: 'sandbox' }, list);
      created = store.createInvoice();
      await eventually(
        () => countWaiting(orm),
        (waiting) => waiting === 1,
      );
      expect(await nextIds()).toEqual(before);
    });
    expect((await created!).status).toBe('open');
    expect(await nextIds()).not.toEqual(before);
  });

  test('and its event become visible in the order of their ids, however many come at once', async () => {
    const invoices = await Promise.all(Array.from({ length: 20 }, () => store.createInvoice()));
    const events = await Promise.all(invoices.map(async ({ id }) => ({ id, event: (await eventOf(id)).id })));
    const byInvoice = events.toSorted((a, b) => a.id - b.id).map(({ event }) => event);
    expect(byInvoice).toEqual(byInvoice.toSorted((a, b) => a - b));
  });

  test('that is refused leaves nothing behind', async () => {
    const count = async (): Promise<unknown> =>
      orm.em.fork().execute('select (select count(*) from invoices), (select count(*) from events)');
    const before = await count();
    const refused = await store.sandbox.request<{ errors: { field: string }[] }>('POST', '/api/v1/invoices', {
      customer_id: 999_999_999,
      products: [
        { product_id: store.productId, quantity: 1 },
        { product_id: 999_999_999, quantity: 1 },
      ],
      payment_method: 'pix',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ field }) => field)).toEqual(['customer_id', 'products[1].product_id']);
    expect(await count()).toEqual(before);
  });
});

/** How many transactions of this database wait for a turn. */
async function countWaiting(orm: MikroORM): Promise<number> {
  const [row] = await orm.em
    .fork()
    .execute<[{ count: string }]>(
      `select count(*) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    );
  return Number(row.count);
}
