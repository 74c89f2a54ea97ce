import type Stripe from 'stripe';
import { emit, findIn, newId, seconds, type Mode, type PaymentType } from './account.ts';
import { invalidRequest, missingParam, StripeFailure } from './failure.ts';
import type { ReadAll } from './params.ts';
import { testCard, type CardConduct, type Decline } from './test-cards.ts';

const ADDRESS = {
  city: 'text',
  country: 'text2',
  line1: 'text',
  line2: 'text',
  postal_code: 'text',
  state: 'text',
} as const;

export const BILLING_DETAILS = {
  address: ADDRESS,
  email: 'text',
  name: 'text',
  phone: 'text',
  tax_id: 'text',
} as const;

export const PAYMENT_METHOD_DATA = {
  type: ['boleto', 'pix'],
  billing_details: BILLING_DETAILS,
  boleto: { tax_id: 'text' },
  pix: {},
  metadata: 'metadata',
} as const;

export type PaymentMethodData = ReadAll<typeof PAYMENT_METHOD_DATA>;

/** Makes a new PaymentMethod of the parameters under `payment_method_data`. */
export function methodFromData(mode: Mode, data: PaymentMethodData): Stripe.PaymentMethod {
  if (!data.type) throw missingParam('payment_method_data[type]');
  if (data.type === 'boleto') checkBoleto(data);
  const boleto = data.type === 'boleto' ? { boleto: { tax_id: data.boleto!.tax_id! } } : { pix: {} };
  const { name, email, phone, tax_id } = data.billing_details ?? {};
  const billing = { address: address(data.billing_details?.address), ...nulls({ name, email, phone, tax_id }) };
  return addMethod(mode, { ...boleto, type: data.type, billing_details: billing, metadata: data.metadata ?? {} });
}

/** A boleto names who pays it, and where that person lives. */
function checkBoleto({ boleto, billing_details: billing }: PaymentMethodData): void {
  const at = 'payment_method_data';
  if (boleto?.tax_id === undefined) throw missingParam(`${at}[boleto][tax_id]`);
  const digits = boleto.tax_id.replace(/[.\-/]/g, '');
  if (!/^(\d{11}|\d{14})$/.test(digits)) {
    const message = 'The tax ID number provided is not a valid CPF or CNPJ.';
    throw invalidRequest(message, { code: 'tax_id_invalid', param: `${at}[boleto][tax_id]` });
  }
  for (const name of ['name', 'email'] as const) {
    if (!billing?.[name]) throw missingParam(`${at}[billing_details][${name}]`);
  }
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(billing!.email!)) {
    const message = `Invalid email address: ${billing!.email!}`;
    throw invalidRequest(message, { code: 'email_invalid', param: `${at}[billing_details][email]` });
  }
  for (const name of ['line1', 'city', 'state', 'postal_code'] as const) {
    if (!billing?.address?.[name]) throw missingParam(`${at}[billing_details][address][${name}]`);
  }
  const { state, postal_code: postalCode, country } = billing!.address!;
  const wrong =
    (!/^[A-Z]{2}$/.test(state!) && 'state') ||
    (!/^\d{5}-?\d{3}$/.test(postalCode!) && 'postal_code') ||
    (country !== undefined && country !== 'BR' && 'country');
  if (wrong) {
    const param = `${at}[billing_details][address][${wrong}]`;
    throw invalidRequest(`Invalid Brazilian address: ${wrong}`, { code: 'incorrect_address', param });
  }
}

export function address(given: ReadAll<typeof ADDRESS> | undefined): Stripe.Address {
  const { city, country, line1, line2, postal_code, state } = given ?? {};
  return nulls({ city, country, line1, line2, postal_code, state });
}

function nulls<T extends Record<string, string | undefined>>(given: T): { [K in keyof T]: string | null } {
  const entries = Object.entries(given).map(([name, value]) => [name, value ?? null]);
  return Object.fromEntries(entries) as { [K in keyof T]: string | null };
}

type Draft = Pick<Stripe.PaymentMethod, 'billing_details' | 'type' | 'metadata' | 'boleto' | 'pix' | 'card'>;

function addMethod(mode: Mode, draft: Draft): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    created: seconds(mode),
    customer: null,
    customer_account: null,
    livemode: mode.live,
    ...draft,
  };
  mode.paymentMethods.set(method.id, method);
  return method;
}

/** A card, as a payer's browser registers it. */
export function addCard(mode: Mode, conduct: CardConduct): Stripe.PaymentMethod {
  const { brand, last4, country } = conduct;
  const card: Stripe.PaymentMethod.Card = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    display_brand: brand,
    exp_month: 12,
    exp_year: 2050,
    fingerprint: `print${last4}`,
    funding: 'credit',
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  const billing = { address: address(undefined), email: null, name: null, phone: null, tax_id: null };
  const method = addMethod(mode, { type: 'card', card, billing_details: billing, metadata: {} });
  mode.conducts.set(method.id, conduct);
  return method;
}

/** By its id, or in test mode a new one for the name of a test card. */
export function findMethod(mode: Mode, id: string, status = 400): Stripe.PaymentMethod {
  const card = mode.live ? undefined : testCard(id);
  if (card) return addCard(mode, card);
  return findIn(mode, 'paymentMethods', id, { param: 'payment_method', status });
}

/** Which method an intent is confirmed with may be seen by one customer's intents alone. */
export function checkOwner(mode: Mode, method: Stripe.PaymentMethod, customer: string | null): void {
  const owner = method.customer as string | null;
  if (owner !== null && customer === null) {
    throw invalidRequest(
      `The PaymentMethod you provided (${method.id}) belongs to the Customer ${owner}. Please include the Customer in ` +
        'the `customer` parameter on the PaymentIntent.',
      { param: 'payment_method' },
    );
  }
  if (owner !== null && owner !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to ` +
        'the customer.',
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  if (owner === null && mode.consumed.has(method.id)) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
        'connected account without Customer attachment, or was detached from a Customer. It may not be used again. To ' +
        'use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    );
  }
}

export function attach(mode: Mode, id: string, customer: string): Stripe.PaymentMethod {
  const method = findMethod(mode, id, 404);
  findIn(mode, 'customers', customer, { param: 'customer', status: 400 });
  checkOwner(mode, method, customer);
  if ((method.type as PaymentType) === 'pix') {
    throw invalidRequest('The payment method type "pix" cannot be attached to a customer.', {
      param: 'payment_method',
    });
  }
  const conduct = mode.conducts.get(method.id);
  if (conduct && typeof conduct.charge === 'object' && conduct.attach !== 'succeeds') throw cardError(conduct.charge);
  save(mode, method, customer);
  return method;
}

/** A method that was detached is used no more. */
export function detach(mode: Mode, id: string): Stripe.PaymentMethod {
  const method = findIn(mode, 'paymentMethods', id, { param: 'payment_method', status: 404 });
  if (method.customer === null) {
    const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
    throw invalidRequest(message, { param: 'payment_method' });
  }
  method.customer = null;
  mode.consumed.add(method.id);
  emit(mode, 'payment_method.detached', method);
  return method;
}

export function save(mode: Mode, method: Stripe.PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  method.customer = customer;
  emit(mode, 'payment_method.attached', method);
}

export function cardError(
  { code, declineCode, message, param }: Decline,
  rest: { charge?: string; payment_intent?: Stripe.PaymentIntent; payment_method?: Stripe.PaymentMethod } = {},
): StripeFailure {
  const named = param === undefined ? {} : { param };
  return new StripeFailure(402, { type: 'card_error', code, decline_code: declineCode, message, ...named, ...rest });
}
