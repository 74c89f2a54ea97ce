import { beforeAll, describe, expect, test } from '@jest/globals';
import { confirmPayment } from '../support/gateway-callback.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { TestStore } from '../support/world.ts';

interface TimelineBody {
  data: { id: string; what: string; details: Record<string, unknown> }[];
  has_more: boolean;
  waits_for: { what: string; why: string }[];
}

describe('the timeline of a long life', () => {
  const world = useApiWorld();
  let store: TestStore;
  let id: number;
  const CHANGES = 2_000;
  beforeAll(async () => {
    store = await world.current.createStore();
    ({ id } = await store.createInvoice());
    // As many changes of a label, each with the large body that a store may give its events.
    await world.current.database.query(
      `insert into events (company_id, environment, type, resource_type, resource_id, sequence, body, created_at)
       select company_id, environment, 'invoice.updated', 'invoice', resource_id, 1 + n,
         json_build_object('sequence', 1 + n, 'data', json_build_object('status', 'open', 'changed', array['description'],
           'more', repeat('x', 20000)))::text, created_at + n * interval '1 second'
       from events, generate_series(1, $2) as n where resource_type = 'invoice' and resource_id = $1 and sequence = 1`,
      [id, CHANGES],
    );
  });

  const read = async (query = '', invoiceId = id) =>
    (await store.sandbox.get<TimelineBody>(`/api/v1/invoices/${invoiceId}/timeline${query}`)).body;

  test('comes in pages, and all pages are the whole of it, each step once', async () => {
    const seen: string[] = [];
    for (let page = await read(); ; page = await read(`?starting_after=${page.data.at(-1)!.id}`)) {
      expect(page.data.length).toBeLessThanOrEqual(100);
      seen.push(...page.data.map((step) => step.id));
      if (!page.has_more) break;
    }
    // The creation, and the attempt.
    expect(new Set(seen).size).toBe(CHANGES + 2);
    expect(seen).toHaveLength(CHANGES + 2);
  });

  test('is read backwards too', async () => {
    const first = await read('?limit=3');
    const next = await read(`?limit=3&starting_after=${first.data.at(-1)!.id}`);
    expect(await read(`?limit=3&ending_before=${next.data[0]!.id}`)).toMatchObject({
      data: first.data,
      has_more: false,
    });
  });

  test('carries what a step tells, and no body', async () => {
    const { data } = await read('?limit=3');
    expect(data.map(({ what }) => what)).toEqual(['invoice.created', 'payment.submitted', 'invoice.updated']);
    expect(data[2]!.details).toEqual({
      ...{ event_id: expect.any(Number), sequence: 2, status: 'open', changed: ['description'] },
    });
    expect(JSON.stringify(await read()).length).toBeLessThan(60_000);
  });

  test.each([
    ['starting_after=event_999999999', 'starting_after'],
    ['ending_before=refund_999999999', 'ending_before'],
    ['starting_after=12', 'starting_after'],
    ['limit=101', 'limit'],
  ])('%s is refused by its name', async (query, field) => {
    const { status, body } = await store.sandbox.get<{ errors: { field: string }[] }>(
      `/api/v1/invoices/${id}/timeline?${query}`,
    );
    expect([status, body.errors.map((error) => error.field)]).toEqual([422, [field]]);
  });

  test('names some of many refunds that are under way, and counts the others', async () => {
    const paid = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: paid.payments[0]!.id, amountCents: 10_000 });
    for (let count = 0; count < 12; count += 1) {
      await store.sandbox.create(`/api/v1/invoices/${paid.id}/refunds`, { amount: 1 });
    }
    const waits = (await read('', paid.id)).waits_for.filter(({ what }) => what === 'refund');
    expect(waits).toHaveLength(11);
    expect(waits.at(-1)!.why).toBe("The gateway's word on 2 more refunds");
  });

  test('an invoice is refunded a thousand times at most', async () => {
    const paid = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: paid.payments[0]!.id, amountCents: 10_000 });
    await world.current.database.query(
      `insert into refunds (company_id, environment, invoice_id, payment_id, state, amount_cents, key_number, created_at, updated_at)
       select company_id, environment, invoice_id, id, 'failed', 1, 0, now(), now() from payments, generate_series(1, 1000)
       where invoice_id = $1`,
      [paid.id],
    );
    const refused = await store.sandbox.post(`/api/v1/invoices/${paid.id}/refunds`, { amount: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_refunds' } });
  });
});
