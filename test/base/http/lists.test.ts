import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCustomer } from '../../../src/catalog/customers/create-customer.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { statementsOf } from '../../support/count-queries.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { confirmPayment } from '../../support/gateway-callback.ts';
import type { TestStore } from '../../support/world.ts';

interface Row {
  id: number;
  [field: string]: unknown;
}
interface Page {
  data: Row[];
  has_more: boolean;
}

describe('a list', () => {
  const world = useApiWorld();
  const list = async (store: TestStore, path: string): Promise<Page> => {
    const answer = await store.sandbox.get<Page>(`/api/v1${path}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const createCustomers = (store: TestStore, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.sandbox.create<Row>('/api/v1/customers', { name: `C ${index}`, email: `c${index}@example.com` }),
      ),
    );

  test('read in both directions while rows come and change, neither skips nor repeats one that was there', async () => {
    // So that there are ids before the first of the list.
    await world.current.createStore();
    const store = await world.current.createStore();
    await createCustomers(store, 30);
    const all = (await list(store, '/customers?limit=100')).data.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.boolean(), async (limit, older) => {
        const start = older ? all[0]! + 1 : all.at(-1)! - 1;
        const seen: number[] = [];
        for (let cursor = start, more = true; more;) {
          const page = await list(
            store,
            `/customers?limit=${limit}&${older ? 'starting_after' : 'ending_before'}=${cursor}`,
          );
          // Somebody else adds one, and changes one that was read, in the middle of it.
          await createCustomers(store, 1);
          await store.sandbox.request('PATCH', `/api/v1/customers/${all[3]}`, { name: 'Changed' });
          expect(page.data.length).toBeLessThanOrEqual(limit);
          const ids = page.data.map(({ id }) => id);
          expect(ids).toEqual([...ids].sort((a, b) => b - a));
          if (older) seen.push(...ids);
          else seen.unshift(...ids);
          more = page.has_more && (older || !ids.includes(all[0]!));
          cursor = (older ? ids.at(-1) : ids[0]) ?? cursor;
        }
        expect(seen.filter((id) => all.includes(id))).toEqual(all);
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 8 },
    );
  });

  test('never misses a row whose transaction began earlier and ended later than one that was seen', async () => {
    const store = await world.current.createStore();
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const slow = orm.em.fork();
    await slow.begin();
    const named = (name: string) => ({ name, email: 'slow@example.com', document: null, phone: null, address: null });
    const clock = { now: () => Promise.resolve(new Date()) };
    const owner = { companyId: store.companyId, environment: 'sandbox' as const };
    const first = await createCustomer(
      { em: slow, clock },
      { store: owner, input: { ...named('Begun first'), external_reference: null, language: null, metadata: {} } },
    );
    const second = store.sandbox.create<Row>('/api/v1/customers', { name: 'Begun second', email: 'b@example.com' });
    const seen = (await list(store, '/customers')).data;
    expect(seen.map(({ name }) => name)).toEqual(['Ana Souza']);
    await slow.commit();
    await orm.close();
    const { id } = await second;
    expect(id).toBeGreaterThan(first.id);
    const newer = await list(store, `/customers?ending_before=${seen[0]!.id}`);
    expect(newer.data.map(({ name }) => name)).toEqual(['Begun second', 'Begun first']);
  });

  test('says whether more follows in the direction of reading, and is empty beyond its ends', async () => {
    const store = await world.current.createStore();
    const { data } = await list(store, '/customers');
    const [only] = data;
    expect(data).toHaveLength(1);
    expect(await list(store, `/customers?starting_after=${only!.id}`)).toEqual({ data: [], has_more: false });
    expect(await list(store, `/customers?ending_before=${only!.id}`)).toEqual({ data: [], has_more: false });
    await createCustomers(store, 2);
    expect(await list(store, `/customers?limit=1&ending_before=${only!.id}`)).toMatchObject({ has_more: true });
  });

  test.each([
    ['/customers?limit=0', 'limit'],
    ['/customers?limit=101', 'limit'],
    ['/customers?limit=ten', 'limit'],
    ['/customers?limit=5&limit=6', 'limit'],
    ['/customers?starting_after=1&ending_before=2', ''],
    ['/customers?starting_after=-1', 'starting_after'],
    ['/customers?sort=name', 'sort'],
    ['/customers?created_at[gte]=yesterday', 'created_at[gte]'],
    ['/invoices?status=late', 'status'],
    ['/invoices?due_date[gte]=2026-02-30', 'due_date[gte]'],
    ['/events?event=invoice.gone', 'event'],
    [`/customers/1?expand=all`, 'expand'],
  ])('%s is refused by the name of the parameter', async (path, field) => {
    const store = await world.current.createStore();
    const answer = await store.sandbox.get<{ errors: { field: string }[] }>(`/api/v1${path}`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error) => error.field)).toEqual([field]);
  });

  describe('takes filters', () => {
    let store: TestStore;
    const ids = async (path: string) => (await list(store, path)).data.map(({ id }) => id);
    beforeAll(async () => {
      store = await world.current.createStore();
    });

    test('lists of customers filter by email, document, reference, and archived or not', async () => {
      const fields = { name: 'Bia', email: 'bia@example.com', document: '111.444.777-35', external_reference: 'crm-7' };
      const { id } = await store.sandbox.create<Row>('/api/v1/customers', fields);
      expect(await ids('/customers?email=bia@example.com')).toEqual([id]);
      expect(await ids('/customers?document=111.444.777-35')).toEqual([id]);
      expect(await ids('/customers?document=11144477735')).toEqual([id]);
      expect(await ids('/customers?external_reference=crm-7')).toEqual([id]);
      await store.sandbox.request('DELETE', `/api/v1/customers/${id}`);
      expect(await ids('/customers?active=false')).toEqual([id]);
      expect(await ids('/customers?active=true&email=bia@example.com')).toEqual([]);
    });

    test('lists of products filter by sku, and archived or not', async () => {
      const { id } = await store.sandbox.create<Row>('/api/v1/products', { name: 'Bolo', price: 9.5, sku: 'B-1' });
      expect(await ids('/products?sku=B-1')).toEqual([id]);
      expect(await ids('/products?sku=B-1&active=false')).toEqual([]);
    });

    test('lists of invoices filter by status, customer, method, reference and due date; lists of events by name and invoice', async () => {
      const [dueDate, dayAfter] = [30, 31].map((days) =>
        new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
      ) as [string, string];
      const due = await store.createInvoice({
        payment_method: 'boleto',
        due_date: dueDate,
        external_reference: 'o-1',
      });
      const paid = await store.createInvoice();
      await confirmPayment(world.current, { attemptId: paid.payments[0]!.id, amountCents: 10_000 });
      expect(await ids('/invoices?status=paid')).toEqual([paid.id]);
      expect(await ids(`/invoices?customer_id=${store.customerId}`)).toEqual([paid.id, due.id]);
      expect(await ids('/invoices?payment_method=boleto')).toEqual([due.id]);
      expect(await ids('/invoices?external_reference=o-1')).toEqual([due.id]);
      expect(await ids(`/invoices?due_date[gte]=${dueDate}&due_date[lte]=${dueDate}`)).toEqual([due.id]);
      expect(await ids(`/invoices?due_date[gte]=${dayAfter}`)).toEqual([]);
      const events = await list(store, `/events?invoice_id=${paid.id}`);
      expect(events.data.map(({ event }) => event)).toEqual(['invoice.payment_confirmed', 'invoice.created']);
      expect((await list(store, '/events?event=invoice.payment_confirmed')).data).toHaveLength(1);
    });

    test('filters of time hold to the millisecond, with both ends or one', async () => {
      const created = await store.sandbox.create<{ id: number; created_at: string }>('/api/v1/customers', {
        name: 'Timed',
        email: 'timed@example.com',
      });
      const at = encodeURIComponent(created.created_at);
      const match = (query: string) => ids(`/customers?email=timed@example.com&${query}`);
      expect(await match(`created_at[gte]=${at}&created_at[lte]=${at}`)).toEqual([created.id]);
      expect(await match(`created_at[gt]=${at}`)).toEqual([]);
      expect(await match(`created_at[lt]=${at}`)).toEqual([]);
    });

    test('filters of time span past days, with one or both ends', async () => {
      const old = await world.current.createStore();
      const made: number[] = [];
      for (let day = 0; day < 6; day += 1) made.push((await old.createInvoice()).id);
      const first = Date.parse('2026-01-10T12:00:00Z');
      const of = (day: number): string => encodeURIComponent(new Date(first + day * 86_400_000).toISOString());
      for (const [day, id] of made.entries()) {
        const at = new Date(first + day * 86_400_000);
        await world.current.database.query('update invoices set created_at = $1 where id = $2', [at, id]);
      }
      const found = async (query: string) =>
        (await list(old, `/invoices?${query}`)).data.map(({ id }) => made.indexOf(id));
      expect(await found(`created_at[lt]=${of(3)}`)).toEqual([2, 1, 0]);
      expect(await found(`created_at[lte]=${of(3)}&created_at[gt]=${of(1)}`)).toEqual([3, 2]);
      expect(await found(`created_at[lt]=${of(3)}&starting_after=${made[2]}`)).toEqual([1, 0]);
      expect(await found(`created_at[lt]=${of(3)}&ending_before=${made[0]}`)).toEqual([2, 1]);
      expect(await found(`created_at[lte]=${of(5)}&limit=1`)).toEqual([5]);
      expect(await found(`created_at[lt]=${of(0)}`)).toEqual([]);
      // A renewal's invoice bears the moment its step was asked for, hours before it is made.
      const hours = (day: number, more: number): Date => new Date(first + day * 86_400_000 + more * 3_600_000);
      const late = (await old.createInvoice()).id;
      await world.current.database.query('update invoices set created_at = $1 where id = $2', [hours(5, -3), late]);
      made.push(late);
      expect(await found(`created_at[lt]=${encodeURIComponent(hours(5, -1).toISOString())}`)).toEqual([
        6, 4, 3, 2, 1, 0,
      ]);
    });
  });

  test('a list of a hundred invoices takes as many statements as a list of one', async () => {
    const store = await world.current.createStore();
    const create = () =>
      store.createInvoice({
        products: Array.from({ length: 5 }, () => ({ product_id: store.productId, quantity: 1 })),
      });
    await create();
    const ofOne = await statementsOf(() => list(store, '/invoices?limit=1'));
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, create));
    const ofHundred = await statementsOf(async () => {
      expect((await list(store, '/invoices?limit=100')).data).toHaveLength(100);
    });
    expect(ofHundred).toHaveLength(ofOne.length);
    // The token, the rate limit, begin, six reads, the clock of the sandbox, commit.
    expect(ofHundred.length).toBeLessThanOrEqual(12);
  });

  test('or a read, an update, a new invoice with a hundred lines: each takes a handful of statements, in one transaction', async () => {
    const store = await world.current.createStore();
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ product_id: store.productId, quantity: 1 }));
    const one = await statementsOf(() => store.createInvoice({ products: lines(1) }));
    const hundred = await statementsOf(() => store.createInvoice({ products: lines(100) }));
    expect(hundred).toHaveLength(one.length);
    expect(hundred.length).toBeLessThanOrEqual(24);
    expect(hundred.filter((text) => /^begin/i.test(text))).toHaveLength(1);

    const invoice = await store.createInvoice({ products: lines(50) });
    let count = 100;
    const update = await statementsOf(() =>
      store.sandbox.request('PATCH', `/api/v1/invoices/${invoice.id}`, { products: lines(count--) }),
    );
    expect(update.filter((text) => /^begin/i.test(text))).toHaveLength(1);
    expect(update.length).toBeLessThanOrEqual(30);
    const timeline = await statementsOf(() => store.sandbox.get(`/api/v1/invoices/${invoice.id}/timeline`));
    expect(timeline.length).toBeLessThanOrEqual(10);
  });
});
