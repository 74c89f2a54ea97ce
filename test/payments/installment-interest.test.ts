import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InvoiceBody } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface Plan {
  installments: number;
  installment_amount: number;
  interest_amount: number;
  total: number;
}

interface Amounts extends InvoiceBody {
  installment_interest_amount: number;
}

/** R$ 100.00 in six parts at 2.49 % a month: six times R$ 18.15. */
const [IN_SIX, INTEREST] = [108.9, 8.9];

describe('a card payment in parts that costs interest', () => {
  const world = useApiWorld();
  let store: TestStore;
  const setTable = (companyId: number, table: object | null) =>
    world.current.database.query('update companies set installment_interest = $2 where id = $1', [companyId, table]);
  beforeAll(async () => {
    store = await world.current.createStore();
    await setTable(store.companyId, { freeUpTo: 3, monthlyPpm: 24_900 });
  });

  const make = (fields: object = {}) => store.createInvoice({ payment_method: 'card', installments: 12, ...fields });
  const request = (path: string, body: object = {}) =>
    store.sandbox.request<Record<string, unknown>>('POST', `/api/v1${path}`, body);
  const submit = (id: number, installments: number, amount?: number) =>
    request(`/invoices/${id}/payments`, { card_token: 'tok_approved', installments, ...(amount && { amount }) });
  const read = (id: number) => store.sandbox.invoice(id) as Promise<Amounts>;
  const paidBy = async (id: number, at = 0) => {
    const attempt = (await read(id)).payments[at]!;
    await confirmPayment(world.current, { attemptId: attempt.id, amountCents: Math.round(attempt.amount * 100) });
    return read(id);
  };
  const plansOf = async (id: number) =>
    (await store.sandbox.get<{ installment_plans: Plan[] }>(`/api/v1/invoices/${id}/quote`)).body.installment_plans;

  test('the quote names every plan, and a payment in parts asks for its total', async () => {
    const { id } = await make();
    const plans = await plansOf(id);
    expect(plans.map(({ installments }) => installments)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(plans[2]).toEqual({
      ...{ installments: 3, installment_amount: 33.33, interest_amount: 0, total: 100 },
      ...{ monthly_rate: 0, effective_annual_cost: 0 },
    });
    expect(plans[5]).toMatchObject({ installment_amount: 18.15, interest_amount: INTEREST, total: IN_SIX });
    expect((await submit(id, 6)).status).toBe(201);
    expect((await read(id)).payments).toMatchObject([
      { amount: IN_SIX, installments: 6, installment_interest_amount: INTEREST },
    ]);
  });

  test('the amount that the payer agreed to is the total of the plan', async () => {
    const { id } = await make();
    expect(await submit(id, 6, 100)).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: IN_SIX } });
    expect((await read(id)).payments).toEqual([]);
    expect((await submit(id, 6, IN_SIX)).status).toBe(201);
  });

  test('the interest is owed once it is paid: total, events, ledger and refunds include it', async () => {
    const { id } = await make();
    await submit(id, 6);
    expect(await read(id)).toMatchObject({ total: 100, amount_due: 100, installment_interest_amount: 0 });
    expect(await paidBy(id)).toMatchObject({
      ...{ status: 'paid', subtotal: 100, total: IN_SIX, installment_interest_amount: INTEREST },
      ...{ amount_paid: IN_SIX, amount_due: 0 },
      installment_interest: { free_up_to: 3, monthly_rate: 2.49 },
    });
    const { body } = await store.sandbox.get<{ data: { event: string; data: object }[] }>(
      `/api/v1/events?invoice_id=${id}`,
    );
    expect(body.data.map(({ event }) => event)).not.toContain('invoice.overpaid');
    expect(body.data.find(({ event }) => event === 'invoice.payment_confirmed')!.data).toMatchObject({
      ...{ total: IN_SIX, installment_interest_amount: INTEREST, amount_paid: IN_SIX },
    });
    expect(await plansOf(id)).toEqual([]);
    await request(`/invoices/${id}/refunds`, { amount: INTEREST });
    expect((await read(id)).total).toBe(IN_SIX);
  });

  test('after a part in cash, the interest is that of the rest, and stays when the cash is taken back', async () => {
    const { id } = await make();
    const cash = await request(`/invoices/${id}/external-payments`, { method: 'cash', amount: 40 });
    const rest = (await plansOf(id))[5]!;
    expect(rest).toMatchObject({ installment_amount: 10.89, total: 65.34, interest_amount: 5.34 });
    expect((await submit(id, 6, 65.34)).status).toBe(201);
    expect(await paidBy(id)).toMatchObject({ status: 'paid', total: 105.34, amount_paid: 105.34, amount_due: 0 });
    expect((await request(`/payments/${String(cash.body.id)}/reversal`, { reason: 'Counted twice' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'open', total: 105.34, amount_paid: 65.34, amount_due: 40 });
  });

  test('a second card that pays a paid invoice owes no interest: all of its money is surplus', async () => {
    const { id } = await make();
    await submit(id, 6);
    const [first] = (await read(id)).payments;
    await request(`/invoices/${id}/external-payments`, { method: 'cash' });
    await confirmPayment(world.current, { attemptId: first!.id, amountCents: 108_90 });
    expect(await read(id)).toMatchObject({ total: 100, installment_interest_amount: 0, amount_paid: 208.9 });
  });

  test('an invoice keeps the table of the day on which it was made', async () => {
    const other = await world.current.createStore();
    const before = await other.createInvoice({ payment_method: 'card', installments: 6 });
    await setTable(other.companyId, { freeUpTo: 1, monthlyPpm: 10_000 });
    const after = await other.createInvoice({ payment_method: 'card', installments: 6 });
    expect([before, after]).toMatchObject([
      { installment_interest: null },
      { installment_interest: { free_up_to: 1, monthly_rate: 1 } },
    ]);
    const pix = await other.createInvoice();
    expect((await other.sandbox.get(`/api/v1/invoices/${pix.id}/quote`)).body).toMatchObject({ installment_plans: [] });
  });

  test('a checkout takes the total that its page showed, and no other', async () => {
    const { id, checkout_hash: hash } = await make();
    const send = (amount: number) =>
      fetch(`${world.current.baseUrl}/checkout/${hash}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ card_token: 'tok_approved', installments: 6, amount }),
      });
    const refused = await send(100);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'amount_changed', amount: IN_SIX });
    expect((await send(IN_SIX)).status).toBe(202);
    const page = await (await fetch(`${world.current.baseUrl}/checkout/${hash}`)).text();
    expect(page.replaceAll('\u00a0', ' ')).toContain('R$ 108,90');
    await paidBy(id);
  });
});
