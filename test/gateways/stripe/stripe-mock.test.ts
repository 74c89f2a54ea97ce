import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { UserError } from '../../../src/dev/user-error.ts';
import { findStripeMock, startStripeMock, type StripeMock } from '../../support/stripe-mock.ts';

let mock: StripeMock;
let stripe: Stripe;

beforeAll(async () => {
  mock = await startStripeMock();
  stripe = clientOf('sk_test_123');
});

afterAll(async () => {
  await mock?.stop();
});

function clientOf(key: string): Stripe {
  const { hostname, port } = new URL(mock.url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
}

const billing = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  address: { line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', postal_code: '01310-100', country: 'BR' },
};

describe("requests that Stripe's OpenAPI knows", () => {
  test('a customer', async () => {
    const customer = await stripe.customers.create({ name: billing.name, email: billing.email, metadata: { id: '1' } });
    expect(customer).toMatchObject({ object: 'customer', name: billing.name });
  });

  test('a Pix charge', async () => {
    const intent = await stripe.paymentIntents.create(
      {
        amount: 1050,
        currency: 'brl',
        confirm: true,
        allowed_payment_method_types: ['pix'],
        payment_method_data: { type: 'pix', billing_details: { name: billing.name, email: billing.email } },
        payment_method_options: { pix: { expires_at: Math.floor(Date.now() / 1000) + 3600 } },
        metadata: { attempt: '1' },
        description: 'Invoice 1',
      },
      { idempotencyKey: 'attempt-1' },
    );
    expect(intent).toMatchObject({ object: 'payment_intent', amount: 1050, currency: 'brl' });
  });

  test('a boleto', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 1050,
      currency: 'brl',
      confirm: true,
      allowed_payment_method_types: ['boleto'],
      payment_method_data: { type: 'boleto', boleto: { tax_id: '52998224725' }, billing_details: billing },
      payment_method_options: { boleto: { expires_after_days: 3 } },
    });
    expect(intent.object).toBe('payment_intent');
  });

  test('a card charge, with what a subscription and instalments need', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 12000,
      currency: 'brl',
      confirm: true,
      customer: 'cus_1',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      payment_method_options: {
        card: { installments: { enabled: true, plan: { type: 'fixed_count', interval: 'month', count: 3 } } },
      },
      setup_future_usage: 'off_session',
      return_url: 'https://example.com/back',
      statement_descriptor_suffix: 'FATURA 1',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(intent).toMatchObject({ object: 'payment_intent', latest_charge: { object: 'charge' } });
  });
});

describe('requests that stripe-mock refuses', () => {
  test('a parameter that Stripe does not know', async () => {
    const params = { amount: 1050, currency: 'brl', installments: 3 };
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('a parameter of the wrong type', async () => {
    const params = { amount: 'ten' as unknown as number, currency: 'brl' };
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('a live key', async () => {
    await expect(clientOf('sk_live_123').accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 401 });
  });
});

test('without the program and without Go it says what to install', async () => {
  const { PATH, FATURA_CACHE_DIR } = process.env;
  const empty = mkdtempSync(join(tmpdir(), 'fatura-stripe-mock-'));
  try {
    Object.assign(process.env, { PATH: empty, FATURA_CACHE_DIR: empty });
    const error: unknown = await findStripeMock().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toMatch(/stripe-mock is missing.*\nInstall stripe-mock on PATH .*or Go 1\.25/);
  } finally {
    Object.assign(process.env, { PATH, FATURA_CACHE_DIR });
    if (FATURA_CACHE_DIR === undefined) delete process.env.FATURA_CACHE_DIR;
    rmSync(empty, { recursive: true, force: true });
  }
});
