import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '../../../src/app/operations.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { confirmPayment, sendGatewayCallback } from '../../support/gateway-callback.ts';
import { subscribe } from '../../support/subscriptions.ts';
import type { TestStore } from '../../support/world.ts';

/** An id of each kind of resource, all of one store's sandbox. */
type Ids = Record<
  | 'customer'
  | 'product'
  | 'invoice'
  | 'payment'
  | 'subscription'
  | 'refund'
  | 'dispute'
  | 'dispute_file'
  | 'payout'
  | 'message'
  | 'coupon'
  | 'payment_link'
  | 'saved_card'
  | 'webhook'
  | 'delivery'
  | 'event'
  | 'inbox',
  number
>;

/** A body that the call would take from the store itself, so that nothing but the owner is wrong. */
const BODIES: Record<string, unknown> = {
  updateCustomer: { name: 'Intruder' },
  updateProduct: { price: 0.01 },
  updateCoupon: { name: 'Intruder' },
  updatePaymentLink: { name: 'Intruder' },
  saveCard: { card_token: 'tok_approved' },
  updateInvoice: { description: 'Intruder' },
  updateSubscription: { description: 'Intruder' },
  createRefund: { amount: 1 },
  recordExternalPayment: { method: 'cash' },
  reverseExternalPayment: { reason: 'Intruder' },
  createCreditNote: { amount: 1, reason: 'Intruder' },
  writeOffInvoice: { reason: 'Intruder' },
  submitPayment: {},
  updateWebhook: { enabled: false },
  redeliverFailed: { since: '2026-01-01T00:00:00Z' },
  addDisputeFile: { kind: 'other', name: 'x.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') },
  answerDispute: { explanation: 'Intruder' },
  simulatePayment: { outcome: 'confirmed' },
  simulateAuthorization: { outcome: 'authorized' },
};

describe('resources of a store in an environment', () => {
  const world = useApiWorld();
  let owner: TestStore;
  let stranger: TestStore;
  let ids: Ids;

  beforeAll(async () => {
    [owner, stranger] = [await world.current.createStore(), await world.current.createStore()];
    const invoice = await owner.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const refund = await owner.sandbox.create<{ id: number }>(`/api/v1/invoices/${invoice.id}/refunds`, { amount: 1 });
    // Nobody writes it: the world has no worker.
    await owner.sandbox.request('PATCH', '/api/v1/reminder-schedule', { enabled: true });
    const other = await owner.createInvoice();
    await confirmPayment(world.current, { attemptId: other.payments[0]!.id, amountCents: 10_000 });
    const [payment] = (await owner.sandbox.get<{ data: { id: number }[] }>('/api/v1/payments')).body.data;
    await sendGatewayCallback(world.current, {
      ...{ type: 'dispute', paymentId: `pay_${invoice.payments[0]!.id}`, gatewayDisputeId: 'dp_1', status: 'open' },
      ...{ amountCents: 100, reason: 'fraudulent', saidAt: new Date().toISOString() },
      answerUntil: new Date(Date.now() + 432_000_000).toISOString(),
    });
    await sendGatewayCallback(world.current, {
      ...{ type: 'payout', gatewayPayoutId: 'po_1', status: 'paid', amountCents: 100, arrivesOn: '2026-11-20' },
      ...{ failureReason: null, items: [{ kind: 'payment', id: `pay_${invoice.payments[0]!.id}`, netCents: 100 }] },
    });
    const idIn = async (path: string): Promise<number> =>
      (await owner.sandbox.get<{ data: { id: number }[] }>(`/api/v1${path}`)).body.data[0]!.id;
    const webhooks = await owner.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const deliveries = await owner.sandbox.get<{ data: { id: number }[] }>(
      `/api/v1/webhooks/${webhooks.body.data[0]!.id}/deliveries`,
    );
    const events = await owner.sandbox.get<{ data: { id: number }[] }>('/api/v1/events');
    const subscription = await subscribe(owner);
    const inbox = await owner.sandbox.create<{ id: number; url: string }>('/api/v1/sandbox/inboxes');
    await fetch(inbox.url, { method: 'POST', body: '{}' });
    const dispute = await idIn('/disputes');
    const discount = { type: 'percentage', value: 10 };
    const coupon = await owner.sandbox.create<{ id: number }>('/api/v1/coupons', { code: 'PADARIA10', discount });
    const selling = { name: 'Curso', amount: 10, payment_method: 'pix' };
    const link = await owner.sandbox.create<{ id: number }>('/api/v1/payment-links', selling);
    const card = await owner.sandbox.create<{ id: number }>(`/api/v1/customers/${owner.customerId}/cards`, {
      card_token: 'tok_approved',
    });
    const content = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');
    const file = { kind: 'receipt', name: 'recibo.pdf', content };
    ids = {
      customer: owner.customerId,
      product: owner.productId,
      coupon: coupon.id,
      payment_link: link.id,
      saved_card: card.id,
      invoice: invoice.id,
      payment: payment!.id,
      dispute,
      dispute_file: (await owner.sandbox.create<{ id: number }>(`/api/v1/disputes/${dispute}/files`, file)).id,
      payout: await idIn('/payouts'),
      message: await idIn('/messages'),
      subscription: subscription.id,
      refund: refund.id,
      webhook: webhooks.body.data[0]!.id,
      delivery: deliveries.body.data[0]!.id,
      event: events.body.data[0]!.id,
      inbox: inbox.id,
    };
  });

  const withId = operations.filter(({ path }) => path.includes('{id}'));
  const lists = operations.filter(({ id, path }) => id.startsWith('list') && !path.includes('{id}'));

  /** Everything the store's rows say, but for the counters of requests. */
  async function record(): Promise<string> {
    const tables = ['customers', 'products', 'invoices', 'invoice_items', 'payment_attempts', 'payments', 'refunds'];
    tables.push(
      'payer_messages',
      'disputes',
      'dispute_files',
      'payouts',
      'concessions',
      'coupons',
      'payment_links',
      'saved_cards',
      'ledger_transactions',
      'ledger_entries',
    );
    tables.push('subscriptions', 'subscription_items', 'subscription_cycles', 'mandates');
    const rows = await Promise.all(
      [...tables, 'webhook_endpoints', 'webhook_deliveries', 'events', 'sandbox_inboxes', 'sandbox_messages'].map(
        (table) => world.current.database.query(`select * from ${table} order by id`),
      ),
    );
    // The alert of a dispute is on its way to the store meanwhile.
    for (const dispute of rows.flat()) delete (dispute as { alert_due?: unknown }).alert_due;
    // Leases of the outbox move on by themselves; what it is about does not.
    const outbox = await world.current.database.query(
      'select id, invoice_id, delivery_id, subscription_id from outbox order by id',
    );
    return JSON.stringify([...rows, outbox]);
  }

  test('there is a route for every kind of resource, and every route with an id is tried', () => {
    expect(new Set(withId.map(({ resource }) => resource))).toEqual(new Set(Object.keys(ids)));
    expect(withId.length).toBeGreaterThanOrEqual(20);
  });

  describe.each([
    ['another store', () => stranger.sandbox],
    ['the same store’s production', () => owner.production],
    ['another store’s production', () => stranger.production],
  ] as const)('is, with the token of %s', (_whose, client: () => ApiClient) => {
    test.each(withId.map((operation) => [operation.id, operation] as const))(
      'not found by %s, which changes nothing',
      async (id, { method, path, resource, tag }) => {
        const before = await record();
        const target = path.replace('{id}', String(ids[resource as keyof Ids]));
        const body = method === 'POST' || method === 'PATCH' ? (BODIES[id] ?? {}) : undefined;
        const answer = await client().request<{ code: string }>(method, `/api/v1${target}`, body);
        const sandboxOnly = tag === 'Sandbox' && answer.body.code === 'sandbox_only';
        expect([answer.status, answer.body.code]).toEqual(
          sandboxOnly ? [403, 'sandbox_only'] : [404, `${resource}_not_found`],
        );
        expect(await record()).toBe(before);
      },
    );

    test.each(lists.map((operation) => [operation.id, operation] as const))('not in %s', async (_id, { path }) => {
      const mine = await owner.sandbox.get<{ data: { id: number }[] }>(`/api/v1${path}?limit=100`);
      expect(mine.body.data.length).toBeGreaterThan(0);
      const theirs = await client().get<{ data: { id: number }[]; code?: string }>(`/api/v1${path}?limit=100`);
      if (theirs.body.code === 'sandbox_only') return;
      expect(theirs.status).toBe(200);
      const seen = new Set(theirs.body.data.map(({ id }) => id));
      expect(mine.body.data.filter(({ id }) => seen.has(id))).toEqual([]);
    });

    test.each([
      ['invoice', '/api/v1/invoices', {}],
      ['subscription', '/api/v1/subscriptions', { interval: 'month' }],
    ])('not usable in a new %s', async (_what, path, more) => {
      const answer = await client().post<{ code: string; errors: { field: string; code: string }[] }>(path, {
        customer_id: ids.customer,
        products: [{ product_id: ids.product, quantity: 1 }],
        payment_method: 'pix',
        ...more,
      });
      expect(answer.status).toBe(422);
      // Production has no gateway yet, which is said before anything is looked up.
      const noGateway = answer.body.code === 'gateway_not_configured';
      const unknown = [
        ['customer_id', 'not_found'],
        ['products[0].product_id', 'not_found'],
      ];
      expect(answer.body.errors.map(({ field, code }) => [field, code])).toEqual(noGateway ? [] : unknown);
    });

    test('not found by a filter that names it', async () => {
      const byCustomer = await client().get<{ data: unknown[] }>(`/api/v1/invoices?customer_id=${ids.customer}`);
      const byInvoice = await client().get<{ data: unknown[] }>(`/api/v1/events?invoice_id=${ids.invoice}`);
      const filters = [
        `/api/v1/subscriptions?customer_id=${ids.customer}`,
        `/api/v1/invoices?subscription_id=${ids.subscription}`,
        `/api/v1/events?subscription_id=${ids.subscription}`,
      ];
      const bySubscription = await Promise.all(filters.map((path) => client().get<{ data: unknown[] }>(path)));
      const found = [byCustomer, byInvoice, ...bySubscription].map(({ body }) => body.data);
      expect(found).toEqual([[], [], [], [], []]);
    });
  });

  test('no call answers without a token, or with one that is unknown', async () => {
    for (const { method, path } of operations) {
      const url = `${world.current.baseUrl}/api/v1${path.replace('{id}', '1')}`;
      const none = await fetch(url, { method });
      // After thirty failures from one address it is told to wait.
      expect([401, 429]).toContain(none.status);
    }
  });
});
