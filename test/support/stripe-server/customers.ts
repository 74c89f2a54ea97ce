import type Stripe from 'stripe';
import { emit, findIn, newId, seconds, type Mode } from './account.ts';
import type { ReadAll } from './params.ts';
import { address, attach } from './payment-methods.ts';

export const UPDATE_CUSTOMER = {
  address: {
    city: 'text',
    country: 'text2',
    line1: 'text',
    line2: 'text',
    postal_code: 'text',
    state: 'text',
  },
  description: 'text5000',
  email: 'text512',
  expand: 'texts',
  invoice_settings: { default_payment_method: 'text' },
  metadata: 'metadata',
  name: 'text256',
  phone: 'text20',
  preferred_locales: 'texts',
} as const;

export const CREATE_CUSTOMER = {
  ...UPDATE_CUSTOMER,
  payment_method: 'text',
  /** The tax id, by its index. */
  tax_id_data: { 0: { type: ['br_cnpj', 'br_cpf'], value: 'text' } },
} as const;

type UpdateParams = ReadAll<typeof UPDATE_CUSTOMER>;

export function createCustomer(mode: Mode, params: ReadAll<typeof CREATE_CUSTOMER>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(mode),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: newId('X').slice(2, 10).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: mode.live,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  assign(customer, params);
  mode.customers.set(customer.id, customer);
  emit(mode, 'customer.created', customer);
  if (params.payment_method !== undefined) attach(mode, params.payment_method, customer.id);
  return customer;
}

export function updateCustomer(mode: Mode, id: string, params: UpdateParams): Stripe.Customer {
  const customer = findIn(mode, 'customers', id);
  assign(customer, params);
  emit(mode, 'customer.updated', customer);
  return customer;
}

/** Its cards go with it; its charges stay. */
export function deleteCustomer(mode: Mode, id: string): Stripe.DeletedCustomer {
  const customer = findIn(mode, 'customers', id);
  mode.customers.delete(id);
  for (const method of mode.paymentMethods.values()) {
    if (method.customer === id) method.customer = null;
  }
  emit(mode, 'customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

function assign(customer: Stripe.Customer, params: UpdateParams): void {
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    if (params[name] !== undefined) customer[name] = params[name];
  }
  if (params.address) customer.address = address(params.address);
  if (params.preferred_locales) customer.preferred_locales = params.preferred_locales;
  // Names that are not given stay as they were.
  Object.assign(customer.metadata, params.metadata);
  const method = params.invoice_settings?.default_payment_method;
  if (method !== undefined) customer.invoice_settings.default_payment_method = method;
}
