import { describe, expect, test } from '@jest/globals';
import type { ChargeRequest } from '../../../src/gateways/payment-gateway.ts';
import { problemsOf } from '../../../src/gateways/stripe/charge-problems.ts';
import { chargeParams } from '../../../src/gateways/stripe/charge-params.ts';

const ADDRESS = {
  ...{ zip_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: 'Apto 42' },
  ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP', country: 'BR' },
};
const PAYER = {
  ...{ customerId: 7, name: 'Ana Souza', email: 'ana@example.com', document: '11144477735', phone: null },
  address: ADDRESS,
};
/** In a time to come, so that the time of this run plays no part. */
const REQUEST: ChargeRequest = {
  ...{
    attemptId: 12,
    keyNumber: 0,
    invoiceId: 9,
    environment: 'production',
    requestedAt: '2090-03-02T15:00:00.000Z',
    method: 'pix',
  },
  ...{
    amountCents: 14_990,
    description: 'Encomenda 12',
    payer: PAYER,
    installments: 1,
    cardToken: null,
    cardUse: 'once',
  },
  terms: { subtotalCents: 14_990, discount: null, fine: null, interest: null },
  merchant: { name: 'Padaria Estrela', city: 'São Paulo' },
  ...{
    expiresAt: '2090-03-03T15:00:00.000Z',
    lifetimeSeconds: null,
    dueDate: null,
    late: null,
    returnUrl: 'https://fatura.example/checkout/abc',
  },
};
const WHOSE = {
  mark: { installation: 'an-installation', store: { companyId: 3, environment: 'production' as const } },
  ...{ customer: 'cus_1', statementSuffix: 'ESTRELA' },
};

const seconds = (moment: string): number => Date.parse(moment) / 1000;

describe('the parameters of a charge at Stripe', () => {
  test('bears our ids, and nothing of ours in the place of the amount', () => {
    expect(chargeParams(REQUEST, WHOSE)).toMatchObject({
      ...{ amount: 14_990, currency: 'brl', customer: 'cus_1', description: 'Encomenda 12', confirm: true },
      metadata: {
        ...{ fatura_installation: 'an-installation', fatura_store: '3-production' },
        ...{ fatura_invoice: '9', fatura_attempt: '12' },
      },
    });
  });

  test.each([
    ['as long as agreed', 3_600, 3_600],
    ['at least a minute', 5, 60],
    ['at most fourteen days', 40 * 86_400, 14 * 86_400],
  ])('a Pix code lives %s, whenever it is asked for again', (_what, lifetimeSeconds, expected) => {
    const later = { ...REQUEST, lifetimeSeconds, requestedAt: '2090-03-09T15:00:00.000Z' };
    for (const request of [{ ...REQUEST, lifetimeSeconds }, later]) {
      expect(chargeParams(request, WHOSE)).toMatchObject({
        payment_method_options: { pix: { expires_after_seconds: expected } },
      });
    }
  });

  test.each([
    ['as agreed', '2090-03-03T15:00:00.000Z', '2090-03-03T15:00:00Z'],
    ['sooner than Stripe can', '2090-03-02T15:00:05.000Z', '2090-03-02T15:01:30Z'],
    ['later than Stripe can', '2090-04-30T15:00:00.000Z', '2090-03-16T14:59:00Z'],
  ])('a Pix code whose end was agreed ends %s', (_what, expiresAt, expected) => {
    expect(chargeParams({ ...REQUEST, expiresAt }, WHOSE)).toMatchObject({
      payment_method_options: { pix: { expires_at: seconds(expected) } },
    });
  });

  test.each([
    ['by the calendar of São Paulo', '2090-03-02T15:00:00.000Z', '2090-03-05', 3],
    ['also when it is the next day elsewhere', '2090-03-03T01:30:00.000Z', '2090-03-05', 3],
    ['today', '2090-03-02T15:00:00.000Z', '2090-03-02', 0],
    ['over the end of a month', '2090-02-27T15:00:00.000Z', '2090-03-02', 3],
    ['no later than Stripe can', '2090-03-02T15:00:00.000Z', '2090-12-31', 60],
  ])('a boleto is due %s', (_what, requestedAt, dueDate, days) => {
    const request = { ...REQUEST, method: 'boleto' as const, expiresAt: null, requestedAt, dueDate };
    expect(chargeParams(request, WHOSE)).toMatchObject({
      payment_method_options: { boleto: { expires_after_days: days } },
      payment_method_data: {
        boleto: { tax_id: '11144477735' },
        billing_details: {
          ...{ name: 'Ana Souza', email: 'ana@example.com' },
          address: {
            ...{ line1: 'Avenida Paulista, 1000', line2: 'Apto 42, Bela Vista', city: 'São Paulo', state: 'SP' },
            ...{ postal_code: '01310100', country: 'BR' },
          },
        },
      },
    });
  });

  test.each([
    ['once', { confirm: true, return_url: REQUEST.returnUrl }, ['setup_future_usage', 'off_session']],
    ['kept', { confirm: true, return_url: REQUEST.returnUrl, setup_future_usage: 'off_session' }, ['off_session']],
    ['on_file', { confirm: true, off_session: true }, ['setup_future_usage', 'return_url']],
  ] as const)('a card that is used %s', (cardUse, asked, notAsked) => {
    const request = { ...REQUEST, method: 'card' as const, cardToken: 'pm_1', cardUse };
    const params = chargeParams(request, WHOSE);
    expect(params).toMatchObject({ payment_method: 'pm_1', statement_descriptor_suffix: 'ESTRELA', ...asked });
    for (const name of notAsked) expect(params).not.toHaveProperty(name);
  });

  test('a card in installments is not confirmed before its plans are known', () => {
    const request = { ...REQUEST, method: 'card' as const, cardToken: 'pm_1', installments: 3 };
    const params = chargeParams(request, WHOSE);
    expect(params).toMatchObject({ payment_method_options: { card: { installments: { enabled: true } } } });
    expect(params).not.toHaveProperty('confirm');
  });
});

describe('charges that Stripe would refuse', () => {
  const boleto = {
    ...{ method: 'boleto' as const, amountCents: 14_990, due: { date: '2090-03-05', inDays: 3 } },
    ...{ terms: { discount: null, fine: null, interest: null }, payer: PAYER },
  };
  test.each([
    ['nothing', {}, []],
    ['a boleto of less than R$ 5.00', { amountCents: 499 }, ['products']],
    ['a boleto of more than R$ 49,999.99', { amountCents: 5_000_000 }, ['products']],
    ['a boleto more than 60 days ahead', { due: { date: '2090-05-02', inDays: 61 } }, ['due_date']],
    ['a boleto for nobody', { payer: { ...PAYER, document: null } }, ['customer.document']],
    [
      'a boleto to nowhere',
      { payer: { ...PAYER, document: null, address: null } },
      ['customer.document', 'customer.address'],
    ],
    ['a Pix of less than R$ 0.50', { method: 'pix' as const, amountCents: 49, due: null }, ['products']],
    ['a card of somebody without an address', { method: 'card' as const, payer: { ...PAYER, address: null } }, []],
  ])('%s', (_what, fields, expected) => {
    const errors = problemsOf({ ...boleto, ...fields });
    expect(errors.map(({ field }) => field)).toEqual(expected);
    for (const { message } of errors) expect(message.length).toBeGreaterThan(20);
  });

  test('it says where what is missing can be given', () => {
    const [error] = problemsOf({ ...boleto, payer: { ...PAYER, address: null } });
    expect(error!.message).toContain('PATCH /api/v1/customers/7');
  });
});
