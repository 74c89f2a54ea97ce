import { DateTime } from 'luxon';
import { eventually } from './eventually.ts';
import { act, readSubscription, subscribe } from './subscriptions.ts';
import type { TestStore, World } from './world.ts';

/** The data that a page of the panel needs to have something to show. */
export interface BusyStore {
  store: TestStore;
  paidInvoiceId: number;
  openInvoiceId: number;
  webhookId: number;
  failedDeliveryId: number;
}

const NAMES = ['Ana Souza', 'Bruno Lima', 'Célia Prado', 'Davi Rocha', 'Elisa Nunes', 'Fábio Reis'];
const REFUSALS = ['tok_insufficient_funds', 'tok_expired_card', 'tok_refused'];

/**
 * Makes a store with a month of business in its sandbox: made through the API, then moved back in time in the record.
 * The receiver of one of its webhooks refuses, and the delivery is given up after one attempt.
 */
export async function createBusyStore(world: World, { days = 24 } = {}): Promise<BusyStore> {
  const store = await world.createStore({ name: 'Padaria Estrela', webhookRetries: 0 });
  const { sandbox, receiver } = store;
  const decide = (id: number, outcome: 'confirmed' | 'refused') =>
    sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome });
  const customers = await Promise.all(
    NAMES.map((name, at) =>
      sandbox.create<{ id: number }>('/api/v1/customers', { name, email: `cliente${at}@example.com` }),
    ),
  );
  for (const [name, price] of [
    ['Bolo de milho', 38.5],
    ['Cesta de café da manhã', 159.9],
  ] as const) {
    await sandbox.create('/api/v1/products', { name, price });
  }
  const ids: number[] = [];
  for (let at = 0; at < days; at += 1) {
    const method = (['pix', 'pix', 'card', 'boleto'] as const)[at % 4]!;
    const fields = { customer_id: customers[at % customers.length]!.id, payment_method: method };
    const { id } = await store.createInvoice({
      ...fields,
      products: [{ product_id: store.productId, quantity: at + 1 }],
    });
    ids.push(id);
    if (method === 'card') {
      const token = at % 8 === 2 ? REFUSALS[at % REFUSALS.length] : 'tok_approved';
      await sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: token });
    } else if (at % 6 !== 5) {
      await decide(id, 'confirmed');
    }
  }
  const paidInvoiceId = ids[0]!;
  const openInvoiceId = ids[5]!;
  await eventually(
    () => sandbox.invoice(openInvoiceId),
    ({ status }) => status === 'pending',
  );
  await sandbox.create(`/api/v1/invoices/${paidInvoiceId}/refunds`, { amount: 20, reason: 'Um item faltou' });
  await eventually(
    () => sandbox.invoice(paidInvoiceId),
    ({ status }) => status === 'partially_refunded',
  );

  const webhook = await sandbox.create<{ id: number }>('/api/v1/webhooks', {
    url: `${receiver.url}/broken`,
    events: ['invoice.canceled'],
    description: 'ERP',
  });
  receiver.behave((response) => response.writeHead(500).end('out of order'));
  await sandbox.create(`/api/v1/invoices/${ids[11]!}/cancel`);
  const failed = () =>
    world.database.query<{ id: string }>(
      `select id from webhook_deliveries where endpoint_id = $1 and state = 'failed'`,
      [webhook.id],
    );
  const [delivery] = await eventually(failed, ({ length }) => length > 0);
  await moveBack(world, store.companyId);
  return { store, paidInvoiceId, openInvoiceId, webhookId: webhook.id, failedDeliveryId: Number(delivery!.id) };
}

/**
 * Subscriptions of a busy store, in several states.
 *
 * @returns the id of one whose card was refused, and is charged again
 */
export async function createSubscriptions(world: World, { store }: Pick<BusyStore, 'store'>): Promise<number> {
  // So that what is due today is due at any hour at which this is run.
  await world.database.query(`update companies set renewal_time = '00:00' where id = $1`, [store.companyId]);
  await subscribe(store, { payment_method: 'pix', interval: 'week', interval_count: 2, anchor_day: 1, trial_days: 10 });
  const paused = await subscribe(store, { payment_method: 'boleto', anchor_day: 31, trial_days: 3 });
  await act(store, { id: paused.id, what: 'pause' });
  const leaving = await subscribe(store, { interval: 'year' });
  await act(store, { id: leaving.id, what: 'cancel', body: { when: 'period_end' } });
  const { id } = await subscribe(store, {
    card_token: 'tok_insufficient_funds',
    anchor_day: DateTime.now().setZone('America/Sao_Paulo').day,
    cycles: 12,
    description: 'Clube do pão',
    external_reference: 'plano 7',
    metadata: { origem: 'balcão' },
  });
  await eventually(
    () => readSubscription(store, id),
    ({ latest_cycle: cycle }) => cycle?.status === 'retrying',
  );
  return id;
}

/** Spreads what was made just now over the last three weeks; each invoice with all of its own. */
async function moveBack({ database }: World, companyId: number): Promise<void> {
  const back = `(((id * 5) % 23) || ' days')::interval`;
  const ofInvoice = back.replace('id', 'invoice_id');
  const statements = [
    `update payments set paid_at = paid_at - ${ofInvoice}, created_at = created_at - ${ofInvoice}`,
    `update payment_attempts set created_at = created_at - ${ofInvoice}, updated_at = updated_at - ${ofInvoice}`,
    `update refunds set created_at = created_at - ${ofInvoice}`,
    `update events set created_at = created_at - ${back.replace('id', 'resource_id')}`,
    `update webhook_deliveries set completed_at = completed_at - ${back.replace('id', 'resource_id')}`,
    `update invoices set created_at = created_at - ${back}, paid_at = paid_at - ${back}, checkout_opened_at = created_at - ${back},
       checkout_started_at = case when id % 5 <> 0 then created_at - ${back} end`,
  ];
  for (const statement of statements) await database.query(`${statement} where company_id = $1`, [companyId]);
}
