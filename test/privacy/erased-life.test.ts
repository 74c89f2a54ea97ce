import { describe, expect, test } from '@jest/globals';
import { verifyServiceSignature } from '../../docs/examples/verify.ts';
import { eventually } from '../support/eventually.ts';
import { historyOf } from '../support/histories.ts';
import { signedIn } from '../support/panel-people.ts';
import { searchDatabase } from '../support/search-database.ts';
import { MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

const MAIL = 'canaria-mail@example.com';
const PERSON = {
  name: 'CANARIA-NOME Silva',
  email: MAIL,
  document: '52998224725',
  phone: '+55 11 98877-6655',
  address: {
    zip_code: '04538133',
    street: 'CANARIA-RUA',
    number: 'CANARIA-9',
    complement: 'CANARIA-APTO',
    district: 'CANARIA-BAIRRO',
    city: 'CANARIA-CIDADE',
    state: 'SP',
  },
  external_reference: 'CANARIA-CRM',
  metadata: { cor: 'CANARIA-COR' },
};
const WORDS = {
  invoice: 'CANARIA-DESCRICAO',
  label: 'CANARIA-ROTULO',
  changed: 'CANARIA-TROCADA',
  refund: 'CANARIA-MOTIVO',
  note: 'CANARIA-NOTA',
  reversal: 'CANARIA-ESTORNO',
  credit: 'CANARIA-ABATIMENTO',
  loss: 'CANARIA-BAIXA',
  subscription: 'CANARIA-ASSINATURA',
  echo: 'CANARIA-ECO',
  header: 'CANARIA-CABECALHO',
};
/** A name in capitals as a person's data is typed, and its values as they are kept. */
const CANARIES = [
  ...[PERSON.name, PERSON.email, PERSON.document, PERSON.phone, PERSON.external_reference, PERSON.metadata.cor],
  ...Object.values(PERSON.address).filter((value) => value !== 'SP'),
  ...Object.values(WORDS),
];

describe('a customer who has bought, was given money back, and is erased', () => {
  const world = useSkippedTimeWorld();

  test('is found nowhere any more, and the books are what they were', async () => {
    const store = await world.current.createStore();
    const { sandbox, receiver } = store;
    receiver.behave((response) => {
      response.setHeader('X-Echo', WORDS.header);
      response.end(JSON.stringify({ got: WORDS.echo }));
    });
    const inbox = await sandbox.create<{ id: number; url: string }>('/api/v1/sandbox/inboxes');
    await sandbox.create('/api/v1/webhooks', { url: inbox.url, events: ['*'] });
    const { customerId, owner } = await liveALife(store);
    const { productId } = store;

    // Somebody owes, or is owed, until then.
    const open = await sandbox.create<{ id: number; checkout_hash: string }>('/api/v1/invoices', {
      ...{ customer_id: customerId, products: [{ product_id: productId, quantity: 1 }], payment_method: 'boleto' },
      ...{ description: WORDS.invoice, metadata: { nota: WORDS.label } },
    });
    const subscription = await sandbox.create<{ id: number }>('/api/v1/subscriptions', {
      ...{ customer_id: customerId, products: [{ product_id: productId, quantity: 1 }] },
      ...{
        payment_method: 'pix',
        interval: 'month',
        description: WORDS.subscription,
        metadata: { plano: WORDS.label },
      },
    });
    const erase = () => sandbox.post(`/api/v1/customers/${customerId}/erase`);
    expect(await erase()).toMatchObject({
      status: 409,
      body: {
        code: 'customer_not_erasable',
        detail: expect.stringMatching(`invoice ${open.id}.*cancel subscription ${subscription.id}`),
      },
    });
    await sandbox.create(`/api/v1/subscriptions/${subscription.id}/cancel`, { when: 'now', invoices: 'cancel' });
    // A delivery that is still to be made: its receiver is away.
    receiver.behave((response) => {
      response.statusCode = 500;
      response.end(WORDS.echo);
    });
    await sandbox.create(`/api/v1/invoices/${open.id}/cancel`);
    const keyed = await keyedRefundOf(store);
    await settled(customerId);

    const everywhere = new Set((await searchDatabase(world.current.database, CANARIES)).map(({ column }) => column));
    for (const column of CLEARED) expect(everywhere).toContain(column);
    const exported = await sandbox.get(`/api/v1/customers/${customerId}/personal-data`);
    const missing = CANARIES.filter((canary) => !JSON.stringify(exported.body).includes(canary));
    // The answers of receivers are the store's.
    expect(missing).toEqual(['CANARIA-ECO', 'CANARIA-CABECALHO']);
    const before = await readBooks(store, owner, customerId);

    // The answers from now on are nobody's.
    receiver.behave((response) => {
      response.statusCode = 500;
      response.end('no');
    });
    const { body: erased } = await eventually(erase, ({ status }) => status === 200, { withinMs: 40_000 });
    expect(erased).toMatchObject({
      ...{ id: customerId, name: null, email: null, document: null, phone: null, address: null },
      ...{ external_reference: null, metadata: {}, active: false, erased_at: expect.any(String) },
    });

    expect(await searchDatabase(world.current.database, CANARIES)).toEqual([]);
    expect(await readBooks(store, owner, customerId)).toEqual(before);
    expect(await cardsOf(customerId)).toEqual([expect.objectContaining({ brand: 'visa', last4: null })]);
    const after = JSON.stringify((await sandbox.get(`/api/v1/customers/${customerId}/personal-data`)).body);
    expect(CANARIES.filter((canary) => after.includes(canary))).toEqual([]);
    await seesNothing(store, customerId);

    // A delivery that was to be tried again is sent without the person, and signed as it is sent.
    receiver.behave(null);
    const late = receiver.received.length;
    await world.current.advance(20 * MINUTE, MINUTE);
    const resent = await eventually(
      () => receiver.received.slice(late).find(({ event }) => event === 'invoice.canceled'),
      (seen) => seen !== undefined,
    );
    expect(resent!.data).toMatchObject({ customer: { id: customerId, name: null, email: null }, metadata: {} });
    expect(CANARIES.filter((canary) => resent!.body.includes(canary))).toEqual([]);
    const { body, headers } = resent!;
    expect(verifyServiceSignature(Buffer.from(body), headers, store.webhookSecret)).toBe(true);
    const told = await eventually(
      () => receiver.received.filter(({ event }) => event === 'customer.erased'),
      ({ length }) => length > 0,
    );
    expect(told[0]!.data).toEqual({ customer_id: customerId, erased_at: erased.erased_at });

    // The same key is the same refund, without its words; money that was paid can still be given back.
    const again = await keyedRefundOf(store);
    expect([again.status, again.body.id, again.headers.get('Idempotent-Replayed')]).toEqual([
      201,
      keyed.body.id,
      'true',
    ]);
    expect(again.body.reason).toBeNull();

    expect(await erase()).toMatchObject({ status: 200, body: { erased_at: erased.erased_at } });
    const { database } = world.current;
    expect(await database.query(`select 1 from events where type = 'customer.erased'`)).toHaveLength(1);
    const acts = await database.query(
      `select actor, action, subject, details from audit_entries where action = 'eraseCustomer'`,
    );
    // The erasure, and the one that found nothing left to erase.
    const act = { actor: expect.stringMatching(/^fatura_test_…/), action: 'eraseCustomer', details: {} };
    expect(acts).toEqual([1, 2].map(() => ({ ...act, subject: `customer ${customerId}` })));
    expect(await searchDatabase(world.current.database, CANARIES)).toEqual([]);
    await isNotUsed(store, { customerId, invoiceId: open.id, subscriptionId: subscription.id });
    await isNotInTemporal(customerId);
  });

  /** An invoice by Pix, in part refunded; one by card; the customer changed in the panel. */
  async function liveALife(store: TestStore) {
    const { sandbox, productId } = store;
    const key = { 'Idempotency-Key': 'canary-customer' };
    const { body: customer } = await sandbox.request<{ id: number }>('POST', '/api/v1/customers', PERSON, key);
    const common = { customer_id: customer.id, products: [{ product_id: productId, quantity: 2 }] };
    const origins = `update companies set return_origins = '{https://shop.example}' where id = $1`;
    await world.current.database.query(origins, [store.companyId]);
    const words = {
      ...{ description: WORDS.invoice, metadata: { nota: WORDS.label }, external_reference: 'pedido-77' },
      return_url: `https://shop.example/?of=${WORDS.label}`,
    };
    const { body: pix } = await sandbox.request<{ id: number; checkout_hash: string }>(
      'POST',
      '/api/v1/invoices',
      { ...common, ...words, payment_method: 'pix' },
      { 'Idempotency-Key': 'canary-invoice' },
    );
    await (await fetch(`${world.current.baseUrl}/checkout/${pix.checkout_hash}`)).text();
    await reach(store, pix.id, 'pending');
    const payment = `/api/v1/sandbox/invoices/${pix.id}/payment`;
    const paidKey = { 'Idempotency-Key': 'canary-paid' };
    await sandbox.request('POST', payment, { outcome: 'confirmed' }, paidKey);
    await reach(store, pix.id, 'paid');
    refundOf.set(store, pix.id);
    await sandbox.request('PATCH', `/api/v1/invoices/${pix.id}`, { description: WORDS.changed }, paidKey);

    const card = await sandbox.create<{ id: number }>('/api/v1/invoices', {
      ...common,
      ...words,
      payment_method: 'card',
    });
    await sandbox.create(`/api/v1/invoices/${card.id}/payments`, { card_token: 'tok_approved' });
    await reach(store, card.id, 'paid');

    const lost = await sandbox.create<{ id: number }>('/api/v1/invoices', {
      ...common,
      ...words,
      payment_method: 'pix',
    });
    await reach(store, lost.id, 'pending');
    const keyed = (path: string, body: object) =>
      sandbox.request<{ id: number }>('POST', `/api/v1${path}`, body, {
        'Idempotency-Key': `canary${path.replaceAll('/', '-')}`,
      });
    const cash = await keyed(`/invoices/${lost.id}/external-payments`, { method: 'cash', amount: 1, note: WORDS.note });
    expect(await keyed(`/payments/${cash.body.id}/reversal`, { reason: WORDS.reversal })).toMatchObject({
      status: 200,
    });
    expect(await keyed(`/invoices/${lost.id}/credit-notes`, { amount: 1, reason: WORDS.credit })).toMatchObject({
      status: 201,
    });
    expect(await keyed(`/invoices/${lost.id}/write-off`, { reason: WORDS.loss })).toMatchObject({ status: 201 });

    const owner = await signedIn(world.current, { companyId: store.companyId });
    const page = `/panel/stores/${store.companyId}/sandbox/customers/${customer.id}`;
    const { name, email, document, phone, address } = PERSON;
    const form = { ...address, name, email, document, phone, country: 'BR' };
    expect(await owner.submit(page, page, { ...form, phone: PERSON.phone })).toMatchObject({ status: 303 });
    await sandbox.request('PATCH', `/api/v1/customers/${customer.id}`, { metadata: { cor: 'CANARIA-COR' } });
    return { customerId: customer.id, owner };
  }

  const refundOf = new WeakMap<TestStore, number>();
  const keyedRefundOf = (store: TestStore) =>
    store.sandbox.request<{ id: number; reason: string | null }>(
      'POST',
      `/api/v1/invoices/${refundOf.get(store)}/refunds`,
      { amount: 10.5, reason: WORDS.refund },
      { 'Idempotency-Key': 'canary-refund' },
    );

  const reach = (store: TestStore, id: number, status: string) =>
    eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === status,
    );

  /** The gateway knows of everything, and of every delivery at least one attempt is on record. */
  const settled = (customerId: number) =>
    eventually(
      () =>
        world.current.database.query(
          `select 'refund' as what from refunds where state = 'pending'
           union all select 'charge' from payment_attempts join invoices on invoices.id = invoice_id
             where customer_id = $1 and ((state = 'canceled' and registered_at is not null and gateway_canceled_at is null)
               or (payment_attempts.state = 'pending' and registered_at is null))
           union all select 'delivery' from webhook_deliveries where attempts = 0 or attempts_begun > attempts`,
          [customerId],
        ),
      (left) => left.length === 0,
    );

  /** Reads the books that an erasure must not change: of the events all but their bodies. */
  async function readBooks(
    store: TestStore,
    owner: { get(path: string): Promise<{ html: string }> },
    customerId: number,
  ) {
    const { database } = world.current;
    const panel = `/panel/stores/${store.companyId}/sandbox`;
    const csv = (await owner.get(`${panel}/invoices.csv`)).html.split(/\r?\n/).map((line) => line.split(/[;,]/));
    const [head = []] = csv;
    const personal = ['Customer', 'CPF or CNPJ', 'E-mail'].map((name) => head.indexOf(name));
    const { body: list } = await store.sandbox.get<{ data: Record<string, unknown>[] }>('/api/v1/invoices?limit=100');
    const { html: overview } = await owner.get(panel);
    return {
      csv: csv.map((cells) => cells.filter((_, index) => !personal.includes(index))),
      list: list.data.map(({ id, status, total, amount_paid, external_reference }) => ({
        ...{ id, status, total, amount_paid, external_reference },
      })),
      overview: overview.match(/R\$[^<]*/g),
      invoices: await database.query(
        `select id, status, version, event_sequence, subtotal_cents, total_cents, amount_paid_cents, amount_refunded_cents,
           payment_method, due_date, paid_at, created_at, updated_at, external_reference from invoices order by id`,
      ),
      payments: await database.query(
        `select to_jsonb(payments) - array['note', 'reversal_reason'] as payment from payments order by id`,
      ),
      concessions: await database.query('select id, kind, amount_cents from concessions order by id'),
      refunds: await database.query('select id, state, amount_cents, gateway_refund_id from refunds order by id'),
      subscriptions: await database.query('select id, status, version, event_sequence from subscriptions order by id'),
      cycles: await database.query('select * from subscription_cycles order by id'),
      events: await database.query(
        `select id, type, resource_type, resource_id, sequence, created_at from events
         where type <> 'customer.erased' order by id`,
      ),
      gaps: await database.query(
        `select resource_type, resource_id from events group by 1, 2 having max(sequence) <> count(*)`,
      ),
      totals: await database.query(
        `select sum(amount_paid_cents) as paid, sum(amount_refunded_cents) as refunded from invoices
         where customer_id = $1`,
        [customerId],
      ),
    };
  }

  const cardsOf = (customerId: number) =>
    world.current.database
      .query<{ artefacts: object }>(
        `select artefacts from payment_attempts join invoices on invoices.id = invoice_id
         where customer_id = $1 and method = 'card'`,
        [customerId],
      )
      .then((rows) => rows.map(({ artefacts }) => artefacts));

  /** The payer's pages of an erased customer. */
  async function seesNothing(store: TestStore, customerId: number): Promise<void> {
    const { body } = await store.sandbox.get<{ data: { checkout_hash: string }[] }>(
      `/api/v1/invoices?customer_id=${customerId}&limit=100`,
    );
    expect(body.data.length).toBeGreaterThanOrEqual(4);
    for (const { checkout_hash: hash } of body.data) {
      const page = await fetch(`${world.current.baseUrl}/checkout/${hash}`);
      const html = await page.text();
      expect([page.status, CANARIES.filter((canary) => html.includes(canary)), html.includes('4242')]).toEqual([
        200,
        [],
        false,
      ]);
      const document = await fetch(`${world.current.baseUrl}/checkout/${hash}/boleto.pdf`);
      expect([document.status, (await document.text()).includes('CANARIA')]).toEqual([404, false]);
    }
  }

  async function isNotUsed(
    { sandbox, productId }: TestStore,
    { customerId, invoiceId, subscriptionId }: Record<'customerId' | 'invoiceId' | 'subscriptionId', number>,
  ): Promise<void> {
    const sale = { customer_id: customerId, products: [{ product_id: productId, quantity: 1 }], payment_method: 'pix' };
    const unknown = { status: 422, body: { errors: [{ field: 'customer_id', code: 'erased' }] } };
    expect(await sandbox.post('/api/v1/invoices', sale)).toMatchObject(unknown);
    expect(await sandbox.post('/api/v1/subscriptions', { ...sale, interval: 'month' })).toMatchObject(unknown);
    const refused = { status: 409, body: { code: 'customer_erased' } };
    const changes: [string, object][] = [
      [`customers/${customerId}`, { name: 'Ana' }],
      [`customers/${customerId}`, { active: true }],
      [`invoices/${invoiceId}`, { description: 'Ana' }],
      [`subscriptions/${subscriptionId}`, { description: 'Ana' }],
    ];
    for (const [path, change] of changes) {
      expect(await sandbox.request('PATCH', `/api/v1/${path}`, change)).toMatchObject(refused);
    }
    const { body } = await sandbox.get<{ data: unknown[] }>(`/api/v1/customers?email=${MAIL}`);
    expect(body.data).toEqual([]);
  }

  async function isNotInTemporal(customerId: number): Promise<void> {
    const { database, env } = world.current;
    const invoices = await database.query<{ id: string }>('select id from invoices where customer_id = $1', [
      customerId,
    ]);
    const histories = await Promise.all(invoices.map(({ id }) => historyOf(env, Number(id))));
    const said = JSON.stringify(histories, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(said).toContain('fatura-payments');
    expect(CANARIES.filter((canary) => said.includes(canary))).toEqual([]);
  }
});

/** Where the life has left traces: the search would find what is there. */
const CLEARED = [
  ...['customers.name', 'customers.email', 'customers.document', 'customers.phone', 'customers.address'],
  ...['customers.external_reference', 'customers.metadata', 'invoices.description', 'invoices.metadata'],
  'invoices.return_url',
  ...[
    'subscriptions.description',
    'subscriptions.metadata',
    'refunds.reason',
    'payments.note',
    'payments.reversal_reason',
    'concessions.reason',
    'events.body',
    'sandbox_messages.body',
  ],
  ...['webhook_attempts.response_body', 'webhook_attempts.response_headers', 'idempotency_keys.body'],
];
