import { describe, expect, test } from '@jest/globals';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { useApiWorld } from '../support/api-world.ts';
import { useDeliveries } from '../support/deliveries.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

/** Acts on the ticked rows of a list. */
describe('several rows of a list', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);

  async function setUp(role: 'owner' | 'developer' | 'support' = 'owner') {
    const store = await world.current.createStore();
    const person = await signedIn(world.current, { companyId: store.companyId, role });
    return { store, person, base: `/panel/stores/${store.companyId}/sandbox` };
  }
  const statusOf = async (store: TestStore, id: number) => (await store.sandbox.invoice(id)).status;
  const auditOf = (store: TestStore) =>
    world.current.database.query<{ action: string; subject: string }>(
      'select action, subject from audit_entries where company_id = $1 order by id',
      [store.companyId],
    );
  async function paid(store: TestStore): Promise<number> {
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    return id;
  }

  test('of invoices are canceled, each with its line in the audit log', async () => {
    const { store, person, base } = await setUp();
    const ids = [(await store.createInvoice()).id, (await store.createInvoice()).id];
    const left = (await store.createInvoice()).id;
    const answer = await person.submit(`${base}/invoices`, `${base}/invoices/remind`);
    expect(answer.status).toBe(422);
    expect(answer.html).toContain('Tick at least one row.');
    const done = await person.post(`${base}/invoices/cancel`, { row: ids.map(String) });
    expect(done).toMatchObject({ status: 303, location: `${base}/invoices?done=cancelInvoices` });
    expect(await Promise.all([...ids, left].map((id) => statusOf(store, id)))).toEqual([
      'canceled',
      'canceled',
      'open',
    ]);
    expect(await auditOf(store)).toEqual(ids.map((id) => ({ action: 'cancelInvoice', subject: `invoice ${id}` })));
  });

  test('that are refused keep no other back, and the page says why', async () => {
    const { store, person, base } = await setUp();
    const [open, received] = [(await store.createInvoice()).id, await paid(store)];
    const other = await setUp();
    const theirs = (await other.store.createInvoice()).id;
    const { status, html } = await person.post(`${base}/invoices/cancel`, {
      row: [received, open, theirs].map(String),
    });
    expect(status).toBe(200);
    expect(html).toContain('1 of 3: done.');
    expect(html).toMatch(new RegExp(`Invoice ${received}</a>: This invoice has received money`));
    expect(html).toContain(`Invoice ${theirs}</a>: `);
    expect(await statusOf(store, open)).toBe('canceled');
    expect(await statusOf(store, received)).toBe('paid');
    expect(await statusOf(other.store, theirs)).toBe('open');
    expect(await auditOf(store)).toEqual([{ action: 'cancelInvoice', subject: `invoice ${open}` }]);
  });

  test('are acted on once when a form is sent twice, and never more than a hundred at once', async () => {
    const { store, person, base } = await setUp();
    const { id } = await store.createInvoice();
    const form = { _key: crypto.randomUUID(), row: String(id) };
    expect((await person.post(`${base}/invoices/remind`, form)).location).toBe(`${base}/invoices?done=remindInvoices`);
    expect((await person.post(`${base}/invoices/remind`, form)).location).toBe(`${base}/invoices?done=already`);
    const many = Array.from({ length: 101 }, (_, index) => String(index + 1));
    expect((await person.post(`${base}/invoices/cancel`, { row: many })).status).toBe(422);
  });

  test('remind the payers that may be reminded, by e-mail', async () => {
    const { store, person, base } = await setUp();
    const [owed, received] = [(await store.createInvoice()).id, await paid(store)];
    const { html } = await person.post(`${base}/invoices/remind`, { row: [owed, received].map(String) });
    expect(html).toContain('1 of 2: done.');
    expect(html).toMatch(new RegExp(`Invoice ${received}</a>: Nobody owes this invoice`));
    const { body } = await store.sandbox.get<{ data: object[] }>('/api/v1/messages');
    expect(body.data).toMatchObject([{ invoice_id: owed, kind: 'reminder', channel: 'email', step: null }]);
  });

  test('of deliveries are sent again', async () => {
    const { store, person, base } = await setUp('developer');
    const failed: number[] = [];
    for (const number of [1, 1]) {
      const ids = await deliveries.pending(store);
      store.receiver.answerNext(500);
      await deliverWebhook(deliveries.deps, { ...ids, number, retryAfter: () => null, attemptsAllowed: 1 });
      failed.push(ids.deliveryId);
    }
    const { html } = await person.get(`${base}/deliveries?status=failed`);
    for (const id of failed) expect(html).toContain(`name="row" value="${id}"`);
    expect(html).toContain('answered 500');
    const answer = await person.post(`${base}/deliveries/redeliver`, { row: failed.map(String) });
    expect(answer.location).toBe(`${base}/deliveries?done=redeliverSeveral`);
    for (const id of failed) {
      expect((await store.sandbox.get(`/api/v1/deliveries/${id}`)).body).toMatchObject({ status: 'pending' });
    }
    const again = await person.post(`${base}/deliveries/redeliver`, { row: failed.map(String) });
    expect(again.html).toContain('0 of 2: done.');
    expect((await auditOf(store)).map(({ action }) => action)).toEqual(['redeliver', 'redeliver']);
  });

  test('are not there for who may not act on them', async () => {
    const { store, person, base } = await setUp('support');
    await store.createInvoice();
    expect((await person.get(`${base}/deliveries`)).html).not.toContain('name="row"');
    expect((await person.post(`${base}/deliveries/redeliver`, { row: '1' })).status).toBe(403);
  });
});
