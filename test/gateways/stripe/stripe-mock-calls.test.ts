import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../../src/app/open-database.ts';
import type { GatewayProvider } from '../../../src/gateways/gateway-provider.ts';
import type { ChargeRequest, PaymentGateway } from '../../../src/gateways/payment-gateway.ts';
import { createStripeProvider } from '../../../src/gateways/stripe/stripe-provider.ts';
import { createContractStore } from '../../support/contract-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startStripeMock } from '../../support/stripe-mock.ts';

interface Call {
  method: string;
  path: string;
  status: number;
  answer: string;
}

/**
 * stripe-mock holds every request against Stripe's own description of its API, and answers with an example whatever was
 * asked: what comes of it means nothing here, but that each call is one that Stripe would take.
 */
describe('every call that the gateway makes, by Stripe’s own description', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let between: Server;
  let provider: GatewayProvider;
  let gateway: PaymentGateway;
  let newCharge: Awaited<ReturnType<typeof createContractStore>>['newCharge'];
  const calls: Call[] = [];
  /** Rewrites an answer on its way: an example is never one that a charge goes on from. */
  let rewrite: (call: Call) => string;
  const settings = {
    secret_key: 'sk_test_fatura',
    publishable_key: 'pk_test_fatura',
    callback_secret: 'whsec_12345678',
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 4 });
    mock = await startStripeMock();
    between = await listenBetween(mock.url, (call) => {
      calls.push(call);
      return rewrite(call);
    });
    const apiUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    provider = createStripeProvider({ apiUrl });
    const store = await createContractStore(orm);
    newCharge = store.newCharge;
    gateway = await provider.open(orm.em, {
      store: store.store,
      installation: 'an-installation',
      accountId: 'acct_test',
      settings,
    });
  });
  beforeEach(() => {
    calls.length = 0;
    rewrite = ({ answer }) => answer;
  });
  afterAll(async () => {
    between?.close();
    await mock?.stop();
    await orm?.close();
    await database?.drop();
  });

  /** The calls of some work, whatever becomes of it. */
  async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
    await work().catch(() => undefined);
    expect(calls.filter(({ status }) => status >= 400)).toEqual([]);
    return calls.map(({ method, path }) => `${method} ${path.replace(/\b(pi|pm|cus|re)_\w+/, '$1')}`);
  }
  const reference = ({ attemptId, payer: { customerId } }: ChargeRequest, chargeId: string | null) => ({
    ...{ attemptId, customerId, chargeId },
  });

  test('a check of the settings', async () => {
    const made = await callsOf(() => provider.check({ store: { companyId: 1, environment: 'sandbox' }, settings }));
    expect(made).toEqual([
      ...['GET /v1/payment_intents', 'GET /v1/customers', 'GET /v1/refunds', 'GET /v1/disputes', 'GET /v1/account'],
    ]);
  });

  test.each([
    ['pix', {}],
    ['boleto', {}],
    ['card', { cardToken: 'pm_card_visa' }],
    ['card', { cardToken: 'pm_card_visa', cardUse: 'kept' }],
  ] as const)('a charge by %s, %j', async (method, fields) => {
    const charge = await newCharge(method, fields);
    const made = await callsOf(() => gateway.registerCharge(charge));
    expect(made).toEqual(['POST /v1/customers', 'POST /v1/payment_intents']);
  });

  test.each([
    [3, 'confirm'],
    [4, 'cancel'],
  ])('a card in %i installments, of an account that has three', async (installments, then) => {
    const plans = [{ count: 3, interval: 'month', type: 'fixed_count' }];
    rewrite = ({ method, path, answer }) =>
      method === 'POST' && path === '/v1/payment_intents'
        ? JSON.stringify({
            ...(JSON.parse(answer) as object),
            status: 'requires_confirmation',
            payment_method_options: { card: { installments: { enabled: true, available_plans: plans, plan: null } } },
          })
        : answer;
    const charge = await newCharge('card', { cardToken: 'pm_card_visa', installments });
    const made = await callsOf(() => gateway.registerCharge(charge));
    expect(made.at(-1)).toBe(`POST /v1/payment_intents/pi/${then}`);
  });

  test('a card on file, which is made its customer’s first', async () => {
    const charge = await newCharge('card', { cardToken: 'pm_card_visa', cardUse: 'on_file' });
    const made = await callsOf(() => gateway.registerCharge(charge));
    expect(made.slice(0, 2)).toEqual(['POST /v1/customers', 'GET /v1/payment_methods/pm']);
    expect(made.at(-1)).toBe('POST /v1/payment_intents');
  });

  test('a customer whose name has changed', async () => {
    const charge = await newCharge('pix');
    await gateway.registerCharge(charge).catch(() => undefined);
    calls.length = 0;
    const renamed = { ...charge, payer: { ...charge.payer, name: 'Ana Maria Souza', phone: '+5511999990000' } };
    const made = await callsOf(() => gateway.registerCharge(renamed));
    expect(made).toEqual(['POST /v1/customers/cus', 'POST /v1/payment_intents']);
  });

  test('a question for a charge, by its id and by its payer', async () => {
    const charge = await newCharge('pix');
    await gateway.registerCharge(charge).catch(() => undefined);
    calls.length = 0;
    await callsOf(() => gateway.queryCharge(reference(charge, 'pi_123')));
    const made = await callsOf(() => gateway.queryCharge(reference(charge, null)));
    expect(made).toEqual(['GET /v1/payment_intents/pi', 'GET /v1/payment_intents']);
  });

  test('a cancellation', async () => {
    const charge = await newCharge('pix');
    const made = await callsOf(() => gateway.cancelCharge(reference(charge, 'pi_123')));
    expect(made).toEqual(['GET /v1/payment_intents/pi', 'POST /v1/payment_intents/pi/cancel']);
  });

  test.each([100, 14_990])('a refund of %s cents', async (amountCents) => {
    const request = { refundId: 10 + amountCents, keyNumber: 0, gatewayPaymentId: 'pi_123', amountCents };
    const made = await callsOf(() => gateway.refundPayment(request));
    expect(made).toEqual(['GET /v1/refunds', 'POST /v1/refunds']);
  });

  test('a comparison of the books', async () => {
    const span = { since: new Date('2026-11-01T00:00:00Z'), until: new Date('2026-11-08T00:00:00Z') };
    const made = await callsOf(async () => {
      const { books } = gateway;
      for await (const charge of books!.charges(span)) expect(charge.chargeId).toMatch(/^pi_/);
      await books!.charge('pi_123');
      for await (const refund of books!.refunds(span)) expect(refund.gatewayRefundId).toMatch(/^re_/);
      for await (const dispute of books!.disputes(span)) expect(dispute.gatewayDisputeId).toMatch(/^(du|dp)_/);
    });
    expect(made).toEqual([
      ...['GET /v1/payment_intents', 'GET /v1/payment_intents/pi', 'GET /v1/refunds', 'GET /v1/disputes'],
    ]);
  });
});

/** Passes everything on, and tells what was asked and how it was answered. */
async function listenBetween(target: string, note: (call: Call) => string): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = 'GET', url = '/' } = request;
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length'].includes(name),
      );
      const body = chunks.length > 0 && method !== 'GET' ? Buffer.concat(chunks) : null;
      const passed = await fetch(`${target}${url}`, { method, headers: headers as [string, string][], body });
      const answer = await passed.text();
      const told = note({ method, path: url.split('?')[0]!, status: passed.status, answer });
      response.writeHead(passed.status, { 'Content-Type': 'application/json' }).end(told);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
