import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

/** Monday, at noon in São Paulo. */
const MONDAY = '2026-03-02T15:00:00Z';

describe('GET /invoices/{id}/quote', () => {
  let now = new Date(MONDAY);
  const world = useApiWorld({ clock: { now: () => Promise.resolve(now) } });
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  beforeEach(() => {
    now = new Date(MONDAY);
  });
  const boleto = (fields: Record<string, unknown> = {}) =>
    store.createInvoice({ payment_method: 'boleto', due_date: '2026-03-09', ...fields });
  const late = { fine: { type: 'percentage', value: 3 }, interest: { type: 'percentage', value: 1 } };
  const ask = (id: number, query = '') =>
    store.sandbox.get<Record<string, unknown>>(`/api/v1/invoices/${id}/quote${query}`);
  const quote = async (id: number, at: string) => (await ask(id, `?at=${at}`)).body;
  const pay = (invoice: InvoiceBody, amount: number) =>
    confirmPayment(world.current, {
      attemptId: invoice.payments[0]!.id,
      amountCents: Math.round(amount * 100),
      paymentId: `pay_${invoice.id}_${amount}`,
    });

  test('two days late, 3 % fine and 1 % a day of R$ 100 are R$ 105, asked for in advance', async () => {
    const { id } = await boleto(late);
    expect(await quote(id, '2026-03-11')).toEqual({
      invoice_id: id,
      at: '2026-03-11',
      due_date: '2026-03-09',
      days_late: 2,
      subtotal: 100,
      discount_amount: 0,
      fine_amount: 3,
      interest_amount: 2,
      installment_interest_amount: 0,
      total: 105,
      amount_paid: 0,
      amount_credited: 0,
      amount_due: 105,
      installment_plans: [],
    });
    expect(await quote(id, '2026-03-09')).toMatchObject({ days_late: 0, total: 100, amount_due: 100 });
  });

  test('asking changes nothing', async () => {
    const { id } = await boleto(late);
    const before = await store.sandbox.invoice(id);
    await quote(id, '2027-03-11');
    expect(await store.sandbox.invoice(id)).toEqual(before);
  });

  test('a discount is in it until its last day', async () => {
    const { id } = await boleto({ discount: { type: 'percentage', value: 10, until: '2026-03-05' } });
    expect(await quote(id, '2026-03-05')).toMatchObject({ discount_amount: 10, total: 90, amount_due: 90 });
    expect(await quote(id, '2026-03-06')).toMatchObject({ discount_amount: 0, total: 100, amount_due: 100 });
  });

  test('without a day it is today’s, by the store’s calendar', async () => {
    const { id } = await boleto();
    // 23:59 of the 10th in São Paulo is the 11th in UTC.
    now = new Date('2026-03-11T02:59:00Z');
    expect((await ask(id)).body).toMatchObject({ at: '2026-03-10', days_late: 1 });
    now = new Date('2026-03-11T03:00:00Z');
    expect((await ask(id)).body).toMatchObject({ at: '2026-03-11', days_late: 2 });
  });

  test('it agrees with the invoice of that day', async () => {
    const { id } = await boleto(late);
    const foretold = await quote(id, '2026-04-01');
    now = new Date('2026-04-01T15:00:00Z');
    expect(await store.sandbox.invoice(id)).toMatchObject({ amount_due: foretold.amount_due });
  });

  test('a part payment is taken off the amount due, not off the total', async () => {
    const created = await boleto(late);
    await pay(created, 40);
    expect(await quote(created.id, '2026-03-11')).toMatchObject({ total: 105, amount_paid: 40, amount_due: 65 });
  });

  test('the quote of a paid invoice has the settled amounts on any day', async () => {
    const created = await boleto(late);
    now = new Date('2026-03-11T15:00:00Z');
    await pay(created, 105);
    for (const at of ['2026-03-02', '2026-03-11', '2026-12-31']) {
      expect(await quote(created.id, at)).toMatchObject({
        at,
        days_late: 2,
        fine_amount: 3,
        interest_amount: 2,
        total: 105,
        amount_paid: 105,
        amount_due: 0,
      });
    }
  });

  test('a Pix code that was paid after its discount had ended was settled with the discount', async () => {
    const created = await store.createInvoice({ discount: { type: 'fixed', value: 15, until: '2026-03-02' } });
    now = new Date('2026-03-03T15:00:00Z');
    await pay(created, 85);
    expect(await quote(created.id, '2026-03-03')).toMatchObject({ discount_amount: 15, total: 85, amount_due: 0 });
  });

  test('a canceled invoice has nothing due', async () => {
    const { id } = await boleto(late);
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    expect(await quote(id, '2026-03-11')).toMatchObject({ total: 105, amount_due: 0 });
  });

  test('without a due date nobody is late', async () => {
    const { id } = await store.createInvoice();
    expect(await quote(id, '2027-01-01')).toMatchObject({ due_date: null, days_late: 0, total: 100 });
  });

  test.each([
    ['2026-03-01', 'too_early'],
    ['2031-03-03', 'too_far'],
  ])('%p is outside of the days it is told for', async (at, code) => {
    const { id } = await boleto();
    const { status, body } = await ask(id, `?at=${at}`);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: 'at', code }]);
  });

  test.each(['2026-03-02', '2031-03-02'])('%p is the first or last day that it is told for', async (at) => {
    const { id } = await boleto();
    expect((await ask(id, `?at=${at}`)).status).toBe(200);
  });

  test.each(['?at=2026-02-30', '?at=tomorrow', '?at=', '?day=2026-03-05'])('%p is refused', async (query) => {
    const { id } = await boleto();
    expect((await ask(id, query)).status).toBe(422);
  });
});
