import { afterEach, describe, expect, test } from '@jest/globals';
import type { InvoiceBody } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { HOUR, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';
import { untilQuiet } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

/** A boleto that shows a Pix code for the same debt. */
describe('a boleto with a Pix code beside it', () => {
  const world = useSkippedTimeWorld();
  afterEach(() => untilQuiet(world.current));

  const open = async (): Promise<{ store: TestStore; invoice: InvoiceBody }> => {
    const store = await world.current.createStore({ boletoWithPix: true, boletoMaxDaysAfterDue: 10 });
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    const invoice = await eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.status === 'pending' && seen.pix !== null,
    );
    return { store, invoice };
  };
  const pay = (store: TestStore, id: number, fields: Record<string, unknown> = {}): Promise<InvoiceBody> =>
    store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed', ...fields });
  const canceledAtGateway = async (id: number): Promise<{ method: string; canceled: boolean }[]> =>
    world.current.database.query(
      `select attempt.method, charge.canceled from sandbox_charges charge
       join payment_attempts attempt on attempt.id = charge.attempt_id where attempt.invoice_id = $1
       order by attempt.number`,
      [id],
    );

  test('shows both; the Pix that is paid takes the boleto back', async () => {
    const { store, invoice } = await open();
    const { id } = invoice;
    expect(invoice).toMatchObject({
      ...{ payment_method: 'boleto', boleto: { digitable_line: expect.any(String) } },
      payments: [
        { payment_method: 'boleto', status: 'pending', amount: 100 },
        { payment_method: 'pix', status: 'pending', amount: 100 },
      ],
    });
    const { checkout_url: url } = invoice as InvoiceBody & { checkout_url: string };
    const page = await (await fetch(url, { headers: { 'Accept-Language': 'en' } })).text();
    expect(page).toContain('Or pay with Pix');
    expect(page).toContain(invoice.pix!.qr_code);
    expect((await fetch(`${url}/pix.svg`)).status).toBe(200);

    await pay(store, id, { by: 'pix' });
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(id)).toMatchObject({
      status: 'paid',
      payments: [{ status: 'canceled' }, { status: 'paid', received: [{ amount: 100 }] }],
    });
    await untilClosed(id);
    expect(await canceledAtGateway(id)).toEqual([
      { method: 'boleto', canceled: true },
      { method: 'pix', canceled: false },
    ]);
    await recordHistory(world.current.env, id, 'boleto-with-pix');
  });

  test('the boleto that is paid takes the Pix back', async () => {
    const { store, invoice } = await open();
    await pay(store, invoice.id);
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({
      status: 'paid',
      payments: [{ status: 'paid' }, { status: 'canceled' }],
    });
    await untilClosed(invoice.id);
    expect(await canceledAtGateway(invoice.id)).toEqual([
      { method: 'boleto', canceled: false },
      { method: 'pix', canceled: true },
    ]);
  });

  test('a Pix that is refused leaves the boleto as it is, and money in part is asked for anew by both', async () => {
    const { store, invoice } = await open();
    const { id } = invoice;
    await pay(store, id, { by: 'pix', outcome: 'refused' });
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'pending', pix: null, boleto: expect.any(Object) });
    await pay(store, id, { amount: 20 });
    await untilQuiet(world.current);
    const rest = await eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.status === 'pending' && seen.pix !== null,
    );
    expect(rest).toMatchObject({ amount_paid: 20, amount_due: 80 });
    expect(rest.payments.slice(2)).toMatchObject([
      { payment_method: 'boleto', status: 'pending', amount: 80 },
      { payment_method: 'pix', status: 'pending', amount: 80 },
    ]);
    await pay(store, id, { by: 'pix' });
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('overdue, the code asks for fine and interest as the boleto does; expired, both are taken back', async () => {
    const { store, invoice } = await open();
    const { id, due_date: due } = invoice as InvoiceBody & { due_date: string };
    const { overdue_at: overdueAt, expires_at: expiresAt } = await times(id);
    await untilQuiet(world.current);
    await world.current.advance(overdueAt.getTime() + HOUR - (await world.current.now()).getTime());
    await untilQuiet(world.current);
    const late = await store.sandbox.invoice(id);
    expect(late).toMatchObject({ status: 'overdue', due_date: due, pix: { txid: invoice.pix!.txid } });
    await world.current.advance(expiresAt.getTime() + MINUTE - (await world.current.now()).getTime());
    await untilQuiet(world.current);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'expired', pix: null, boleto: null });
    await untilClosed(id);
    expect((await canceledAtGateway(id)).map(({ canceled }) => canceled)).toEqual([true, true]);
  });

  test('a store that does not ask for it has a boleto alone', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    await untilQuiet(world.current);
    const invoice = await store.sandbox.invoice(id);
    expect(invoice.pix).toBeNull();
    expect(invoice.payments).toHaveLength(1);
  });

  async function times(id: number): Promise<{ overdue_at: Date; expires_at: Date }> {
    const [row] = await world.current.database.query<{ overdue_at: Date; expires_at: Date }>(
      'select overdue_at, expires_at from invoices where id = $1',
      [id],
    );
    return row!;
  }

  async function untilClosed(id: number): Promise<void> {
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
  }
});
