import { beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

interface CustomerBody {
  id: number;
  name: string | null;
  erased_at: string | null;
}

describe('the erasure of a customer', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const createCustomer = (name = 'Bia Lima') =>
    store.sandbox.create<CustomerBody>('/api/v1/customers', { name, email: 'bia@example.com' });
  const erase = (id: number) => store.sandbox.post<CustomerBody>(`/api/v1/customers/${id}/erase`);
  const sellTo = (id: number, fields: Record<string, unknown> = {}) =>
    store.sandbox.post<{ id: number; code?: string }>('/api/v1/invoices', {
      ...{ customer_id: id, products: [{ product_id: store.productId, quantity: 1 }], payment_method: 'card' },
      ...fields,
    });
  const invoicesOf = async (id: number) =>
    (await store.sandbox.get<{ data: { status: string }[] }>(`/api/v1/invoices?customer_id=${id}`)).body.data;

  describe('at the same time as a sale to them', () => {
    /** Does one thing while somebody else holds a lock that it needs, then another, and lets both go on. */
    async function whileHeld(
      lock: string,
      values: unknown[],
      first: () => Promise<unknown>,
      then: () => Promise<unknown>,
    ) {
      const holder = new pg.Client({ connectionString: world.current.database.url });
      await holder.connect();
      try {
        await holder.query('begin');
        await holder.query(lock, values);
        const waiting = (count: number) =>
          eventually(
            () =>
              world.current.database.query(
                `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              ),
            ({ length }) => length === count,
          );
        const one = first();
        await waiting(1);
        const other = then();
        await waiting(2);
        await holder.query('rollback');
        return await Promise.all([one, other]);
      } finally {
        await holder.end();
      }
    }

    test('a sale that was first is there when the erasure looks, and holds it up', async () => {
      const { id } = await createCustomer();
      const turn = `select pg_advisory_xact_lock(hashtextextended($1, 0))`;
      const answers = await whileHeld(
        turn,
        [`events:${store.companyId}:sandbox`],
        () => sellTo(id),
        () => erase(id),
      );
      expect(answers).toMatchObject([{ status: 201 }, { status: 409, body: { code: 'customer_not_erasable' } }]);
      expect((await store.sandbox.get(`/api/v1/customers/${id}`)).body).toMatchObject({ name: 'Bia Lima' });
    });

    test('an erasure that was first leaves nobody to sell to', async () => {
      const { id } = await createCustomer();
      const { body: sale } = await sellTo(id);
      await store.sandbox.create(`/api/v1/invoices/${sale.id}/cancel`);
      const answers = await whileHeld(
        'select 1 from invoices where id = $1 for update',
        [sale.id],
        () => erase(id),
        () => sellTo(id),
      );
      expect(answers).toMatchObject([{ status: 200 }, { status: 422, body: { errors: [{ code: 'erased' }] } }]);
      expect(await invoicesOf(id)).toMatchObject([{ status: 'canceled' }]);
    });

    test('or as changes of their invoices, whatever comes first, no event names them afterwards', async () => {
      const names = await Promise.all(
        Array.from({ length: 12 }, async (_, round) => {
          const name = `Corrida ${round} Souza`;
          const { id } = await createCustomer(name);
          const { body: sale } = await sellTo(id);
          await store.sandbox.create(`/api/v1/invoices/${sale.id}/cancel`);
          const change = store.sandbox.request('PATCH', `/api/v1/invoices/${sale.id}`, { description: name });
          const [erased, sold, changed] = await Promise.all([erase(id), sellTo(id), change]);
          expect([200, 409]).toContain(changed.status);
          expect([`${erased.status} ${sold.status}`]).toEqual([expect.stringMatching(/^(200 422|409 201)$/)]);
          return erased.status === 200 ? name : null;
        }),
      );
      const bodies = await world.current.database.query<{ said: string }>(
        `select body as said from events union all select coalesce(description, '') from invoices`,
      );
      for (const name of names.filter((one) => one !== null)) {
        expect(bodies.filter(({ said }) => said.includes(name))).toEqual([]);
      }
    });
  });

  test('does not stand in the way of who holds one of their invoices and tells its subscription', async () => {
    const { id } = await createCustomer();
    const subscription = await subscribe(store, { customer_id: id, card_token: null });
    await store.sandbox.create(`/api/v1/subscriptions/${subscription.id}/cancel`, {});
    const { invoice_id: invoiceId } = subscription.latest_cycle!;
    await store.sandbox.post(`/api/v1/invoices/${invoiceId}/cancel`);
    const holder = new pg.Client({ connectionString: world.current.database.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from invoices where id = $1 for no key update', [invoiceId]);
      const erased = erase(id);
      await eventually(
        () =>
          world.current.database.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          ),
        ({ length }) => length === 1,
      );
      await holder.query('insert into outbox (subscription_id, claimable_at) values ($1, now())', [subscription.id]);
      await holder.query('commit');
      expect((await erased).status).toBe(200);
    } finally {
      await holder.end();
    }
  });

  test('waits for a charge that its gateway has to give up, unless the store has left that account', async () => {
    const { id } = await createCustomer();
    const { body: sale } = await sellTo(id, { payment_method: 'pix' });
    await store.sandbox.create(`/api/v1/invoices/${sale.id}/cancel`);
    const query = (sql: string, params: unknown[]) => world.current.database.query(sql, params);
    await query(
      `update payment_attempts set gateway = 'stripe', gateway_account_id = 'acct_left', registered_at = now() where invoice_id = $1`,
      [sale.id],
    );
    await query(
      `insert into gateway_accounts (company_id, environment, gateway, account_id, display_name, methods, settings, secrets,
         secret_ends, checked_at, created_at, updated_at)
       values ($1, 'sandbox', 'stripe', 'acct_left', 'Padaria', '[]', '{}', '', '{}', now(), now(), now())`,
      [store.companyId],
    );
    expect(await erase(id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('given up the charge') },
    });
    await query(`update gateway_accounts set account_id = 'acct_other' where company_id = $1`, [store.companyId]);
    expect((await erase(id)).status).toBe(200);
    await query('delete from gateway_accounts where company_id = $1', [store.companyId]);
  });

  test('waits for a webhook that is being sent', async () => {
    const { id } = await createCustomer();
    const { body: sale } = await sellTo(id);
    await store.sandbox.create(`/api/v1/invoices/${sale.id}/cancel`);
    const lease = `update webhook_deliveries set attempts_begun = attempts + 1, leased_until = $2 where resource_id = $1`;
    await world.current.database.query(lease, [sale.id, new Date(Date.now() + 20_000)]);
    expect(await erase(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('half a minute') } });
    expect((await store.sandbox.get(`/api/v1/customers/${id}`)).body).toMatchObject({ erased_at: null });
    await world.current.database.query(lease, [sale.id, new Date(Date.now() - 1)]);
    expect((await erase(id)).status).toBe(200);
  });

  test('a customer of another store, or of nobody, is not found', async () => {
    const other = await world.current.createStore();
    const production = store.production.post(`/api/v1/customers/${store.customerId}/erase`);
    for (const answer of [await other.sandbox.post(`/api/v1/customers/${store.customerId}/erase`), await production]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
    }
    const exported = await other.sandbox.get(`/api/v1/customers/${store.customerId}/personal-data`);
    expect(exported).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });

  test('an export of more than one batch has each of its invoices and events once', async () => {
    const { id } = await createCustomer();
    const made: Awaited<ReturnType<typeof sellTo>>[] = [];
    // The store may have so many requests under way: on a busy machine others would be turned away.
    while (made.length < 120) made.push(...(await Promise.all(Array.from({ length: 4 }, () => sellTo(id)))));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const { body } = await store.sandbox.get<Record<'invoices' | 'events' | 'deliveries', { id: number }[]>>(
      `/api/v1/customers/${id}/personal-data`,
    );
    const ids = made.map((answer) => answer.body.id).sort((a, b) => a - b);
    expect(body.invoices.map((invoice) => invoice.id)).toEqual(ids);
    expect(new Set(body.events.map((event) => event.id)).size).toBe(120);
    expect([body.events.length, body.deliveries.length]).toEqual([120, 120]);
  });

  test('and the export are done by owners in the panel, and are in its log', async () => {
    const { id } = await createCustomer();
    const path = `/panel/stores/${store.companyId}/sandbox/customers/${id}`;
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    expect((await developer.get(path)).html).not.toContain(`${path}/erase`);
    for (const act of ['erase', 'export']) expect((await developer.post(`${path}/${act}`)).status).toBe(403);

    const owner = await signedIn(world.current, { companyId: store.companyId });
    const file = await owner.submit(path, `${path}/export`);
    expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="customer-${id}.json"`);
    expect(JSON.parse(file.html)).toMatchObject({ customer: { id, name: 'Bia Lima' }, invoices: [] });

    const { body: sale } = await sellTo(id);
    expect((await owner.submit(path, `${path}/erase`)).html).toContain('Something still goes on with this customer');
    await store.sandbox.create(`/api/v1/invoices/${sale.id}/cancel`);
    expect(await owner.submit(path, `${path}/erase`)).toMatchObject({ status: 303 });
    const { html } = await owner.get(path);
    expect(html).toContain('Erased customer');
    expect(html).not.toContain('Bia');
    expect((await owner.get(`/panel/stores/${store.companyId}/sandbox/invoices`)).html).toContain('Erased customer');
    const { html: log } = await owner.get(`/panel/stores/${store.companyId}/sandbox/audit`);
    for (const line of ['Downloaded the personal data of a customer', 'Erased the personal data of a customer']) {
      expect(log).toContain(line);
    }
  });
});
