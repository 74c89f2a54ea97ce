import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface Received {
  id: number;
  invoice_id: number;
  method: string;
  gateway: string;
  amount: number;
}

describe('money that no gateway brings, and claims that are given up', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const post = <T = Record<string, unknown>>(path: string, body: object = {}) =>
    store.sandbox.request<T>('POST', `/api/v1${path}`, body);
  const invoiceOf = (id: number) => store.sandbox.invoice(id) as Promise<unknown>;
  const entriesOf = async (id: number): Promise<Record<string, number>> => {
    const rows = await world.current.database.query<{ account: string; cents: string }>(
      'select account, sum(amount_cents) as cents from ledger_entries where invoice_id = $1 group by 1 having sum(amount_cents) <> 0',
      [id],
    );
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  };
  const eventsOf = async (id: number): Promise<string[]> =>
    (
      await world.current.database.query<{ type: string }>(
        `select type from events where resource_type = 'invoice' and resource_id = $1 order by sequence`,
        [id],
      )
    ).map(({ type }) => type);

  test('cash settles an invoice, takes its charge back, and is told apart from the money of a gateway', async () => {
    const { id } = await store.createInvoice();
    const { status, body } = await post<Received>(`/invoices/${id}/external-payments`, {
      ...{ method: 'cash', received_by: 'Ana', note: 'at the counter' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ invoice_id: id, method: 'cash', gateway: 'external', amount: 100, fee: null, received_by: 'Ana' },
      ...{ note: 'at the counter', reversed_at: null },
    });
    expect(await invoiceOf(id)).toMatchObject({
      ...{ status: 'paid', amount_paid: 100, amount_due: 0 },
      payments: [{ status: 'canceled', received: [] }],
      external_payments: [{ id: body.id, amount: 100 }],
    });
    expect(await entriesOf(id)).toEqual({ external: 10_000, receivable: -10_000 });
    expect(await eventsOf(id)).toEqual(['invoice.created', 'invoice.payment_confirmed']);
    expect((await post(`/invoices/${id}/refunds`)).body).toMatchObject({ code: 'nothing_to_refund' });
  });

  test('a part leaves a new charge for the rest, and the rest by Pix settles it', async () => {
    const { id } = await store.createInvoice();
    await post(`/invoices/${id}/external-payments`, { method: 'transfer', amount: 30 });
    const { status, payments } = await store.sandbox.invoice(id);
    expect(status).toBe('open');
    expect(payments).toMatchObject([
      { status: 'canceled', amount: 100 },
      { status: 'pending', amount: 70 },
    ]);
    await confirmPayment(world.current, { attemptId: payments[1]!.id, amountCents: 7_000 });
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect(await entriesOf(id)).toEqual({ external: 3_000, gateway_balance: 7_000, receivable: -10_000 });
  });

  test('is taken back once: the invoice is owed again, with a charge for all of it', async () => {
    const { id } = await store.createInvoice();
    const { body } = await post<Received>(`/invoices/${id}/external-payments`, { method: 'check' });
    const reversed = await post(`/payments/${body.id}/reversal`, { reason: 'The check was returned' });
    expect(reversed).toMatchObject({ status: 200, body: { reversal_reason: 'The check was returned' } });
    expect(await invoiceOf(id)).toMatchObject({ status: 'open', amount_paid: 0, amount_due: 100, paid_at: null });
    expect((await store.sandbox.invoice(id)).payments.map(({ status }) => status)).toEqual(['canceled', 'pending']);
    expect(await entriesOf(id)).toEqual({});
    expect((await post(`/payments/${body.id}/reversal`, { reason: 'again' })).body).toMatchObject({
      ...{ status: 409, code: 'already_reversed' },
    });
    const { data } = (await store.sandbox.get<{ data: Received[] }>(`/api/v1/payments?invoice_id=${id}`)).body;
    expect(data).toMatchObject([{ id: body.id, amount: 100 }]);
  });

  test.each([
    ['more than is missing', { method: 'cash', amount: 100.01 }, { field: 'amount', code: 'too_large' }],
    [
      'a moment to come',
      { method: 'cash', paid_at: '2999-01-01T00:00:00Z' },
      { field: 'paid_at', code: 'in_the_future' },
    ],
    ['a moment before', { method: 'cash', paid_at: '2020-01-01T00:00:00Z' }, { field: 'paid_at', code: 'too_early' }],
    ['a method of gateways', { method: 'pix' }, { field: 'method' }],
  ])('%s is refused, and nothing is booked', async (_, body, error) => {
    const { id } = await store.createInvoice();
    const answer = await post(`/invoices/${id}/external-payments`, body);
    expect(answer).toMatchObject({ status: 422, body: { errors: [error] } });
    expect(await invoiceOf(id)).toMatchObject({ status: 'open', amount_paid: 0 });
  });

  test('money of a gateway is not taken back, and nobody pays a paid invoice twice by hand', async () => {
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    const { data } = (await store.sandbox.get<{ data: Received[] }>(`/api/v1/payments?invoice_id=${id}`)).body;
    expect((await post(`/payments/${data[0]!.id}/reversal`, { reason: 'no' })).body).toMatchObject({
      code: 'not_external',
    });
    expect((await post(`/invoices/${id}/external-payments`, { method: 'cash' })).body).toMatchObject({
      code: 'nothing_owed',
    });
    expect((await post(`/payments/999999/reversal`, { reason: 'no' })).status).toBe(404);
  });

  test('a credit note lowers what is due, with a charge for the rest, and never to nothing', async () => {
    const { id } = await store.createInvoice();
    const granted = await post(`/invoices/${id}/credit-notes`, { amount: 10, reason: 'Delivered late' });
    expect(granted).toMatchObject({ status: 201, body: { kind: 'credit_note', amount: 10, reason: 'Delivered late' } });
    expect(await invoiceOf(id)).toMatchObject({ status: 'open', total: 100, amount_credited: 10, amount_due: 90 });
    const { payments } = await store.sandbox.invoice(id);
    expect(payments).toMatchObject([{ status: 'canceled' }, { status: 'pending', amount: 90 }]);
    expect((await post(`/invoices/${id}/credit-notes`, { amount: 90, reason: 'all' })).body).toMatchObject({
      errors: [{ field: 'amount', code: 'too_large' }],
    });
    await confirmPayment(world.current, { attemptId: payments[1]!.id, amountCents: 9_000 });
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 90, amount_due: 0 });
    expect(await entriesOf(id)).toEqual({ credit_notes: 1_000, gateway_balance: 9_000, receivable: -10_000 });
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/concessions`);
    expect(body.data).toHaveLength(1);
    expect((await post(`/invoices/${id}/credit-notes`, { amount: 1, reason: 'late' })).body).toMatchObject({
      code: 'nothing_owed',
    });
  });

  test('a credit note for the rest of an invoice that was paid in part makes it paid', async () => {
    const { id } = await store.createInvoice();
    await post(`/invoices/${id}/external-payments`, { method: 'cash', amount: 60 });
    await post(`/invoices/${id}/credit-notes`, { amount: 40, reason: 'One box was missing' });
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 60, amount_credited: 40, amount_due: 0 });
    expect((await eventsOf(id)).at(-1)).toBe('invoice.payment_confirmed');
  });

  test('a write-off ends the claim, and money that comes all the same takes so much of it back', async () => {
    const { id, payments } = await store.createInvoice();
    const lost = await post(`/invoices/${id}/write-off`, { reason: 'Bankrupt' });
    expect(lost).toMatchObject({ status: 201, body: { kind: 'write_off', amount: 100 } });
    expect(await invoiceOf(id)).toMatchObject({ status: 'canceled', amount_written_off: 100, amount_due: 0 });
    expect(await entriesOf(id)).toEqual({ write_offs: 10_000, receivable: -10_000 });
    expect((await post(`/invoices/${id}/write-off`, { reason: 'again' })).body).toMatchObject({ code: 'nothing_owed' });
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', amount_written_off: 0, amount_paid: 100 });
    expect(await entriesOf(id)).toEqual({ gateway_balance: 10_000, receivable: -10_000 });
  });

  test('another store’s token finds none of it', async () => {
    const { id } = await store.createInvoice();
    const { body } = await post<Received>(`/invoices/${id}/external-payments`, { method: 'cash' });
    const other = await world.current.createStore();
    for (const path of [`/payments/${body.id}`, `/invoices/${id}/concessions`]) {
      expect((await other.sandbox.get(`/api/v1${path}`)).status).toBe(404);
    }
    for (const path of ['/payments', '/ledger', '/refunds', '/disputes', '/payouts']) {
      expect((await other.sandbox.get(`/api/v1${path}`)).body).toEqual({ data: [], has_more: false });
    }
    expect((await other.sandbox.post(`/api/v1/payments/${body.id}/reversal`, { reason: 'mine' })).status).toBe(404);
  });

  test('leaves lines in the audit log, without the words about the customer', async () => {
    const { id } = await store.createInvoice();
    await post(`/invoices/${id}/write-off`, { reason: 'Gone abroad' });
    const rows = await world.current.database.query<{ action: string; details: object }>(
      'select action, details from audit_entries where subject = $1',
      [`invoice ${id}`],
    );
    expect(rows).toEqual([
      { action: 'writeOffInvoice', details: { concession_id: expect.any(Number), amount_cents: 10_000 } },
    ]);
  });

  test('PostgreSQL refuses a change of an entry, and a transaction that does not come to zero', async () => {
    const { database } = world.current;
    await expect(database.query('update ledger_entries set amount_cents = 1')).rejects.toThrow('append-only');
    await expect(database.query('delete from ledger_transactions')).rejects.toThrow('append-only');
    await expect(
      database.query(
        `insert into ledger_entries (company_id, environment, transaction_id, kind, account, amount_cents, counts_on, posted_at)
         select company_id, environment, id, kind, 'fees', 5, current_date, now() from ledger_transactions limit 1`,
      ),
    ).rejects.toThrow('come to 5 cents, and not to zero');
  });
});
