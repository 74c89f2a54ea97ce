import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

describe('an act by API', () => {
  const world = useApiWorld();
  const linesOf = ({ companyId }: TestStore) =>
    world.current.database.query<Record<string, unknown>>(
      `select action, subject, details, environment, actor, token_id, address from audit_entries
       where company_id = $1 order by id`,
      [companyId],
    );
  const tokenOf = async ({ companyId }: TestStore) => {
    const [row] = await world.current.database.query<{ id: string }>(
      `select id from api_tokens where company_id = $1 and environment = 'sandbox'`,
      [companyId],
    );
    return row!.id;
  };

  test('leaves a line with the token, the address and what was done, without a secret or the data of a payer', async () => {
    const store = await world.current.createStore();
    const { sandbox: api } = store;
    const invoice = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const refund = await api.create<{ id: number; payment_id: number }>(`/api/v1/invoices/${invoice.id}/refunds`, {
      ...{ amount: 12.5, reason: 'Maria complained' },
    });
    const hook = await api.create<{ id: number }>('/api/v1/webhooks', {
      ...{ url: 'http://127.0.0.1:3999/secret-path', events: ['*'] },
    });
    await api.request('PATCH', `/api/v1/webhooks/${hook.id}`, { url: 'http://127.0.0.1:3998/other' });
    await api.post(`/api/v1/webhooks/${hook.id}/rotate-secret`, { overlap_seconds: 7_200 });
    await api.request('PATCH', '/api/v1/webhook-settings', { retries: 1 });
    await api.request('DELETE', `/api/v1/webhooks/${hook.id}`);
    const other = await api.create<{ id: number }>('/api/v1/customers', {
      ...{ name: 'João Outro', email: 'joao@example.com', document: '52998224725' },
    });
    await api.get(`/api/v1/customers/${other.id}/personal-data`);
    await api.post(`/api/v1/customers/${other.id}/erase`, {});
    const token = await tokenOf(store);
    const lines = await linesOf(store);
    const line = (action: string, subject: string, details: unknown = {}) => ({
      ...{ action, subject, details, environment: 'sandbox', token_id: token, address: '127.0.0.1' },
      actor: `fatura_test_…${store.sandboxToken.slice(-4)}`,
    });
    expect(lines).toEqual([
      line('refundInvoice', `invoice ${invoice.id}`, {
        ...{ refund_id: refund.id, payment_id: refund.payment_id, amount_cents: 1_250 },
      }),
      line('createWebhook', `webhook ${hook.id}`, { host: '127.0.0.1:3999', events: ['*'] }),
      line('updateWebhook', `webhook ${hook.id}`, { host: '127.0.0.1:3998' }),
      line('rotateWebhookSecret', `webhook ${hook.id}`, { overlap_hours: 2 }),
      line('updateRetrySettings', 'webhook settings', { retries: 1 }),
      line('deleteWebhook', `webhook ${hook.id}`),
      line('exportCustomer', `customer ${other.id}`),
      line('eraseCustomer', `customer ${other.id}`),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|Maria|João/);
  });

  test('that is refused, or repeated by its key, leaves none', async () => {
    const store = await world.current.createStore();
    const { sandbox: api } = store;
    await api.request('DELETE', '/api/v1/webhooks/999999');
    const headers = { 'Idempotency-Key': 'settings-1' };
    for (let time = 0; time < 2; time += 1) {
      await api.request('PATCH', '/api/v1/webhook-settings', { retries: 2 }, headers);
    }
    expect(await linesOf(store)).toHaveLength(1);
  });

  test('is found by its token in the audit log, which names it', async () => {
    const store = await world.current.createStore();
    await store.sandbox.request('PATCH', '/api/v1/webhook-settings', { retries: 2 });
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await owner.post(`/panel/stores/${store.companyId}/sandbox/settings/beneficiary`, {
      ...{ name: 'Estrela', document: '', city: 'São Paulo' },
    });
    const path = `/panel/stores/${store.companyId}/sandbox/audit`;
    const all = (await owner.get(path)).html;
    expect(all).toContain('Changed the beneficiary');
    expect(all).toContain('Changed the retries of the webhooks');
    const token = await tokenOf(store);
    const of = (await owner.get(`${path}?token=${token}`)).html;
    expect(of).toContain(`aria-label="Only of fatura_test_…${store.sandboxToken.slice(-4)}"`);
    expect(/<tbody>[\s\S]*<\/tbody>/.exec(of)![0]).not.toContain('Changed the beneficiary');
  });
});
