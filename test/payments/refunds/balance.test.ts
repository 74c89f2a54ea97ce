import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../../src/app/open-database.ts';
import type { GatewayEvent } from '../../../src/gateways/payment-gateway.ts';
import { applyCallback, storeCallback } from '../../../src/payments/receive-callback.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../../support/gateway-callback.ts';
import type { TestStore } from '../../support/world.ts';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

describe('the status of an invoice that was paid', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  let told = 0;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    store = await world.current.createStore();
  });
  afterAll(() => orm?.close());

  /** An invoice of R$ 100.00 and what may happen to its money. */
  async function newInvoice() {
    const { id, payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    let count = 0;
    return {
      id,
      async pay(amountCents: number) {
        count += 1;
        await confirmPayment(world.current, { attemptId, amountCents, paymentId: `pay_${id}_${count}` });
      },
      async refund(fields: object = {}) {
        const given = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/refunds`, fields);
        const refundId = given.id;
        await sendGatewayCallback(world.current, {
          type: 'refund_confirmed',
          refundId,
          gatewayRefundId: `re_${refundId}`,
        });
        return refundId;
      },
      status: async () => (await store.sandbox.invoice(id)).status,
    };
  }

  test('is paid again once more than its total has come, whatever was given back before', async () => {
    const invoice = await newInvoice();
    await invoice.pay(10_000);
    await invoice.refund({ amount: 40 });
    expect(await invoice.status()).toBe('partially_refunded');
    await invoice.pay(4_000);
    expect(await invoice.status()).toBe('paid');
    await invoice.pay(1_000);
    expect(await invoice.status()).toBe('paid');
    await invoice.refund({ amount: 10 });
    expect(await invoice.status()).toBe('paid');
  });

  test('is not refunded while it holds money', async () => {
    const invoice = await newInvoice();
    await invoice.pay(10_000);
    await invoice.refund();
    expect(await invoice.status()).toBe('refunded');
    await invoice.pay(3_000);
    expect(await invoice.status()).toBe('partially_refunded');
    await invoice.refund();
    expect(await invoice.status()).toBe('refunded');
  });

  test('follows from what it holds alone, in whatever order money comes and goes', async () => {
    const amount = fc.integer({ min: 1, max: 12_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ comes: fc.boolean(), amount }), { maxLength: 5 }), async (moves) => {
        const invoice = await newInvoice();
        await invoice.pay(10_000);
        for (const move of moves) {
          if (move.comes) await invoice.pay(move.amount);
          else {
            const { status, body } = await store.sandbox.post<{ id: number }>(
              `/api/v1/invoices/${invoice.id}/refunds`,
              {
                amount: move.amount / 100,
              },
            );
            if (status !== 201) continue;
            const refund = { refundId: body.id, gatewayRefundId: `re_${body.id}` };
            await sendGatewayCallback(world.current, { type: 'refund_confirmed', ...refund });
          }
          const shown = (await store.sandbox.get<Record<string, number | string>>(`/api/v1/invoices/${invoice.id}`))
            .body;
          const net = Math.round((Number(shown.amount_paid) - Number(shown.amount_refunded)) * 100);
          expect(shown.status).toBe(net >= 10_000 ? 'paid' : net > 0 ? 'partially_refunded' : 'refunded');
        }
      }),
      { numRuns: 12 },
    );
  });

  /** As a gateway with disputes and other currencies tells it; the sandbox's own callbacks have neither. */
  async function tell(event: WithoutId<GatewayEvent>): Promise<string | null> {
    told += 1;
    const content = { gateway: 'sandbox', store: null, event: { id: `told_${told}`, ...event } };
    return applyCallback({ em: orm.em, clock: world.current.clock }, (await storeCallback(orm.em, content))!);
  }
  const dispute = (paymentId: string, status: 'open' | 'lost' | 'won', amountCents: number) =>
    tell({
      ...{ type: 'dispute', paymentId, gatewayDisputeId: `du_${paymentId}`, status, amountCents },
      ...{ reason: 'fraudulent', answerUntil: null, saidAt: new Date().toISOString() },
    });

  test('a dispute that is lost takes its money back: amounts, status and what is left to refund follow', async () => {
    const invoice = await newInvoice();
    await invoice.pay(10_000);
    await dispute(`pay_${invoice.id}_1`, 'open', 10_000);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
    await dispute(`pay_${invoice.id}_1`, 'lost', 10_000);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
    const again = await store.sandbox.post(`/api/v1/invoices/${invoice.id}/refunds`, {});
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } });
    const events = await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
      `/api/v1/events?invoice_id=${invoice.id}`,
    );
    expect(events.body.data.map(({ event }) => event).slice(0, 3)).toEqual([
      'invoice.refunded',
      'invoice.dispute_closed',
      'invoice.disputed',
    ]);
    expect(events.body.data[0]!.data).toMatchObject({
      amount: 100,
      status: 'refunded',
      dispute_id: expect.any(Number),
    });
    // Told twice, it went back once.
    await dispute(`pay_${invoice.id}_1`, 'lost', 10_000);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ amount_refunded: 100 });
  });

  test('a lost dispute takes back no more than the payment has left, and a won one nothing', async () => {
    const invoice = await newInvoice();
    await invoice.pay(10_000);
    await invoice.refund({ amount: 30 });
    await dispute(`pay_${invoice.id}_1`, 'lost', 10_000);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'refunded', amount_refunded: 100 });
    const other = await newInvoice();
    await other.pay(10_000);
    await dispute(`pay_${other.id}_1`, 'open', 10_000);
    await dispute(`pay_${other.id}_1`, 'won', 10_000);
    expect(await store.sandbox.invoice(other.id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
  });

  test('money in another currency is stored and never booked', async () => {
    const { id, payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    const paid = {
      attemptId,
      paymentId: `yen_${id}`,
      amountCents: 9_000,
      currency: 'JPY',
      paidAt: new Date().toISOString(),
    };
    expect(await tell({ type: 'payment_confirmed', ...paid })).toBe('foreign_currency');
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'open', amount_paid: 0 });
    // Money in BRL is booked, as ever.
    expect(await tell({ type: 'payment_confirmed', ...paid, paymentId: `brl_${id}`, currency: 'BRL' })).toBe('applied');
    expect(await store.sandbox.invoice(id)).toMatchObject({ amount_paid: 90 });
  });
});
