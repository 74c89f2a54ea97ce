import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { createRegistrar } from '../support/registered-charges.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import type { TestStore } from '../support/world.ts';

/** 23:55 in São Paulo, and ten minutes later. */
const BEFORE_MIDNIGHT = new Date('2026-03-03T02:55:00Z');
const AFTER_MIDNIGHT = new Date('2026-03-03T03:05:00Z');
const UNTIL_TODAY = { type: 'percentage', value: 10, until: '2026-03-02' };

describe('the amount that is charged is the amount that was shown', () => {
  let now = BEFORE_MIDNIGHT;
  const clock = { now: () => Promise.resolve(now) };
  const world = useApiWorld({ clock });
  let orm: MikroORM;
  let store: TestStore;
  let register: (invoiceId: number) => Promise<void>;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    store = await world.current.createStore();
    register = createRegistrar(orm, clock);
  });
  afterAll(() => orm?.close());
  beforeEach(() => {
    now = BEFORE_MIDNIGHT;
  });

  const page = async ({ checkout_hash: hash }: InvoiceBody): Promise<string> => {
    const headers = { Accept: 'text/html', 'Accept-Language': 'en' };
    return (await (await fetch(`${world.current.baseUrl}/checkout/${hash}`, { headers })).text()).replaceAll(
      '\u00a0',
      ' ',
    );
  };
  const submit = async ({ checkout_hash: hash }: InvoiceBody, body: object) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${world.current.baseUrl}/checkout/${hash}/payments`, request);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const shownAmount = (html: string): string => /amount-value">R\$([\d.,]+)</.exec(html)![1]!;
  const rows = (html: string): string[] =>
    [...html.matchAll(/<div(?: class="total")?><dt>([^<]+)<\/dt><dd>R\$([\d.,]+)<\/dd>/g)].map(
      ([, label, amount]) => `${label} ${amount}`,
    );

  test('also where a discount ends between the page and the card: nothing is charged until the new amount is agreed to', async () => {
    const invoice = await store.createInvoice({ payment_method: 'card', discount: UNTIL_TODAY });
    const html = await page(invoice);
    expect(shownAmount(html)).toBe('90.00');
    expect(html).toContain('data-amount="90"');
    now = AFTER_MIDNIGHT;
    const refused = await submit(invoice, { card_token: 'tok_approved', amount: 90 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 100 } });
    expect((await store.sandbox.invoice(invoice.id)).payments).toEqual([]);
    expect(shownAmount(await page(invoice))).toBe('100.00');
    expect((await submit(invoice, { card_token: 'tok_approved', amount: 100 })).status).toBe(202);
    expect((await store.sandbox.invoice(invoice.id)).payments).toMatchObject([{ amount: 100 }]);
  });

  test('also where the store has changed the invoice meanwhile', async () => {
    const invoice = await store.createInvoice({ payment_method: 'card' });
    const changed = await store.sandbox.request('PATCH', `/api/v1/invoices/${invoice.id}`, {
      products: [{ product_id: store.productId, quantity: 10 }],
    });
    expect(changed.status).toBe(200);
    const refused = await submit(invoice, { card_token: 'tok_approved', amount: 100 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 500 } });
    expect((await store.sandbox.invoice(invoice.id)).payments).toEqual([]);
  });

  test('a card without the amount that was shown is refused by the field’s name', async () => {
    const invoice = await store.createInvoice({ payment_method: 'card' });
    const { status, body } = await submit(invoice, { card_token: 'tok_approved' });
    expect([status, body.errors]).toMatchObject([422, [{ field: 'amount' }]]);
  });

  test('a client system may say what its payer agreed to', async () => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const pay = (amount?: number) =>
      store.sandbox.post(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_approved', ...(amount && { amount }) });
    expect(await pay(99.99)).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 100 } });
    expect((await pay(100)).status).toBe(201);
  });

  test('a page shows what its live Pix code asks for, whatever day it is', async () => {
    const invoice = await store.createInvoice({ discount: UNTIL_TODAY });
    await register(invoice.id);
    expect(shownAmount(await page(invoice))).toBe('90.00');
    now = AFTER_MIDNIGHT;
    const html = await page(invoice);
    expect(shownAmount(html)).toBe('90.00');
    expect(rows(html)).toEqual(['Subtotal 100.00', 'Total 90.00']);
    expect((await store.sandbox.invoice(invoice.id)).pix!.qr_code).toContain('540590.00');
  });

  test('a page knows when the store’s day is over', async () => {
    const invoice = await store.createInvoice({ payment_method: 'card', discount: UNTIL_TODAY });
    expect(await page(invoice)).toContain('data-day-ends-in="300"');
  });

  test('a part payment that was given back is asked for again, by a code for all of it', async () => {
    const invoice = await store.createInvoice();
    await register(invoice.id);
    const [first] = (await store.sandbox.invoice(invoice.id)).payments;
    await confirmPayment(world.current, { attemptId: first!.id, amountCents: 4_000 });
    await register(invoice.id);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'pending', amount_due: 60 });
    const refund = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${invoice.id}/refunds`, {});
    await sendGatewayCallback(world.current, {
      type: 'refund_confirmed',
      refundId: refund.id,
      gatewayRefundId: 're_1',
    });
    await register(invoice.id);

    const after = await store.sandbox.invoice(invoice.id);
    expect(after).toMatchObject({ status: 'pending', amount_due: 100, amount_paid: 40, amount_refunded: 40 });
    expect(after.payments.at(-1)).toMatchObject({ status: 'pending', amount: 100 });
    const html = await page(invoice);
    expect(shownAmount(html)).toBe('100.00');
    expect(rows(html)).toEqual(['Total 100.00', 'Already paid 40.00', 'Refunded 40.00', 'Still to pay 100.00']);
    await confirmPayment(world.current, { attemptId: after.payments.at(-1)!.id, amountCents: 10_000 });
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  test('after a whole refund nothing is asked for, and the page tells what came and went', async () => {
    const invoice = await store.createInvoice();
    await register(invoice.id);
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const refund = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${invoice.id}/refunds`, {});
    await sendGatewayCallback(world.current, {
      type: 'refund_confirmed',
      refundId: refund.id,
      gatewayRefundId: 're_2',
    });
    const html = await page(invoice);
    expect(html).toContain('Payment refunded');
    expect(rows(html)).toEqual(['Total 100.00', 'Already paid 100.00', 'Refunded 100.00']);
  });

  test('a payer who has paid too much reads the sum that came, and the excess', async () => {
    const invoice = await store.createInvoice();
    await register(invoice.id);
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 12_500 });
    const html = await page(invoice);
    expect(shownAmount(html)).toBe('125.00');
    expect(html).toContain('R$25.00 more than was asked for');
    expect(rows(html)).toEqual(['Total 100.00', 'Already paid 125.00', 'Paid too much 25.00']);
  });
});
