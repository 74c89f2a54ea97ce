import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import { confirmPayment } from '../../support/gateway-callback.ts';
import { signedIn } from '../../support/panel-people.ts';
import type { TestStore } from '../../support/world.ts';

interface RefundBody {
  id: number;
  status: string;
  code?: string;
}

describe('a refund over the amount of a store', () => {
  const world = useApiWorld();

  async function storeWith(limits: { approval?: number; day?: number; stepUp?: number }) {
    const store = await world.current.createStore();
    await world.current.database.query(
      `update companies set refund_approval_cents = $2, refund_day_limit_cents = $3 where id = $1`,
      [store.companyId, limits.approval ?? null, limits.day ?? null],
    );
    return store;
  }
  async function paidInvoice(store: TestStore): Promise<number> {
    const invoice = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    return invoice.id;
  }
  const refund = (store: TestStore, invoiceId: number, amount: number) =>
    store.sandbox.post<RefundBody>(`/api/v1/invoices/${invoiceId}/refunds`, { amount });
  const stateOf = async (store: TestStore, id: number) =>
    (await store.sandbox.get<RefundBody>(`/api/v1/refunds/${id}`)).body.status;
  const pageOf = (store: TestStore, invoiceId: number) =>
    `/panel/stores/${store.companyId}/sandbox/invoices/${invoiceId}`;

  test('is answered 202 and waits, with its money bound; one up to the amount goes on', async () => {
    const store = await storeWith({ approval: 5_000 });
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const invoiceId = await paidInvoice(store);
    const small = await refund(store, invoiceId, 50);
    expect([small.status, small.body.status]).toEqual([201, 'pending']);
    const other = await paidInvoice(store);
    const large = await refund(store, other, 60);
    expect([large.status, large.body.status]).toEqual([202, 'awaiting_approval']);
    const more = await refund(store, other, 60);
    expect([more.status, more.body.code]).toEqual([422, 'invalid_fields']);
    const mails = await world.current.database.query('select 1 from mails where recipient = $1', [owner.email]);
    expect(mails).toHaveLength(1);
    const erase = await store.sandbox.post<{ code: string }>(`/api/v1/customers/${store.customerId}/erase`, {});
    expect(erase.body.code).toBe('customer_not_erasable');
  });

  test('is approved by an owner who did not ask for it, and by nobody else; then it goes on', async () => {
    const store = await storeWith({ approval: 5_000 });
    const [ana, bia] = [
      await signedIn(world.current, { companyId: store.companyId }),
      await signedIn(world.current, { companyId: store.companyId }),
    ];
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    const invoiceId = await paidInvoice(store);
    const page = pageOf(store, invoiceId);
    await ana.post(`${page}/refunds`, { amount: '60.00' });
    const [row] = await world.current.database.query<{ id: string }>('select id from refunds where invoice_id = $1', [
      invoiceId,
    ]);
    const id = row!.id;
    expect((await developer.post(`${page}/refunds/approve`, { refund: id })).status).toBe(403);
    const own = await ana.submit(page, `${page}/refunds/approve`, { refund: id });
    expect([own.status, own.html]).toEqual([403, expect.stringContaining('Somebody else than who asked')]);
    expect(await stateOf(store, Number(id))).toBe('awaiting_approval');
    expect((await bia.submit(page, `${page}/refunds/approve`)).status).toBe(303);
    expect(await stateOf(store, Number(id))).toBe('pending');
    expect((await bia.post(`${page}/refunds/reject`, { refund: id })).status).toBe(409);
    const told = await world.current.database.query(
      'select 1 from outbox where subject_type = $1 and subject_id = $2',
      ['invoice', invoiceId],
    );
    expect(told.length).toBeGreaterThan(0);
  });

  test('is rejected: its money is free again, and the store’s programs are told', async () => {
    const store = await storeWith({ approval: 5_000 });
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const invoiceId = await paidInvoice(store);
    const { body } = await refund(store, invoiceId, 100);
    expect((await owner.submit(pageOf(store, invoiceId), `${pageOf(store, invoiceId)}/refunds/reject`)).status).toBe(
      303,
    );
    expect(await stateOf(store, body.id)).toBe('rejected');
    const events = await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
      `/api/v1/events?invoice_id=${invoiceId}&limit=1`,
    );
    expect(events.body.data[0]).toMatchObject({
      event: 'invoice.updated',
      data: { refund_id: body.id, refund_status: 'rejected', amount: 100 },
    });
    expect((await refund(store, invoiceId, 40)).status).toBe(201);
  });

  test('and of another invoice or store is not decided', async () => {
    const [store, other] = [await storeWith({ approval: 1 }), await storeWith({ approval: 1 })];
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const [first, second] = [await paidInvoice(store), await paidInvoice(store)];
    const { body: mine } = await refund(store, first, 10);
    const { body: theirs } = await refund(other, await paidInvoice(other), 10);
    for (const id of [mine.id, theirs.id]) {
      expect((await owner.post(`${pageOf(store, second)}/refunds/approve`, { refund: String(id) })).status).toBe(404);
    }
    expect(await stateOf(store, mine.id)).toBe('awaiting_approval');
  });

  test('is refused beyond the limit of a day, also when two come at one moment', async () => {
    const store = await storeWith({ day: 10_000 });
    const invoices = [await paidInvoice(store), await paidInvoice(store), await paidInvoice(store)];
    const answers = await Promise.all(invoices.map((id) => refund(store, id, 60)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('refund_limit_reached');
    // Any of the three may come first: the refunds that follow are of the two invoices that kept their money.
    const [second, third] = invoices.filter((_, index) => answers[index]!.status === 409);
    expect((await refund(store, second!, 40)).status).toBe(201);
    await world.current.database.query(
      `update refunds set created_at = created_at - interval '2 days' where company_id = $1`,
      [store.companyId],
    );
    expect((await refund(store, third!, 60)).status).toBe(201);
  });
});
