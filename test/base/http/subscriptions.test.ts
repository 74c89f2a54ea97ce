import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { passStep } from '../../../src/subscriptions/pass-step.ts';
import { settleCharge } from '../../../src/subscriptions/settle-charge.ts';
import { sendGatewayCallback } from '../../support/gateway-callback.ts';
import { act, change, readCycles, readSubscription, subscribe } from '../../support/subscriptions.ts';
import type { SubscriptionBody } from '../../support/subscriptions.ts';
import { createWorld, type TestStore, type World } from '../../support/world.ts';

/** A Wednesday, noon in São Paulo: after the time of day at which a store renews. */
const NOW = new Date('2030-03-13T15:00:00Z');
const TODAY = '2030-03-13';
/** A token of the gateway's, but never its own tokens: so that nobody else writes it. */
const SECRET_CARD = 'tok_approved_SeCrEtCaRd4242';
const OTHER_CARD = 'tok_approved_OtHeRcArD1881';
const CARD_NUMBER = '4242424242424242';

interface Problem {
  status: number;
  code: string;
  detail: string;
  errors: { field: string; code: string; message: string }[];
}
interface EventBody {
  id: number;
  event: string;
  sequence: number;
  data: Record<string, unknown>;
}

describe('subscriptions over HTTP', () => {
  let world: World;
  let orm: MikroORM;
  let store: TestStore;
  /** Everything that the API process says. */
  const logged: string[] = [];
  beforeAll(async () => {
    world = await createWorld({
      temporalAddress: '127.0.0.1:1',
      withWorker: false,
      clock: { now: () => Promise.resolve(NOW) },
      log: createLogger('api', 'trace', { write: (line: string) => void logged.push(line) }),
    });
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 2 });
    store = await world.createStore();
  });
  afterAll(async () => {
    await orm?.close();
    await world?.stop();
  });

  const post = <T = Problem>(path: string, body?: unknown) => store.sandbox.post<T>(`/api/v1${path}`, body);
  const patch = <T = Problem>(path: string, body: unknown) => store.sandbox.request<T>('PATCH', `/api/v1${path}`, body);
  const valid = () => ({
    customer_id: store.customerId,
    products: [{ product_id: store.productId, quantity: 1 }],
    payment_method: 'pix',
    interval: 'month',
  });
  const createProduct = (price: number) =>
    store.sandbox.create<{ id: number }>('/api/v1/products', { name: 'Café', price });
  const createCustomer = () =>
    store.sandbox.create<{ id: number }>('/api/v1/customers', { name: 'Bruno Lima', email: 'bruno@example.com' });

  async function eventsOf(id: number, owner = store): Promise<EventBody[]> {
    const { body } = await owner.sandbox.get<{ data: EventBody[] }>(`/api/v1/events?subscription_id=${id}&limit=100`);
    return body.data.reverse();
  }

  /** Everything that the rows say. Leases of the outbox move on by themselves; what it is about does not. */
  async function record(): Promise<string> {
    const tables = ['customers', 'products', 'invoices', 'invoice_items', 'payment_attempts', 'events'];
    tables.push('subscriptions', 'subscription_items', 'subscription_cycles', 'webhook_deliveries');
    const rows = await Promise.all(tables.map((table) => world.database.query(`select * from ${table} order by id`)));
    const outbox = await world.database.query(
      'select id, invoice_id, delivery_id, subscription_id from outbox order by id',
    );
    return JSON.stringify([...rows, outbox]);
  }

  describe('a new one', () => {
    test('with the least that can be said has the defaults, and its first invoice in the answer', async () => {
      const { status, body } = await post<SubscriptionBody & Record<string, unknown>>('/subscriptions', valid());
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: 'active',
        customer: { id: store.customerId, name: 'Ana Souza' },
        products: [{ product_id: store.productId, name: 'Pão de queijo', quantity: 1, unit_price: 50, amount: 50 }],
        total: 50,
        payment_method: 'pix',
        has_card: false,
        interval: 'month',
        interval_count: 1,
        anchor_day: 13,
        start_date: TODAY,
        trial_ends_on: null,
        cycles: null,
        cycles_made: 1,
        end_date: null,
        days_before_due: 5,
        next_due_date: '2030-04-13',
        // Five days before, at the renewal time of the store.
        next_invoice_at: '2030-04-08T09:00:00.000Z',
        latest_cycle: {
          number: 1,
          period_start: TODAY,
          period_end: '2030-04-13',
          status: 'open',
          invoice_status: 'open',
          total: 50,
          failures: 0,
          next_attempt_at: null,
        },
        paused_at: null,
        resume_date: null,
        cancel_at_period_end: false,
        past_due_since: null,
        gives_up_on: null,
        canceled_at: null,
        cancellation_reason: null,
        ended_at: null,
        description: null,
        external_reference: null,
        metadata: {},
        environment: 'sandbox',
        created_at: NOW.toISOString(),
      });
      expect(await readSubscription(store, body.id)).toEqual(body);
      const invoice = await store.sandbox.invoice(body.latest_cycle!.invoice_id);
      expect(invoice).toMatchObject({ total: 50, due_date: TODAY, status: 'open', subscription_id: body.id });
    });

    test('keeps every field, and its first invoice waits for the trial, the anchor and the days before', async () => {
      const product = await createProduct(7.35);
      const body = await subscribe(store, {
        products: [
          { product_id: store.productId, quantity: 3 },
          { product_id: product.id, quantity: 7 },
        ],
        payment_method: 'boleto',
        interval: 'week',
        interval_count: 2,
        anchor_day: 1,
        start_date: '2030-03-20',
        trial_days: 7,
        cycles: 12,
        days_before_due: 3,
        description: 'Cesta da quinzena',
        external_reference: 'crm-77',
        metadata: { plano: 'ouro' },
      });
      expect(body).toMatchObject({
        status: 'trialing',
        total: 201.45,
        payment_method: 'boleto',
        interval: 'week',
        interval_count: 2,
        anchor_day: 1,
        start_date: '2030-03-20',
        trial_ends_on: '2030-03-27',
        cycles: 12,
        cycles_made: 0,
        days_before_due: 3,
        // The first Monday after the trial.
        next_due_date: '2030-04-01',
        next_invoice_at: '2030-03-29T09:00:00.000Z',
        latest_cycle: null,
        description: 'Cesta da quinzena',
        external_reference: 'crm-77',
        metadata: { plano: 'ouro' },
      });
      const withEnd = await subscribe(store, { end_date: '2030-06-13', interval: 'year', interval_count: 3 });
      expect(withEnd).toMatchObject({ end_date: '2030-06-13', cycles: null, has_card: true, next_due_date: null });
    });

    test('charges the prices that were agreed, also once a product costs more or is archived', async () => {
      const product = await createProduct(20);
      const { id } = await subscribe(store, { products: [{ product_id: product.id, quantity: 2 }] });
      await patch(`/products/${product.id}`, { price: 25 });
      await store.sandbox.request('DELETE', `/api/v1/products/${product.id}`);
      expect(await readSubscription(store, id)).toMatchObject({ total: 40 });
    });

    test('and its first invoice are written by one transaction, and by no other', async () => {
      const { id, latest_cycle } = await subscribe(store);
      const rows = await world.database.query<{ xmin: string; part: string }>(
        `select xmin::text, 'subscription' as part from subscriptions where id = $1
         union all select xmin::text, 'item' from subscription_items where subscription_id = $1
         union all select xmin::text, 'cycle' from subscription_cycles where subscription_id = $1
         union all select xmin::text, 'invoice' from invoices where subscription_id = $1
         union all select xmin::text, 'line' from invoice_items where invoice_id = $2
         union all select xmin::text, 'attempt' from payment_attempts where invoice_id = $2
         union all select xmin::text, type from events where resource_type = 'subscription' and resource_id = $1
         union all select xmin::text, type from events where resource_type = 'invoice' and resource_id = $2
         union all select xmin::text, 'delivery' from webhook_deliveries
           where (resource_type, resource_id) in (('subscription', $1), ('invoice', $2))`,
        [id, latest_cycle!.invoice_id],
      );
      expect(rows.map(({ part }) => part).sort()).toEqual(
        [
          ...['subscription', 'item', 'cycle', 'invoice', 'line', 'attempt', 'delivery', 'delivery'],
          ...['subscription.created', 'invoice.created'],
        ].sort(),
      );
      expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
    });

    test('is made once for an Idempotency-Key, and answered again byte for byte', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = { ...valid(), external_reference: 'once-only' };
      const send = (sent: unknown = body) =>
        store.sandbox.request<SubscriptionBody>('POST', '/api/v1/subscriptions', sent, headers);
      const first = await send();
      const second = await send();
      expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
      expect(second.body).toEqual(first.body);
      const { body: other } = await send({ ...body, interval: 'week' });
      expect(other).toMatchObject({ code: 'idempotency_key_reused' });
      const { body: found } = await store.sandbox.get<{ data: { id: number }[] }>(
        '/api/v1/subscriptions?external_reference=once-only',
      );
      expect(found.data.map(({ id }) => id)).toEqual([first.body.id]);
      expect(await readCycles(store, first.body.id)).toHaveLength(1);
    });
  });

  describe('a request that does not fit is refused with its field and code, and nothing is written:', () => {
    test.each<[string, Record<string, unknown>, [field: string, code: string][]]>([
      ['no customer', { customer_id: undefined }, [['customer_id', 'any.required']]],
      ['no product', { products: [] }, [['products', 'array.min']]],
      ['no quantity', { products: [{ product_id: 1, quantity: 0 }] }, [['products[0].quantity', 'number.min']]],
      ['no payment method', { payment_method: undefined }, [['payment_method', 'any.required']]],
      ['cash', { payment_method: 'cash' }, [['payment_method', 'any.only']]],
      ['no interval', { interval: undefined }, [['interval', 'any.required']]],
      ['every day', { interval: 'day' }, [['interval', 'any.only']]],
      ['a count of 0', { interval_count: 0 }, [['interval_count', 'number.min']]],
      ['one month and a half', { interval_count: 1.5 }, [['interval_count', 'number.integer']]],
      ['a count of 157', { interval: 'week', interval_count: 157 }, [['interval_count', 'number.max']]],
      ['37 months', { interval_count: 37 }, [['interval_count', 'too_long']]],
      ['4 years', { interval: 'year', interval_count: 4 }, [['interval_count', 'too_long']]],
      ['day 0', { anchor_day: 0 }, [['anchor_day', 'number.min']]],
      ['day 32', { anchor_day: 32 }, [['anchor_day', 'number.max']]],
      ['the eighth day of a week', { interval: 'week', anchor_day: 8 }, [['anchor_day', 'not_a_weekday']]],
      ['a start that is past', { start_date: '2030-03-12' }, [['start_date', 'in_the_past']]],
      ['a start in more than five years', { start_date: '2035-03-14' }, [['start_date', 'too_far']]],
      ['30 February', { start_date: '2031-02-30' }, [['start_date', 'date.invalid']]],
      ['a trial of less than no day', { trial_days: -1 }, [['trial_days', 'number.min']]],
      ['a trial of more than two years', { trial_days: 731 }, [['trial_days', 'number.max']]],
      ['no cycle', { cycles: 0 }, [['cycles', 'number.min']]],
      ['a hundred years', { cycles: 1_201 }, [['cycles', 'number.max']]],
      ['two ends', { cycles: 3, end_date: '2031-01-01' }, [['end_date', 'not_allowed']]],
      ['an end before the start', { end_date: '2030-03-12' }, [['end_date', 'before_start']]],
      ['an end in the trial', { trial_days: 10, end_date: '2030-03-22' }, [['end_date', 'before_start']]],
      ['an end before the anchor', { anchor_day: 20, end_date: '2030-03-19' }, [['end_date', 'before_start']]],
      ['61 days before', { days_before_due: 61 }, [['days_before_due', 'number.max']]],
      ['a card for Pix', { card_token: 'tok_approved' }, [['card_token', 'not_allowed']]],
      ['a card for a boleto', { payment_method: 'boleto', card_token: 'tok_x' }, [['card_token', 'not_allowed']]],
      ['a card number', { payment_method: 'card', card_token: CARD_NUMBER }, [['card_token', 'string.pattern.base']]],
      ['two lines of text', { description: 'a\nb' }, [['description', 'string.pattern.base']]],
      ['a status', { status: 'active' }, [['status', 'object.unknown']]],
      [
        'several at once',
        { interval: 'week', interval_count: 156, anchor_day: 8, trial_days: -1, cycles: 0 },
        [
          ['trial_days', 'number.min'],
          ['cycles', 'number.min'],
        ],
      ],
      [
        'a count and an anchor at once',
        { interval: 'year', interval_count: 5, anchor_day: 31 },
        [['interval_count', 'too_long']],
      ],
    ])('%s', async (_what, fields, errors) => {
      const before = await record();
      const { status, body } = await post('/subscriptions', { ...valid(), ...fields });
      expect([status, body.code]).toEqual([422, 'invalid_fields']);
      expect(body.errors.map(({ field, code }) => [field, code])).toEqual(errors);
      expect(JSON.stringify(body)).not.toContain(CARD_NUMBER);
      expect(await record()).toBe(before);
    });

    test('customers and products that the store does not have or has archived, all named together', async () => {
      const [customer, product] = [await createCustomer(), await createProduct(1)];
      await store.sandbox.request('DELETE', `/api/v1/customers/${customer.id}`);
      await store.sandbox.request('DELETE', `/api/v1/products/${product.id}`);
      const before = await record();
      const errorsOf = async (customerId: number) => {
        const products = [store.productId, 999_999, product.id].map((id) => ({ product_id: id, quantity: 1 }));
        const { status, body } = await post('/subscriptions', { ...valid(), customer_id: customerId, products });
        expect(status).toBe(422);
        return body.errors.map(({ field, code }) => [field, code]);
      };
      const ofProducts = [
        ['products[1].product_id', 'not_found'],
        ['products[2].product_id', 'archived'],
      ];
      expect(await errorsOf(999_999)).toEqual([['customer_id', 'not_found'], ...ofProducts]);
      expect(await errorsOf(customer.id)).toEqual([['customer_id', 'archived'], ...ofProducts]);
      expect(await record()).toBe(before);
    });

    test('more than an invoice can ask for', async () => {
      const product = await createProduct(99_999_999.99);
      const before = await record();
      const products = [{ product_id: product.id, quantity: 2 }];
      const { body } = await post('/subscriptions', { ...valid(), products });
      expect(body.errors).toMatchObject([{ field: 'products', code: 'total_too_large' }]);
      expect(await record()).toBe(before);
    });

    test('in production, where no gateway is configured', async () => {
      const before = await record();
      const { status, body } = await store.production.post<Problem>('/api/v1/subscriptions', valid());
      expect([status, body.code]).toEqual([422, 'gateway_not_configured']);
      expect(await record()).toBe(before);
    });

    test('the same of a change', async () => {
      const { id } = await subscribe(store, { payment_method: 'pix', end_date: '2031-01-01' });
      const later = await subscribe(store, { payment_method: 'pix', start_date: '2030-05-01', cycles: 4 });
      const refusals: [number, Record<string, unknown>, string, string][] = [
        [id, { interval: 'week', anchor_day: 8 }, 'anchor_day', 'not_a_weekday'],
        [id, { interval_count: 37 }, 'interval_count', 'too_long'],
        [id, { cycles: 3 }, 'end_date', 'not_allowed'],
        [id, { end_date: '2030-03-12' }, 'end_date', 'before_start'],
        [id, { card_token: 'tok_approved' }, 'card_token', 'not_allowed'],
        [id, { card_token: CARD_NUMBER }, 'card_token', 'string.pattern.base'],
        [id, { products: [{ product_id: 999_999, quantity: 1 }] }, 'products[0].product_id', 'not_found'],
        [id, { customer_id: store.customerId }, 'customer_id', 'object.unknown'],
        [id, { trial_days: 3 }, 'trial_days', 'object.unknown'],
        [id, { start_date: TODAY }, 'start_date', 'object.unknown'],
        [id, { anchor_day: null }, 'anchor_day', 'number.base'],
        [later.id, { cycles: null, end_date: '2030-04-30' }, 'end_date', 'before_start'],
        [later.id, { end_date: '2030-12-31' }, 'end_date', 'not_allowed'],
      ];
      const before = await record();
      for (const [subscriptionId, changes, field, code] of refusals) {
        const { status, body } = await patch(`/subscriptions/${subscriptionId}`, changes);
        expect([status, body.errors.map((error) => [error.field, error.code])]).toEqual([422, [[field, code]]]);
      }
      expect(await record()).toBe(before);
    });

    test('fewer cycles than were made', async () => {
      const { id } = await subscribe(store, { payment_method: 'pix', cycles: 4 });
      await world.database.query('update subscriptions set cycles_made = 2 where id = $1', [id]);
      const before = await record();
      const { status, body } = await patch(`/subscriptions/${id}`, { cycles: 1 });
      expect([status, body.errors.map(({ field, code }) => [field, code])]).toEqual([422, [['cycles', 'too_few']]]);
      expect(await record()).toBe(before);
      expect(await change(store, id, { cycles: 2 })).toMatchObject({ cycles_made: 2, next_due_date: null });
    });

    test('a pause that ends today, or did before', async () => {
      const { id } = await subscribe(store, { payment_method: 'pix' });
      const before = await record();
      for (const [resumeDate, code] of [
        [TODAY, 'not_in_the_future'],
        ['2029-12-31', 'not_in_the_future'],
        ['2030-02-30', 'date.invalid'],
      ]) {
        const { status, body } = await post(`/subscriptions/${id}/pause`, { resume_date: resumeDate });
        expect([status, body.errors.map((error) => [error.field, error.code])]).toEqual([422, [['resume_date', code]]]);
      }
      expect(await record()).toBe(before);
    });

    test('another end than there is, and words that no action knows', async () => {
      const { id } = await subscribe(store, { payment_method: 'pix' });
      const before = await record();
      for (const [action, body, field, code] of [
        ['cancel', { when: 'tomorrow' }, 'when', 'any.only'],
        ['cancel', { invoices: 'refund' }, 'invoices', 'any.only'],
        ['cancel', { reason: 'x' }, 'reason', 'object.unknown'],
        ['retry', { card_token: CARD_NUMBER }, 'card_token', 'string.pattern.base'],
      ] as const) {
        const answer = await post(`/subscriptions/${id}/${action}`, body);
        expect([answer.status, answer.body.errors.map((error) => [error.field, error.code])]).toEqual([
          422,
          [[field, code]],
        ]);
      }
      expect(await record()).toBe(before);
    });
  });

  describe('an act that the present state does not allow is refused with 409, and nothing is written:', () => {
    /** The answer to each of these calls, after which everything is as it was. */
    async function refusalsOf(id: number, calls: [action: string, body?: unknown][]): Promise<string[]> {
      const before = await record();
      const answers: string[] = [];
      for (const [action, body] of calls) {
        const path = `/subscriptions/${id}`;
        const answer = action === 'PATCH' ? await patch(path, body) : await post(`${path}/${action}`, body);
        answers.push(`${answer.status} ${answer.body.code}`);
      }
      expect(await record()).toBe(before);
      return answers;
    }

    /** The charge of its newest cycle is refused, and that is taken account of. */
    async function refuseCharge({ latest_cycle }: SubscriptionBody, subscriptionId: number): Promise<void> {
      const { payments } = await store.sandbox.invoice(latest_cycle!.invoice_id);
      const attemptId = payments.at(-1)!.id;
      await sendGatewayCallback(world, { type: 'payment_refused', attemptId, reason: 'insufficient_funds' });
      await settleCharge(orm.em, { subscriptionId, cycleId: latest_cycle!.id, at: NOW });
    }

    test('a canceled subscription: everything but its labels and canceling it again', async () => {
      const { id } = await subscribe(store);
      const canceled = await act(store, { id, what: 'cancel' });
      const refusals = await refusalsOf(id, [
        ['pause', {}],
        ['resume', {}],
        ['retry', {}],
        ['PATCH', { interval: 'year' }],
        ['PATCH', { description: 'x', days_before_due: 1 }],
        ['PATCH', { card_token: 'tok_approved' }],
        ['PATCH', { products: [{ product_id: store.productId, quantity: 9 }] }],
      ]);
      expect(new Set(refusals)).toEqual(new Set(['409 subscription_over']));
      expect(await act(store, { id, what: 'cancel' })).toEqual(canceled);
      expect(await change(store, id, { metadata: { old: 'yes' } })).toMatchObject({ metadata: { old: 'yes' } });
    });

    test('an ended subscription: also canceling it', async () => {
      const { id, latest_cycle } = await subscribe(store, { cycles: 1, interval: 'week' });
      await store.sandbox.create(`/api/v1/invoices/${latest_cycle!.invoice_id}/cancel`);
      await settleCharge(orm.em, { subscriptionId: id, cycleId: latest_cycle!.id, at: NOW });
      await passStep(orm.em, { subscriptionId: id, kind: 'end', at: new Date('2030-03-20T09:00:00Z') });
      expect(await readSubscription(store, id)).toMatchObject({
        status: 'ended',
        ended_at: '2030-03-20T09:00:00.000Z',
        has_card: false,
        next_due_date: null,
      });
      const refusals = await refusalsOf(id, [
        ['cancel', {}],
        ['cancel', { when: 'period_end' }],
        ['pause', {}],
        ['resume', {}],
        ['retry', {}],
      ]);
      expect(new Set(refusals)).toEqual(new Set(['409 subscription_over']));
    });

    test('a paused subscription: a charge, and an end of a period that does not pass', async () => {
      const { id } = await subscribe(store);
      await act(store, { id, what: 'pause' });
      const refusals = await refusalsOf(id, [
        ['retry', {}],
        ['cancel', { when: 'period_end' }],
      ]);
      expect(refusals).toEqual(['409 subscription_paused', '409 subscription_paused']);
    });

    test('an active subscription: to resume it, and to charge a cycle that did not fail', async () => {
      const { id } = await subscribe(store);
      const refusals = await refusalsOf(id, [
        ['resume', {}],
        ['retry', {}],
      ]);
      expect(refusals).toEqual(['409 subscription_not_paused', '409 nothing_unpaid']);
    });

    test('a subscription that is to be canceled: a pause', async () => {
      const { id } = await subscribe(store);
      await act(store, { id, what: 'cancel', body: { when: 'period_end' } });
      const refusals = await refusalsOf(id, [['pause', {}]]);
      expect(refusals).toEqual(['409 cancellation_planned']);
    });

    test('a charge that failed, without a card that could be charged', async () => {
      const made = await subscribe(store);
      await refuseCharge(made, made.id);
      const failed = await change(store, made.id, { card_token: null });
      expect(failed).toMatchObject({ has_card: false, latest_cycle: { status: 'retrying', failures: 1 } });
      const refusals = await refusalsOf(made.id, [['retry', {}]]);
      expect(refusals).toEqual(['409 nothing_to_charge']);
      const charged = await act(store, { id: made.id, what: 'retry', body: { card_token: 'tok_approved' } });
      expect(charged).toMatchObject({ has_card: true, latest_cycle: { status: 'open', failures: 0 } });
    });

    test('a card for a Pix charge that failed is a wrong field', async () => {
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'pix' });
      await world.database.query(`update subscription_cycles set state = 'unpaid' where id = $1`, [latest_cycle!.id]);
      const before = await record();
      const { status, body } = await post(`/subscriptions/${id}/retry`, { card_token: 'tok_approved' });
      expect([status, body.errors.map(({ field, code }) => [field, code])]).toEqual([
        422,
        [['card_token', 'not_allowed']],
      ]);
      expect(await record()).toBe(before);
    });

    test('the end of a customer who has a subscription, by DELETE and by PATCH, until it is over', async () => {
      const customer = await createCustomer();
      const { id } = await subscribe(store, { customer_id: customer.id });
      await act(store, { id, what: 'pause' });
      const before = await record();
      const archive = [
        () => store.sandbox.request<Problem>('DELETE', `/api/v1/customers/${customer.id}`),
        () => patch(`/customers/${customer.id}`, { active: false, name: 'Nobody' }),
      ];
      for (const attempt of archive) {
        const { status, body } = await attempt();
        expect([status, body.code]).toEqual([409, 'customer_subscribed']);
        expect(body.detail).toContain(`subscription ${id}`);
      }
      expect(await record()).toBe(before);
      await act(store, { id, what: 'cancel' });
      for (const attempt of archive) expect((await attempt()).status).toBe(200);
    });
  });

  describe('a change', () => {
    const updates = async (id: number) =>
      (await eventsOf(id)).filter(({ event }) => event === 'subscription.updated').map(({ data }) => data.changed);
    const versionOf = async (id: number) =>
      (await world.database.query<{ version: number }>('select version from subscriptions where id = $1', [id]))[0]!
        .version;

    test('is announced by the names of what changed, in one event', async () => {
      const { id } = await subscribe(store);
      const changed = await change(store, id, {
        products: [{ product_id: store.productId, quantity: 4 }],
        interval: 'year',
        interval_count: 2,
        anchor_day: 20,
        cycles: 5,
        days_before_due: 9,
        card_token: 'tok_approved',
        description: 'Anual',
        external_reference: 'crm-9',
        metadata: { a: 'b' },
      });
      expect(changed).toMatchObject({
        total: 200,
        interval: 'year',
        interval_count: 2,
        anchor_day: 20,
        cycles: 5,
        days_before_due: 9,
        next_due_date: '2030-04-20',
        description: 'Anual',
        external_reference: 'crm-9',
        metadata: { a: 'b' },
      });
      await change(store, id, { cycles: null, end_date: '2040-01-01' });
      await change(store, id, { payment_method: 'pix' });
      await change(store, id, { metadata: { a: null } });
      expect(await updates(id)).toEqual([
        [
          ...['products', 'interval', 'interval_count', 'anchor_day', 'cycles', 'days_before_due'],
          ...['description', 'external_reference', 'metadata', 'card_token'],
        ],
        ['cycles', 'end_date'],
        ['payment_method'],
        ['metadata'],
      ]);
    });

    test('to what already is changes nothing: no event, no version, no news', async () => {
      const { id, ...made } = await subscribe(store, {
        payment_method: 'pix',
        cycles: 5,
        description: 'Mensal',
        external_reference: 'crm-9',
        metadata: { a: 'b' },
      });
      const version = await versionOf(id);
      const before = await record();
      const same = {
        products: [{ product_id: store.productId, quantity: 1 }],
        payment_method: 'pix',
        interval: 'month',
        interval_count: 1,
        anchor_day: 13,
        cycles: 5,
        end_date: null,
        days_before_due: 5,
        card_token: null,
        description: 'Mensal',
        external_reference: 'crm-9',
        metadata: { a: 'b', c: null },
      };
      expect(await change(store, id, same)).toEqual({ id, ...made });
      expect(await change(store, id, {})).toEqual({ id, ...made });
      expect(await versionOf(id)).toBe(version);
      expect(await record()).toBe(before);
    });

    test('a change of the products takes them at their present prices, also those that it had', async () => {
      const product = await createProduct(10);
      const products = [{ product_id: product.id, quantity: 3 }];
      const { id, latest_cycle } = await subscribe(store, { products });
      await patch(`/products/${product.id}`, { price: 12, name: 'Café torrado' });
      expect(await readSubscription(store, id)).toMatchObject({ total: 30 });
      expect(await change(store, id, { products })).toMatchObject({
        total: 36,
        products: [{ name: 'Café torrado', unit_price: 12, quantity: 3 }],
        // An invoice that was made stays as it is.
        latest_cycle: { total: 30, invoice_id: latest_cycle!.invoice_id },
      });
      expect(await updates(id)).toEqual([['products']]);
      await change(store, id, { products });
      expect(await updates(id)).toHaveLength(1);
    });

    test('from months to weeks and back keeps the due date, with an anchor that names its day', async () => {
      const { id } = await subscribe(store);
      // A Saturday.
      expect(await change(store, id, { interval: 'week' })).toMatchObject({
        interval: 'week',
        anchor_day: 6,
        next_due_date: '2030-04-13',
        latest_cycle: { period_end: '2030-04-13' },
      });
      expect(await change(store, id, { interval: 'month' })).toMatchObject({
        anchor_day: 13,
        next_due_date: '2030-04-13',
      });
      expect(await change(store, id, { interval: 'week', anchor_day: 1 })).toMatchObject({
        anchor_day: 1,
        next_due_date: '2030-04-15',
        latest_cycle: { period_end: '2030-04-15' },
      });
      expect(await updates(id)).toEqual([
        ['interval', 'anchor_day'],
        ['interval', 'anchor_day'],
        ['interval', 'anchor_day'],
      ]);
    });

    test('to another method forgets the card', async () => {
      const { id } = await subscribe(store);
      expect(await change(store, id, { payment_method: 'boleto' })).toMatchObject({ has_card: false });
      expect(await change(store, id, { payment_method: 'card' })).toMatchObject({ has_card: false });
      expect(await change(store, id, { card_token: 'tok_approved' })).toMatchObject({ has_card: true });
      expect(await updates(id)).toEqual([['payment_method'], ['payment_method'], ['card_token']]);
    });
  });

  describe('an action that is done twice', () => {
    test('changes nothing the second time: a pause, a cancellation to come, a cancellation', async () => {
      const { id } = await subscribe(store);
      const doTwice = async (what: string, body: Record<string, unknown>) => {
        const first = await act(store, { id, what, body });
        const before = await record();
        expect(await act(store, { id, what, body })).toEqual(first);
        expect(await record()).toBe(before);
      };
      await doTwice('pause', { resume_date: '2030-06-01' });
      await doTwice('pause', {});
      await act(store, { id, what: 'resume' });
      await doTwice('cancel', { when: 'period_end' });
      await doTwice('cancel', { when: 'now' });
      expect((await eventsOf(id)).map(({ event }) => event)).toEqual([
        'subscription.created',
        'subscription.paused',
        'subscription.updated',
        'subscription.resumed',
        'subscription.updated',
        'subscription.canceled',
      ]);
      // Also where the cancellation was to come, and is done.
      const before = await record();
      expect(await act(store, { id, what: 'cancel', body: { when: 'period_end' } })).toMatchObject({
        status: 'canceled',
      });
      expect(await record()).toBe(before);
    });

    test('is answered once for an Idempotency-Key', async () => {
      const { id } = await subscribe(store);
      const headers = { 'Idempotency-Key': randomUUID() };
      const pause = () =>
        store.sandbox.request('POST', `/api/v1/subscriptions/${id}/pause`, { resume_date: '2030-05-01' }, headers);
      const first = await pause();
      await act(store, { id, what: 'resume' });
      const second = await pause();
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await readSubscription(store, id)).toMatchObject({ status: 'active' });
    });
  });

  describe('lists', () => {
    test('lists of subscriptions go by filters, all of which must hold, and by cursors', async () => {
      const lister = await world.createStore();
      const { id: customerId } = await lister.sandbox.create<{ id: number }>('/api/v1/customers', {
        name: 'Carla',
        email: 'carla@example.com',
      });
      const card = await subscribe(lister, { external_reference: 'A' });
      const pix = await subscribe(lister, { payment_method: 'pix', customer_id: customerId });
      const trial = await subscribe(lister, { payment_method: 'pix', trial_days: 5 });
      const paused = await subscribe(lister, { external_reference: 'A', customer_id: customerId });
      await act(lister, { id: paused.id, what: 'pause' });
      const all = [paused, trial, pix, card].map(({ id }) => id);
      const page = async (query = '') => {
        const { status, body } = await lister.sandbox.get<{ data: SubscriptionBody[]; has_more: boolean }>(
          `/api/v1/subscriptions?${query}`,
        );
        expect(status).toBe(200);
        return { ids: body.data.map(({ id }) => id), hasMore: body.has_more };
      };
      const found = async (query: string) => (await page(query)).ids;
      expect(await found('')).toEqual(all);
      expect(await found('status=paused')).toEqual([paused.id]);
      expect(await found('status=trialing&payment_method=pix')).toEqual([trial.id]);
      expect(await found('status=trialing&payment_method=card')).toEqual([]);
      expect(await found('payment_method=card')).toEqual([paused.id, card.id]);
      expect(await found(`customer_id=${customerId}`)).toEqual([paused.id, pix.id]);
      expect(await found('external_reference=A')).toEqual([paused.id, card.id]);
      expect(await found(`external_reference=A&customer_id=${customerId}&status=paused`)).toEqual([paused.id]);
      expect(await found(`created_at[gt]=${NOW.toISOString()}`)).toEqual([]);
      expect(await found(`created_at[gte]=${NOW.toISOString()}`)).toEqual(all);
      expect(await page('limit=3')).toEqual({ ids: all.slice(0, 3), hasMore: true });
      expect(await page(`limit=3&starting_after=${all[2]}`)).toEqual({ ids: all.slice(3), hasMore: false });
      expect(await page(`limit=2&ending_before=${all[3]}`)).toEqual({ ids: all.slice(1, 3), hasMore: true });
      const { body: whole } = await lister.sandbox.get<{ data: unknown[] }>('/api/v1/subscriptions?limit=1');
      expect(whole.data[0]).toEqual(await readSubscription(lister, paused.id));
      for (const [query, field] of [
        ['status=gone', 'status'],
        ['customer_id=x', 'customer_id'],
        ['limit=0', 'limit'],
        ['nothing=1', 'nothing'],
      ]) {
        const { status, body } = await lister.sandbox.get<Problem>(`/api/v1/subscriptions?${query}`);
        expect([status, body.errors.map((error) => error.field)]).toEqual([422, [field]]);
      }
    });

    test('lists of a subscription’s cycles are newest first, with the facts of each, and have cursors too', async () => {
      const { id, latest_cycle } = await subscribe(store, { payment_method: 'pix', start_date: '2030-03-15' });
      await act(store, { id, what: 'pause' });
      await store.sandbox.create('/api/v1/subscriptions', valid());
      const path = `/api/v1/subscriptions/${id}/cycles`;
      const { body } = await store.sandbox.get<{ data: unknown[]; has_more: boolean }>(path);
      expect(body).toEqual({
        data: [{ ...latest_cycle, status: 'dropped', invoice_status: 'canceled' }],
        has_more: false,
      });
      const before = `${path}?starting_after=${latest_cycle!.id}`;
      expect((await store.sandbox.get(before)).body).toEqual({ data: [], has_more: false });
      expect((await store.sandbox.get(`${path}?limit=101`)).status).toBe(422);
      expect((await store.sandbox.get('/api/v1/subscriptions/999999/cycles')).body).toMatchObject({
        code: 'subscription_not_found',
      });
    });

    test('lists of events are of one subscription alone, and show exactly the bodies that webhooks get', async () => {
      const { id } = await subscribe(store);
      await subscribe(store);
      await act(store, { id, what: 'pause' });
      await act(store, { id, what: 'resume' });
      const events = await eventsOf(id);
      expect(events.map(({ event, sequence }) => [event, sequence])).toEqual([
        ['subscription.created', 1],
        ['subscription.paused', 2],
        ['subscription.resumed', 3],
      ]);
      expect(events.every(({ data }) => data.subscription_id === id)).toBe(true);
      expect(events[1]!.data).toMatchObject({
        status: 'paused',
        previous_status: 'active',
        total: 50,
        payment_method: 'card',
        interval: 'month',
        interval_count: 1,
        next_due_date: '2030-04-13',
        resume_date: null,
        customer: { id: store.customerId, name: 'Ana Souza', email: 'ana@example.com' },
        store: { id: store.companyId, name: 'Padaria Estrela' },
      });
      const bodies = await world.database.query<{ body: string; runs_in: string }>(
        `select events.body, delivery.runs_in from events
         join webhook_deliveries as delivery on delivery.event_id = events.id
         where events.resource_type = 'subscription' and events.resource_id = $1 order by events.id`,
        [id],
      );
      expect(bodies.map(({ body }) => JSON.parse(body) as unknown)).toEqual(events);
      expect(new Set(bodies.map(({ runs_in }) => runs_in))).toEqual(new Set(['event']));
      const { body: none } = await store.sandbox.get<{ data: unknown[] }>(
        `/api/v1/events?subscription_id=${id}&event=subscription.canceled`,
      );
      expect(none.data).toEqual([]);
    });
  });

  test('the token of a card is in no answer, event, log or outbox, and in the record only sealed', async () => {
    const answers: unknown[] = [];
    const say = async <T = Problem>(method: string, path: string, body?: unknown) => {
      const headers = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
      const answer = await store.sandbox.request<T>(method, `/api/v1${path}`, body, headers);
      answers.push(answer.body, Object.fromEntries(answer.headers));
      return answer;
    };
    const { body: made } = await say<SubscriptionBody>('POST', '/subscriptions', {
      ...valid(),
      payment_method: 'card',
      card_token: SECRET_CARD,
    });
    const { id, latest_cycle } = made;
    expect(made).toMatchObject({ has_card: true });
    await say('PATCH', `/subscriptions/${id}`, { card_token: OTHER_CARD });
    const { payments } = await store.sandbox.invoice(latest_cycle!.invoice_id);
    await sendGatewayCallback(world, { type: 'payment_refused', attemptId: payments[0]!.id, reason: 'fraud' });
    await settleCharge(orm.em, { subscriptionId: id, cycleId: latest_cycle!.id, at: NOW });
    await say('POST', `/subscriptions/${id}/retry`, { card_token: SECRET_CARD });
    // Refusals repeat nothing of what was sent.
    await say('POST', `/subscriptions/${id}/retry`, { card_token: SECRET_CARD });
    await say('POST', '/subscriptions', { ...valid(), card_token: SECRET_CARD });
    await say('POST', '/subscriptions', { ...valid(), payment_method: 'card', card_token: CARD_NUMBER });
    await say('PATCH', `/subscriptions/${id}`, { card_token: CARD_NUMBER });
    for (const path of ['', '/cycles']) await say('GET', `/subscriptions/${id}${path}`);
    await say('GET', `/invoices/${latest_cycle!.invoice_id}`);
    await say('GET', `/invoices/${latest_cycle!.invoice_id}/payments`);
    await say('GET', `/events?subscription_id=${id}`);
    expect(answers.length).toBeGreaterThan(20);

    const tables = await world.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const rows = await Promise.all(
      tables.map(async ({ name }) => [
        name,
        ...(await world.database.query(`select row_to_json(t)::text as row from "${name}" as t`)),
      ]),
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['subscriptions', 'events', 'outbox', 'payment_attempts', 'idempotency_keys']),
    );
    const places = { answers: JSON.stringify(answers), log: logged.join(''), record: JSON.stringify(rows) };
    for (const said of Object.values(places)) {
      for (const secret of [SECRET_CARD, OTHER_CARD, CARD_NUMBER, 'SeCrEtCaRd', 'OtHeRcArD']) {
        expect(said.includes(secret)).toBe(false);
      }
    }
    expect(logged.length).toBeGreaterThan(0);
    const [kept] = await world.database.query<{ card_token: string; attempt: string }>(
      `select subscriptions.card_token, attempt.card_token as attempt from subscriptions
       join payment_attempts as attempt on attempt.invoice_id = $2 and attempt.state = 'pending'
       where subscriptions.id = $1`,
      [id, latest_cycle!.invoice_id],
    );
    expect([kept!.card_token, kept!.attempt]).toEqual([
      expect.stringMatching(/^test:/),
      expect.stringMatching(/^test:/),
    ]);
    await act(store, { id, what: 'cancel' });
    const left = await world.database.query(
      `select 1 from subscriptions where id = $1 and coalesce(card_token, offered_card_token) is not null
       union all select 1 from payment_attempts where invoice_id = $2 and card_token is not null`,
      [id, latest_cycle!.invoice_id],
    );
    expect(left).toEqual([]);
  });
});
