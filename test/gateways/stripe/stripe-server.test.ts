import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { barcodeOfLine } from '../../../src/banking/boleto/barcode.ts';
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts';

let now: number;
let server: StripeServer;
let stripe: Stripe;

beforeEach(async () => {
  now = Date.parse('2026-03-10T15:00:00Z');
  server = await startStripeServer({ now: () => now });
  stripe = clientOf('sk_test_fatura');
});

afterEach(async () => {
  await server.stop();
});

function clientOf(key: string, timeout = 5_000): Stripe {
  const { hostname, port } = new URL(server.url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0, timeout });
}

const address = { line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', postal_code: '01310-100', country: 'BR' };
const billing = { name: 'Ana Souza', email: 'ana@example.com', address };

type Create = Stripe.PaymentIntentCreateParams;

const PIX: Create = {
  amount: 1050,
  currency: 'brl',
  confirm: true,
  allowed_payment_method_types: ['pix'],
  payment_method_data: { type: 'pix' },
  payment_method_options: { pix: { expires_after_seconds: 3600 } },
};
const BOLETO: Create = {
  amount: 1050,
  currency: 'brl',
  confirm: true,
  allowed_payment_method_types: ['boleto'],
  payment_method_data: { type: 'boleto', boleto: { tax_id: '529.982.247-25' }, billing_details: billing },
  payment_method_options: { boleto: { expires_after_days: 2 } },
};

function card(paymentMethod: string, rest: Partial<Create> = {}): Create {
  const types = { allowed_payment_method_types: ['card'] as 'card'[] };
  return { amount: 12000, currency: 'brl', confirm: true, payment_method: paymentMethod, ...types, ...rest };
}

function create(params: Create, idempotencyKey?: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(params, idempotencyKey === undefined ? {} : { idempotencyKey });
}

async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Stripe.errors.StripeError);
  return error as Stripe.errors.StripeError;
}

function types(events: readonly Stripe.Event[] = server.takeEvents()): string[] {
  return events.map(({ type }) => type);
}

describe('Pix', () => {
  test('is shown as a code, and paid', async () => {
    const intent = await create({ ...PIX, metadata: { attempt: '7' } });
    const { pix_display_qr_code: shown } = intent.next_action!;
    expect(intent).toMatchObject({ status: 'requires_action', livemode: false, metadata: { attempt: '7' } });
    expect(shown!.data).toMatch(/^000201010212.*br\.gov\.bcb\.pix.*540510\.50/);
    expect(shown!.expires_at).toBe(now / 1000 + 3600);
    expect(types()).toEqual(['payment_intent.created', 'payment_intent.requires_action']);
    server.succeed(intent.id);
    expect(types()).toEqual(['charge.succeeded', 'payment_intent.succeeded']);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 1050,
      latest_charge: { paid: true, payment_method_details: { type: 'pix' }, balance_transaction: { fee: 42 } },
    });
    expect(server.charges()).toHaveLength(1);
  });

  test('expires, and then nobody can pay it', async () => {
    const { id } = await create(PIX);
    server.expire(id);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    });
    expect(() => server.succeed(id)).toThrow(/nobody can act/);
  });

  test.each([
    ['an expiry too far away', { expires_at: 15 * 86_400 }],
    ['an expiry in the past', { expires_at: -60 }],
  ])('with %s is refused', async (_name, { expires_at: offset }) => {
    const options = { pix: { expires_at: now / 1000 + offset } };
    const error = await failure(create({ ...PIX, payment_method_options: options }));
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method_options[pix][expires_at]' });
    expect(server.paymentIntents()).toHaveLength(0);
  });
});

describe('boleto', () => {
  test('has a valid line, and expires at the end of a day in São Paulo', async () => {
    const intent = await create(BOLETO);
    const { boleto_display_details: shown } = intent.next_action!;
    expect(barcodeOfLine(shown!.number!)).toMatch(/^2379.*0000001050/);
    expect(new Date(shown!.expires_at! * 1000).toISOString()).toBe('2026-03-13T02:59:59.000Z');
    server.succeed(intent.id);
    const error = await failure(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error).toMatchObject({ statusCode: 400, code: 'charge_not_refundable' });
  });

  test.each(['name', 'email', 'line1', 'city', 'state', 'postal_code', 'tax_id'])(
    'without %s is refused',
    async (name) => {
      const data = structuredClone(BOLETO.payment_method_data!);
      const holders = [data.boleto, data.billing_details, data.billing_details!.address] as Record<string, unknown>[];
      for (const holder of holders) delete holder[name];
      const error = await failure(create({ ...BOLETO, payment_method_data: data }));
      expect(error).toMatchObject({ statusCode: 400, code: 'parameter_missing' });
      expect(error.param).toContain(`[${name}]`);
    },
  );

  test('a boleto of less than five reais is refused', async () => {
    expect(await failure(create({ ...BOLETO, amount: 499 }))).toMatchObject({ code: 'amount_too_small' });
  });
});

describe('cards', () => {
  test('a good card is charged at once', async () => {
    const intent = await create(card('pm_card_visa', { expand: ['latest_charge', 'payment_method'] }));
    expect(intent).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { brand: 'visa', last4: '4242' } },
      latest_charge: { amount: 12000, payment_intent: intent.id },
    });
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('%s is declined', async (name, code, declineCode) => {
    const error = await failure(create(card(name)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
    expect(types()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    expect(server.charges()).toHaveLength(0);
  });

  test('a card that asks its holder waits for the answer', async () => {
    const params = card('pm_card_authenticationRequired', { return_url: 'https://example.com/back' });
    const good = await create(params);
    expect(good.next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: 'https://example.com/back' },
    });
    expect(server.authenticate(good.id, true).status).toBe('succeeded');
    const bad = await create(params);
    server.authenticate(bad.id, false);
    expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  test('a card that asks its holder cannot be charged without one', async () => {
    const error = await failure(create(card('pm_card_authenticationRequired', { off_session: true })));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    expect(error.payment_intent!.status).toBe('requires_payment_method');
  });

  test('a saved card belongs to its customer, and a card that is not saved is spent', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ana' });
    const saved = await create(card('pm_card_mastercard', { customer, setup_future_usage: 'off_session' }));
    const method = saved.payment_method as string;
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer });
    expect(await create(card(method, { customer, off_session: true }))).toMatchObject({ status: 'succeeded' });
    expect((await failure(create(card(method)))).message).toMatch(/belongs to the Customer/);
    const once = server.registerCard('pm_card_visa');
    await create(card(once));
    expect((await failure(create(card(once)))).message).toMatch(/may not be used again/);
  });

  test('in instalments that its bank offers', async () => {
    server.setInstallments([3]);
    const plan = (count: number) => ({
      card: {
        installments: { enabled: true, plan: { count, interval: 'month' as const, type: 'fixed_count' as const } },
      },
    });
    const intent = await create(card('pm_card_visa', { payment_method_options: plan(3), expand: ['latest_charge'] }));
    expect(intent.payment_method_options!.card!.installments!.available_plans).toHaveLength(1);
    expect(intent.latest_charge).toMatchObject({
      payment_method_details: { card: { installments: { plan: { count: 3 } } } },
    });
    expect(await failure(create(card('pm_card_visa', { payment_method_options: plan(6) })))).toMatchObject({
      statusCode: 400,
    });
  });

  test('in two steps, and none after it is over', async () => {
    const { amount, currency } = PIX;
    const intent = await create({ amount, currency, allowed_payment_method_types: ['card'] });
    expect(intent.status).toBe('requires_payment_method');
    const declined = { payment_method: 'pm_card_chargeDeclined' };
    expect((await failure(stripe.paymentIntents.confirm(intent.id, declined))).statusCode).toBe(402);
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect(await failure(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
  });
});

describe('requests that are wrong', () => {
  test.each([
    ['an unknown parameter', { installments: 3 }, { code: 'parameter_unknown', param: 'installments' }],
    [
      'an unknown parameter within another',
      { payment_method_options: { pix: { expires: 1 } } },
      { code: 'parameter_unknown', param: 'payment_method_options[pix][expires]' },
    ],
    [
      'the parameter that this version of the API lost',
      { payment_method_types: ['pix'] },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    ['no amount', { amount: undefined }, { code: 'parameter_missing', param: 'amount' }],
    ['a fraction', { amount: 10.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['too little', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    ['an unknown customer', { customer: 'cus_1' }, { code: 'resource_missing', param: 'customer' }],
    ['an empty text', { description: '' }, { code: 'parameter_invalid_empty', param: 'description' }],
  ])('%s', async (_name, change, expected) => {
    const error = await failure(create({ ...PIX, ...change } as Create));
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', ...expected });
    expect(server.paymentIntents()).toHaveLength(0);
  });

  test('an unknown path, and what is not there', async () => {
    expect(await failure(stripe.paymentIntents.search({ query: 'x' }))).toMatchObject({ statusCode: 404 });
    expect(await failure(stripe.paymentIntents.retrieve('pi_1'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});

describe('keys', () => {
  test('keys of one mode do not see the other', async () => {
    const live = clientOf('sk_live_fatura');
    const { id } = await live.paymentIntents.create(PIX);
    expect((await live.paymentIntents.retrieve(id)).livemode).toBe(true);
    expect((await failure(stripe.paymentIntents.retrieve(id))).message).toMatch(/exists in live mode/);
    expect((await failure(live.paymentIntents.create(card('pm_card_visa')))).message).toMatch(/in test mode/);
    const method = server.registerCard('pm_card_visa', { live: true });
    expect((await live.paymentIntents.create(card(method))).status).toBe('succeeded');
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  test('are unknown, revoked, restricted and restored', async () => {
    const account = (): Promise<Stripe.Account> => stripe.accounts.retrieveCurrent();
    expect(await failure(clientOf('sk_test_other').accounts.retrieveCurrent())).toMatchObject({ statusCode: 401 });
    server.revokeKey('sk_test_fatura');
    const revoked = await failure(account());
    expect(revoked).toMatchObject({ statusCode: 401, code: 'api_key_expired' });
    expect(revoked.message).toMatch(/^Expired API Key provided/);
    server.restrictKey('sk_test_fatura');
    expect(await failure(account())).toBeInstanceOf(Stripe.errors.StripePermissionError);
    server.restoreKey('sk_test_fatura');
    expect(await account()).toMatchObject({ country: 'BR', default_currency: 'brl', charges_enabled: true });
  });
});

describe('idempotency keys', () => {
  test('answer again what they answered, a decline too', async () => {
    const first = await create(PIX, 'a');
    const again = (await create({ ...PIX }, 'a')) as Stripe.Response<Stripe.PaymentIntent>;
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(server.requests.map(({ replayed }) => replayed)).toEqual([false, true]);
    const declined = [1, 2].map(() => failure(create(card('pm_card_chargeDeclined'), 'b')));
    const [one, two] = await Promise.all(declined);
    expect(two!.payment_intent!.id).toBe(one!.payment_intent!.id);
    expect(server.paymentIntents()).toHaveLength(2);
  });

  test('are for one request, in one mode, for a day', async () => {
    const { id } = await create(PIX, 'a');
    const other = await failure(create({ ...PIX, amount: 2000 }, 'a'));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(await failure(stripe.customers.create({}, { idempotencyKey: 'a' }))).toMatchObject({ statusCode: 400 });
    expect((await clientOf('sk_live_fatura').paymentIntents.create(PIX, { idempotencyKey: 'a' })).id).not.toBe(id);
    now += 24 * 3_600_000;
    expect((await create(PIX, 'a')).id).not.toBe(id);
  });

  test('are refused while the first request is being answered', async () => {
    server.failNext({ method: 'POST', path: '/v1/payment_intents', how: { delayMs: 200 } });
    const first = create(PIX, 'a');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await failure(create(PIX, 'a'))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect((await create(PIX, 'b')).status).toBe('requires_action');
    expect((await create(PIX, 'a').catch(() => first)).id).toBe((await first).id);
  });
});

describe('faults', () => {
  const path = '/v1/payment_intents';

  // A closed connection is tried again once by the SDK, even where it is told not to try again.
  test.each([
    ['hang_before', 1, 0],
    ['drop_before', 2, 0],
    ['hang_after', 1, 1],
    ['drop_after', 2, 1],
  ] as const)('%s: no answer, and the same key creates one in all', async (how, times, made) => {
    server.failNext({ method: 'POST', path, times, how });
    stripe = clientOf('sk_test_fatura', 200);
    expect(await failure(create(PIX, 'a'))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(server.requests).toHaveLength(times);
    expect(server.paymentIntents()).toHaveLength(made);
    await create(PIX, 'a');
    expect(server.paymentIntents()).toHaveLength(1);
    expect(server.requests.at(-1)).toMatchObject({ idempotencyKey: 'a', replayed: made === 1, status: 200 });
  });

  test('a connection that is dropped once is nothing to the SDK', async () => {
    server.failNext({ method: 'POST', path, how: 'drop_after' });
    expect((await create(PIX)).status).toBe('requires_action');
    expect(server.paymentIntents()).toHaveLength(1);
  });

  test.each([
    ['500_before', 0],
    ['500_after', 1],
  ] as const)('%s: the failure is stored', async (how, made) => {
    server.failNext({ path: /payment_intents/, how });
    expect(await failure(create(PIX, 'a'))).toMatchObject({ statusCode: 500, rawType: 'api_error' });
    const again = await failure(create(PIX, 'a'));
    expect(again).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
    expect(server.paymentIntents()).toHaveLength(made);
  });

  test('a request that was not stored can be tried again', async () => {
    server.failNext({ method: 'POST', path, times: 2, how: { status: 429, retryAfter: 7 } });
    server.failNext({ method: 'POST', path, how: '409_lock' });
    for (const code of ['rate_limit', 'rate_limit', 'lock_timeout']) {
      expect(await failure(create(PIX, 'a'))).toMatchObject({ statusCode: 429, code });
    }
    expect((await create(PIX, 'a')).status).toBe('requires_action');
  });

  test('anything else that Stripe may say', async () => {
    const error = { type: 'api_error', message: 'Down' } as const;
    server.failNext({ path: '/v1/account', how: { status: 503, error } });
    expect(await failure(stripe.accounts.retrieveCurrent())).toMatchObject({ statusCode: 503, message: 'Down' });
  });
});

describe('the events that come after', () => {
  async function paid(name = 'pm_card_visa'): Promise<string> {
    const { id } = await create(card(name));
    server.takeEvents();
    return id;
  }

  test('refunds, in parts, until nothing is left', async () => {
    const intent = await paid();
    const refund = await stripe.refunds.create({ payment_intent: intent, amount: 5000, metadata: { refund: '1' } });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 5000, metadata: { refund: '1' } });
    expect(types()).toEqual(['refund.created', 'charge.refunded']);
    const more = { payment_intent: intent, amount: 7001 };
    expect(await failure(stripe.refunds.create(more))).toMatchObject({ statusCode: 400, param: 'amount' });
    server.refundFromDashboard(intent, 7000);
    expect(server.charges()[0]).toMatchObject({ amount_refunded: 12000, refunded: true });
    expect(await failure(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
  });

  test('a refund that waits, and one that fails afterwards', async () => {
    const pix = await create(PIX);
    server.succeed(pix.id);
    const waiting = await stripe.refunds.create({ payment_intent: pix.id });
    expect(waiting.status).toBe('pending');
    server.settleRefund(waiting.id, 'succeeded');
    expect((await stripe.refunds.retrieve(waiting.id)).status).toBe('succeeded');
    const intent = await paid('pm_card_refundFail');
    const { id } = await stripe.refunds.create({ payment_intent: intent });
    server.takeEvents();
    server.settleRefund(id, 'failed', 'lost_or_stolen_card');
    expect(types()).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
    expect(server.charges().at(-1)).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  test('a dispute', async () => {
    const intent = await paid();
    const { id } = server.openDispute(intent, { reason: 'fraudulent' });
    expect((await stripe.disputes.list({ payment_intent: intent })).data).toMatchObject([{ id, amount: 12000 }]);
    expect(await failure(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({ code: 'charge_disputed' });
    server.closeDispute(id, 'lost');
    expect(types()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed']);
  });

  test('lists, page by page, newest first', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ana' });
    const made: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      now += 1000;
      made.push((await create({ ...PIX, customer })).id);
    }
    const found: string[] = [];
    const since = { created: { gte: now / 1000 - 3 }, customer, limit: 2 };
    for await (const intent of stripe.paymentIntents.list(since)) found.push(intent.id);
    expect(found).toEqual(made.slice(1).reverse());
    const events = await stripe.events.list({ types: ['payment_intent.created'], limit: 100 });
    expect(events.data).toHaveLength(5);
    expect((await stripe.events.list({ type: 'payment_intent.*' })).has_more).toBe(false);
  });

  test('customers keep what they were not told to change', async () => {
    const { id } = await stripe.customers.create({ name: 'Ana', email: 'ana@example.com', metadata: { a: '1' } });
    await stripe.customers.update(id, { name: 'Ana Souza', metadata: { b: '2' } });
    const customer = await stripe.customers.retrieve(id);
    expect(customer).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', metadata: { a: '1', b: '2' } });
    await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
    expect(await failure(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }))).toMatchObject({
      statusCode: 402,
    });
  });
});

describe('webhooks', () => {
  const secret = 'whsec_test';

  test('are signed as the SDK checks it', async () => {
    await create(PIX);
    const event = server.events[0]!;
    const { body, headers } = server.signed(event, { secret });
    const read = Stripe.webhooks.constructEvent(body, headers['Stripe-Signature']!, secret);
    expect(read).toMatchObject({ id: event.id, api_version: '2026-10-28.endive', type: 'payment_intent.created' });
    expect(() => Stripe.webhooks.constructEvent(`${body} `, headers['Stripe-Signature']!, secret)).toThrow(/signature/);
    const old = server.signed(event, { secret, timestamp: 1_000_000 });
    expect(() => Stripe.webhooks.constructEvent(old.body, old.headers['Stripe-Signature']!, secret)).toThrow(
      /tolerance/,
    );
  });

  test('tell of the object as it was, and are delivered in the order given', async () => {
    const { id } = await create(PIX);
    server.succeed(id);
    expect(server.events[0]!.data.object).toMatchObject({ id, status: 'requires_confirmation' });
    const seen: string[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      request.on('end', () => {
        seen.push((JSON.parse(body) as { type: string }).type);
        response.writeHead(seen.length === 1 ? 500 : 200).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const events = server.takeEvents().reverse();
    expect(await server.deliver(url, events, { secret })).toEqual([500, 200, 200, 200]);
    expect(seen).toEqual(types(events));
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
});
