import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { changeInvoice } from '../../src/invoices/change-invoice.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { statementsOf } from '../support/count-queries.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface Problem {
  code: string;
  errors: { field: string; code: string }[];
}

const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

describe('an update of an invoice', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  const update = (id: number, changes: Record<string, unknown>) =>
    store.sandbox.request<InvoiceBody & Problem & Record<string, unknown>>('PATCH', `/api/v1/invoices/${id}`, changes);
  const eventsOf = async (id: number) =>
    (
      await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
        `/api/v1/events?invoice_id=${id}`,
      )
    ).body.data.reverse();
  const line = (quantity: number) => [{ product_id: store.productId, quantity }];

  test('an update of the items prices them anew, gives the old charge up, and asks for a new one', async () => {
    const created = await store.createInvoice();
    const { id: productId } = await store.sandbox.create<{ id: number }>('/api/v1/products', {
      name: 'Bolo',
      price: 19.99,
    });
    const answer = await update(created.id, { products: [...line(1), { product_id: productId, quantity: 3 }] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'open',
      subtotal: 109.97,
      total: 109.97,
      amount_due: 109.97,
      products: [
        { name: 'Pão de queijo', quantity: 1, unit_price: 50, amount: 50 },
        { name: 'Bolo', quantity: 3, unit_price: 19.99, amount: 59.97 },
      ],
      payments: [
        { status: 'canceled', amount: 100 },
        { status: 'pending', amount: 109.97 },
      ],
    });
    const { event, data } = (await eventsOf(created.id)).at(-1)!;
    expect(event).toBe('invoice.updated');
    expect(data).toMatchObject({ changed: ['products'], total: 109.97, status: 'open' });
  });

  test('an update of lines that are no products changes nothing where they are the same', async () => {
    const products = [{ name: 'Bolo de casamento', unit_price: 19.99, quantity: 3 }, ...line(1)];
    const { id } = await store.createInvoice({ products });
    expect((await update(id, { products })).body).toMatchObject({ total: 109.97 });
    expect((await eventsOf(id)).map(({ event }) => event)).not.toContain('invoice.updated');
    const dearer = [{ ...products[0], unit_price: 20 }, ...line(1)];
    expect((await update(id, { products: dearer })).body).toMatchObject({
      total: 110,
      products: [{ product_id: null, unit_price: 20 }, { product_id: store.productId }],
    });
    expect((await eventsOf(id)).at(-1)!.data).toMatchObject({ changed: ['products'] });
  });

  test("a change takes the store's turn in the list of events last, so that other changes wait for its commit alone", async () => {
    const { id: invoiceId } = await store.createInvoice();
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const change = () =>
      changeInvoice(orm.em.fork(), { invoiceId, at: new Date(), dispatch: 'caller' }, ({ invoice, emit }) => {
        invoice.description = `Version ${invoice.version}`;
        emit('invoice.updated');
      });
    const statements = (await statementsOf(change)).filter((text) => text !== '');
    await orm.close();
    const isOfInvoice = statements.findIndex((text) => text.includes('update "invoices"'));
    const takesTurn = statements.findIndex((text) => text.includes('pg_advisory_xact_lock'));
    expect(isOfInvoice).toBeGreaterThan(0);
    expect(takesTurn).toBeGreaterThan(isOfInvoice);
    expect(statements[takesTurn]).toContain('insert into "events"');
    expect(statements.slice(takesTurn + 1)).toEqual(['commit']);
  });

  test('a change that nobody is to hear of is written all the same, without a version of its own', async () => {
    const { id: invoiceId } = await store.createInvoice();
    const rowOf = async () =>
      (await world.current.database.query('select version, description from invoices where id = $1', [invoiceId]))[0]!;
    const before = await rowOf();
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    await changeInvoice(orm.em.fork(), { invoiceId, at: new Date(), dispatch: 'caller' }, ({ invoice }) => {
      invoice.description = 'Feijoada';
    });
    await orm.close();
    expect(await rowOf()).toEqual({ ...before, description: 'Feijoada' });
  });

  test('keeps the name and price at which an item was sold, until the items are changed', async () => {
    const { id: productId } = await store.sandbox.create<{ id: number }>('/api/v1/products', {
      name: 'Suco',
      price: 8,
    });
    const invoice = await store.createInvoice({ products: [{ product_id: productId, quantity: 1 }] });
    await store.sandbox.request('PATCH', `/api/v1/products/${productId}`, { name: 'Suco de uva', price: 9 });
    expect((await update(invoice.id, { due_date: inThirtyDays })).body).toMatchObject({
      total: 8,
      products: [{ name: 'Suco', unit_price: 8 }],
    });
    const changed = await update(invoice.id, { products: [{ product_id: productId, quantity: 2 }] });
    expect(changed.body).toMatchObject({ total: 18, products: [{ name: 'Suco de uva', unit_price: 9 }] });
  });

  test('an update of the method makes the invoice payable by the new one alone', async () => {
    const created = await store.createInvoice();
    const boleto = await update(created.id, { payment_method: 'boleto' });
    expect(boleto.body.due_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(boleto.body.payments.map((payment) => [payment.status, payment])).toMatchObject([
      ['canceled', { payment_method: 'pix' }],
      ['pending', { payment_method: 'boleto' }],
    ]);
    const card = await update(created.id, { payment_method: 'card', installments: 3 });
    expect(card.body).toMatchObject({ payment_method: 'card', installments: 3 });
    expect(card.body.payments.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('an update of the labels alone leaves the charge as it is, and is announced too', async () => {
    const created = await store.createInvoice({ metadata: { order: '7', source: 'app' } });
    const changes = { description: 'Festa', external_reference: 'o-77', metadata: { source: null, table: '4' } };
    const { body } = await update(created.id, changes);
    expect(body).toMatchObject({ description: 'Festa', external_reference: 'o-77' });
    expect(body.metadata).toEqual({ order: '7', table: '4' });
    expect(body.payments).toHaveLength(1);
    const { data } = (await eventsOf(created.id)).at(-1)!;
    expect(data.changed).toEqual(['description', 'external_reference', 'metadata']);
  });

  test('to what already is changes nothing and says nothing', async () => {
    const created = await store.createInvoice({ discount: { type: 'fixed', value: 1 }, metadata: { a: 'b' } });
    const same = await update(created.id, {
      products: line(2),
      payment_method: 'pix',
      due_date: null,
      discount: { type: 'fixed', value: 1 },
      fine: null,
      metadata: { a: 'b' },
    });
    expect(same.body).toEqual(created);
    expect((await eventsOf(created.id)).map(({ event }) => event)).toEqual(['invoice.created']);
    expect((await update(created.id, {})).body).toEqual(created);
  });

  test('revives what had run out, and money for the old charge still counts', async () => {
    const created = await store.createInvoice();
    await world.current.database.query(`update invoices set status = 'abandoned' where id = $1`, [created.id]);
    const revived = await update(created.id, { products: line(3) });
    expect(revived.body).toMatchObject({ status: 'open', total: 150 });
    await confirmPayment(world.current, { attemptId: created.payments[0]!.id, amountCents: 10_000 });
    expect(await store.sandbox.invoice(created.id)).toMatchObject({ status: 'open', amount_paid: 100, amount_due: 50 });
    await confirmPayment(world.current, { attemptId: revived.body.payments[1]!.id, amountCents: 15_000 });
    expect(await store.sandbox.invoice(created.id)).toMatchObject({ status: 'paid', amount_paid: 250, total: 150 });
    expect((await eventsOf(created.id)).at(-1)).toMatchObject({
      event: 'invoice.overpaid',
      data: { amount_overpaid: 100 },
    });
  });

  test('an update of the amount is refused once money has arrived, or the invoice was canceled; labels are not', async () => {
    const part = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: part.payments[0]!.id, amountCents: 1 });
    const canceled = await store.createInvoice();
    await store.sandbox.post(`/api/v1/invoices/${canceled.id}/cancel`);
    for (const { id } of [part, canceled]) {
      const before = await store.sandbox.invoice(id);
      const refused = await update(id, { products: line(9), description: 'must not stay' });
      expect([refused.status, refused.body.code]).toEqual([409, 'invoice_not_editable']);
      expect(await store.sandbox.invoice(id)).toEqual(before);
      expect((await update(id, { description: 'A label' })).body).toMatchObject({ description: 'A label' });
    }
  });

  test.each([
    [{ products: [] }, 'products'],
    [{ products: [{ product_id: 999_999, quantity: 1 }] }, 'products[0].product_id'],
    [{ payment_method: 'cash' }, 'payment_method'],
    [{ due_date: '2020-01-01' }, 'due_date'],
    [{ fine: { type: 'percentage', value: 2 } }, 'due_date'],
    [{ discount: { type: 'percentage', value: 100 } }, 'discount.value'],
    [{ discount: { type: 'fixed', value: 100 } }, 'discount.value'],
    [{ discount: { type: 'percentage', value: 2.00001 } }, 'discount.value'],
    [{ interest: { type: 'fixed', value: 0.001 } }, 'interest.value'],
    [{ installments: 2 }, 'installments'],
    [{ installments: 13, payment_method: 'card' }, 'installments'],
    [{ customer_id: 1 }, 'customer_id'],
    [{ total: 1 }, 'total'],
    [{ metadata: { '': 'x' } }, 'metadata.'],
    [{ metadata: { a: 1 } }, 'metadata.a'],
    [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
    [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])) }, 'metadata'],
  ])('to %j is refused by the name of the field', async (changes, field) => {
    const created = await store.createInvoice();
    const answer = await update(created.id, changes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error) => error.field)).toEqual([field]);
    expect(await store.sandbox.invoice(created.id)).toEqual(created);
  });

  test('never leaves the old charge to be shown as the way to pay', async () => {
    const created = await store.createInvoice();
    const artefacts = { method: 'pix', qrCode: 'OLD', txid: 'OLD', expiresAt: new Date().toISOString() };
    await world.current.database.query(
      `update payment_attempts set registered_at = now(), artefacts = $2 where invoice_id = $1`,
      [created.id, JSON.stringify(artefacts)],
    );
    expect((await store.sandbox.invoice(created.id)).pix).toMatchObject({ qr_code: 'OLD' });
    expect((await update(created.id, { products: line(3) })).body.pix).toBeNull();
    expect((await update(created.id, { payment_method: 'card' })).body).toMatchObject({ pix: null, card: null });
    await store.sandbox.post(`/api/v1/invoices/${created.id}/cancel`);
    expect((await store.sandbox.invoice(created.id)).pix).toBeNull();
  });

  test('that asks again for the store’s own due date changes nothing, and a new method tells of its due date', async () => {
    const created = await store.createInvoice();
    await update(created.id, { payment_method: 'boleto' });
    expect((await eventsOf(created.id)).at(-1)!.data.changed).toEqual(['payment_method', 'due_date']);
    const before = await store.sandbox.invoice(created.id);
    await update(created.id, { due_date: null });
    await update(created.id, { due_date: null });
    expect(await store.sandbox.invoice(created.id)).toEqual(before);
  });

  describe('an update of the method in a store that has late fees', () => {
    const own = { fine: { type: 'percentage', value: 2 }, interest: { type: 'percentage', value: 0.0333 } };
    const none = { fine: null, interest: null };
    beforeAll(() => setLateFees(20_000, 333));
    afterAll(() => setLateFees(null, null));
    const setLateFees = (...ppm: (number | null)[]) =>
      world.current.database.query('update companies set default_fine = $2, default_interest = $3 where id = $1', [
        store.companyId,
        ...ppm.map((value) => value && JSON.stringify({ type: 'percentage', ppm: value })),
      ]);

    test('brings them to what becomes a boleto and names none, and takes them from what is one no longer', async () => {
      const created = await store.createInvoice();
      expect(created).toMatchObject(none);
      const boleto = await update(created.id, { payment_method: 'boleto' });
      expect(boleto.body).toMatchObject(own);
      expect((await eventsOf(created.id)).at(-1)!.data.changed).toEqual([
        'payment_method',
        'due_date',
        'fine',
        'interest',
      ]);
      const pix = await update(created.id, { payment_method: 'pix', due_date: null });
      expect([pix.status, pix.body]).toMatchObject([200, { ...none, payment_method: 'pix', due_date: null }]);
      const born = await store.createInvoice({ payment_method: 'boleto' });
      expect(born).toMatchObject(own);
      expect((await update(born.id, { payment_method: 'card' })).body).toMatchObject(none);
    });

    test('leaves those that were agreed on, and follows those that are named', async () => {
      const fine = { type: 'fixed', value: 5 };
      const created = await store.createInvoice({ due_date: inThirtyDays, fine });
      const boleto = await update(created.id, { payment_method: 'boleto', interest: null });
      expect(boleto.body).toMatchObject({ fine, interest: null });
      const pix = await update(created.id, { payment_method: 'pix' });
      expect(pix.body).toMatchObject({ fine, interest: null });
      const without = await update((await store.createInvoice()).id, { payment_method: 'boleto', ...none });
      expect(without.body).toMatchObject(none);
      const named = await store.createInvoice({ payment_method: 'boleto' });
      const kept = await update(named.id, { payment_method: 'pix', ...own });
      expect(kept.body).toMatchObject(own);
    });

    test('alone: a boleto that is changed otherwise stays as it was agreed', async () => {
      const created = await store.createInvoice({ payment_method: 'boleto', ...none });
      const changed = await update(created.id, { products: line(3), payment_method: 'boleto', due_date: inThirtyDays });
      expect(changed.body).toMatchObject({ ...none, total: 150 });
      const inherited = await store.createInvoice({ payment_method: 'boleto' });
      await setLateFees(10_000, null);
      expect((await update(inherited.id, { products: line(3) })).body).toMatchObject(own);
      await setLateFees(20_000, 333);
    });
  });

  test('does not use up the fresh codes that follow a refusal', async () => {
    const created = await store.createInvoice();
    for (let quantity = 3; quantity < 8; quantity += 1) await update(created.id, { products: line(quantity) });
    const attempt = (await store.sandbox.invoice(created.id)).payments.at(-1)!;
    await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId: attempt.id, reason: 'no_funds' });
    expect((await store.sandbox.invoice(created.id)).payments.at(-1)).toMatchObject({ status: 'pending' });
  });

  test('cannot gather more than fifty labels, however many updates bring them', async () => {
    const created = await store.createInvoice();
    const labels = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${prefix}${index}`, 'v']));
    expect((await update(created.id, { metadata: labels('a') })).status).toBe(200);
    const refused = await update(created.id, { metadata: labels('b') });
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'metadata', code: 'too_many_labels' }],
    ]);
  });

  test('a cancel is refused once money has arrived', async () => {
    const created = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: created.payments[0]!.id, amountCents: 9_999 });
    const answer = await store.sandbox.post<Problem>(`/api/v1/invoices/${created.id}/cancel`);
    expect([answer.status, answer.body.code]).toEqual([409, 'invoice_paid']);
  });

  test('by several at once is one after the other: no line and no charge is lost or doubled', async () => {
    const created = await store.createInvoice();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((quantity) => update(created.id, { products: line(quantity) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const invoice = await store.sandbox.invoice(created.id);
    expect(invoice.products).toHaveLength(1);
    expect(invoice.payments.filter(({ status }) => status === 'pending')).toHaveLength(1);
    expect(invoice.payments.at(-1)).toMatchObject({ status: 'pending', amount: invoice.total });
  });

  test('cannot make more than fifty charges', async () => {
    const created = await store.createInvoice();
    for (let quantity = 3; quantity < 52; quantity += 1) await update(created.id, { products: line(quantity) });
    expect((await store.sandbox.invoice(created.id)).payments).toHaveLength(50);
    const refused = await update(created.id, { products: line(100) });
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_attempts']);
  });
});
