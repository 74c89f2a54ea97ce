import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { useApiWorld } from '../../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../../support/gateway-callback.ts';
import type { TestStore } from '../../support/world.ts';

/** Reminders that the store asks for by hand, as the API takes and refuses them. */
describe('a reminder by hand', () => {
  const world = useApiWorld();

  const remind = (store: TestStore, id: number, body?: object) =>
    store.sandbox.post<{ id: number; code?: string }>(`/api/v1/invoices/${id}/reminders`, body);
  async function paid(store: TestStore): Promise<{ id: number; attemptId: number }> {
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    return { id, attemptId: payments[0]!.id };
  }

  test('is ordered for its payer, of no step, and can be read before it is sent', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const { status, body } = await remind(store, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ invoice_id: id, kind: 'reminder', channel: 'email', step: null, due_date: null });
    const { body: content } = await store.sandbox.get<{ subject: string; text: string }>(
      `/api/v1/messages/${body.id}/content`,
    );
    expect(content.subject).toMatch(/^Padaria Estrela: sua cobrança de R\$\s100,00 espera o pagamento$/);
    expect(content.text).toContain('/checkout/');
  });

  test('of an invoice with a due date says when that is', async () => {
    const store = await world.current.createStore();
    const day = DateTime.now().plus({ days: 40 }).toISODate();
    const { id } = await store.createInvoice({ payment_method: 'boleto', due_date: day });
    const { body } = await remind(store, id);
    const content = await store.sandbox.get<{ subject: string }>(`/api/v1/messages/${body.id}/content`);
    expect(content.body.subject).toContain(
      `vence em ${DateTime.fromISO(day).setLocale('pt-BR').toLocaleString(DateTime.DATE_FULL)}`,
    );
  });

  test('goes out once a day by each channel', async () => {
    const store = await world.current.createStore();
    await store.sandbox.request('PATCH', `/api/v1/customers/${store.customerId}`, { phone: '+5511912345678' });
    const { id } = await store.createInvoice();
    expect((await remind(store, id)).status).toBe(201);
    expect(await remind(store, id)).toMatchObject({ status: 409, body: { code: 'reminded_lately' } });
    expect((await remind(store, id, { channel: 'sms' })).status).toBe(201);
    expect(await remind(store, id, { channel: 'pigeon' })).toMatchObject({ status: 422 });
    const { body } = await store.sandbox.get<{ data: { channel: string }[] }>(`/api/v1/messages?invoice_id=${id}`);
    expect(body.data.map(({ channel }) => channel)).toEqual(['sms', 'email']);
  });

  test('is refused, and nothing is ordered, where its payer is not to be asked', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    expect(await remind(store, id, { channel: 'sms' })).toMatchObject({ body: { code: 'customer_has_no_phone' } });
    await store.sandbox.post(`/api/v1/invoices/${id}/reminders/hold`);
    expect(await remind(store, id)).toMatchObject({ status: 409, body: { code: 'reminders_held' } });
    await store.sandbox.post(`/api/v1/invoices/${id}/reminders/resume`);
    const settled = await paid(store);
    expect(await remind(store, settled.id)).toMatchObject({ status: 409, body: { code: 'invoice_not_owed' } });
    await store.sandbox.request('PATCH', `/api/v1/customers/${store.customerId}`, { accepts_reminders: false });
    expect(await remind(store, id)).toMatchObject({ status: 409, body: { code: 'reminders_stopped' } });
    expect((await remind(store, 999_999)).status).toBe(404);
    expect((await store.sandbox.get<{ data: object[] }>('/api/v1/messages')).body.data).toEqual([]);
  });

  test('is refused while a bank disputes money of an invoice that is still owed', async () => {
    const store = await world.current.createStore();
    const { id, payments } = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 4_000, paymentId: `pay_${id}` });
    await sendGatewayCallback(world.current, {
      ...{ type: 'dispute', paymentId: `pay_${id}`, gatewayDisputeId: `dp_${id}`, status: 'open' },
      ...{ amountCents: 100, reason: 'fraudulent', saidAt: new Date().toISOString() },
      answerUntil: new Date(Date.now() + 432_000_000).toISOString(),
    });
    expect(await remind(store, id)).toMatchObject({ status: 409, body: { code: 'invoice_disputed' } });
  });
});
