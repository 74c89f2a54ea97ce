import { ACCOUNT_ID, findIn, type Mode } from './account.ts';
import { CREATE_CUSTOMER, createCustomer, deleteCustomer, UPDATE_CUSTOMER, updateCustomer } from './customers.ts';
import { ANSWER_DISPUTE, answerDispute, UPLOAD, upload } from './dispute-answers.ts';
import { missingParam } from './failure.ts';
import { CONFIRM_INTENT, CREATE_INTENT } from './intent-params.ts';
import { cancelIntent, confirmIntent, createIntent } from './intents.ts';
import { LIST, listPage } from './listing.ts';
import { readParams, type RawParams, type ReadAll, type Shapes } from './params.ts';
import { attach, detach } from './payment-methods.ts';
import { balanceOf } from './payouts.ts';
import { createRefund } from './refunds.ts';

type Method = 'GET' | 'POST' | 'DELETE';

export interface Endpoint {
  method: Method;
  path: RegExp;
  answer(call: Call): object;
}

export interface Call {
  mode: Mode;
  id: string;
  params: RawParams;
  version: string;
}

/** From this version on `allowed_payment_method_types` took the place of `payment_method_types`. */
const WITHOUT_METHOD_TYPES = '2026-09-30';
const EVENTS_ARE_KEPT = 30 * 86_400;

/** The endpoints that this server has, and the parameters that each knows. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/v1/account', { shapes: EXPAND(), answer: ({ mode }) => account(mode) }),

  endpoint('POST', '/v1/customers', {
    shapes: CREATE_CUSTOMER,
    answer: ({ mode }, params) => createCustomer(mode, params),
  }),
  endpoint('POST', '/v1/customers/:id', {
    shapes: UPDATE_CUSTOMER,
    answer: ({ mode, id }, params) => updateCustomer(mode, id, params),
  }),
  endpoint('DELETE', '/v1/customers/:id', { shapes: {}, answer: ({ mode, id }) => deleteCustomer(mode, id) }),
  endpoint('GET', '/v1/customers', {
    shapes: { ...LIST, email: 'text' },
    answer({ mode }, { email, ...page }) {
      const all = [...mode.customers.values()].filter((customer) => email === undefined || customer.email === email);
      return listPage(all, '/v1/customers', page);
    },
  }),
  endpoint('GET', '/v1/customers/:id', { shapes: EXPAND(), answer: ({ mode, id }) => findIn(mode, 'customers', id) }),

  endpoint('POST', '/v1/payment_intents', {
    shapes: CREATE_INTENT,
    required: ['amount', 'currency'],
    answer: ({ mode }, params) => createIntent(mode, params),
    unknownSince: { payment_method_types: WITHOUT_METHOD_TYPES },
  }),
  endpoint('GET', '/v1/payment_intents', {
    shapes: { ...LIST, customer: 'text' },
    answer({ mode }, { customer, ...page }) {
      const all = [...mode.intents.values()].filter((intent) => customer === undefined || intent.customer === customer);
      return listPage(all, '/v1/payment_intents', page);
    },
  }),
  endpoint('GET', '/v1/payment_intents/:id', {
    shapes: { client_secret: 'text', expand: 'texts' },
    answer: ({ mode, id }) => findIn(mode, 'intents', id, { param: 'intent' }),
  }),
  endpoint('POST', '/v1/payment_intents/:id/confirm', {
    shapes: CONFIRM_INTENT,
    answer: ({ mode, id }, params) => confirmIntent(mode, id, params),
  }),
  endpoint('POST', '/v1/payment_intents/:id/cancel', {
    shapes: {
      cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
      expand: 'texts',
    },
    answer: ({ mode, id }, { cancellation_reason: reason }) => cancelIntent(mode, id, reason),
  }),

  endpoint('GET', '/v1/payment_methods/:id', {
    shapes: EXPAND(),
    answer: ({ mode, id }) => findIn(mode, 'paymentMethods', id, { param: 'payment_method' }),
  }),
  endpoint('POST', '/v1/payment_methods/:id/attach', {
    shapes: { customer: 'text', expand: 'texts' },
    required: ['customer'],
    answer: ({ mode, id }, { customer }) => attach(mode, id, customer!),
  }),
  endpoint('POST', '/v1/payment_methods/:id/detach', {
    shapes: EXPAND(),
    answer: ({ mode, id }) => detach(mode, id),
  }),

  endpoint('POST', '/v1/refunds', {
    shapes: {
      amount: 'integer',
      expand: 'texts',
      metadata: 'metadata',
      payment_intent: 'text',
      reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
    },
    answer({ mode }, params) {
      if (params.payment_intent === undefined) throw missingParam('payment_intent');
      return createRefund(mode, params);
    },
  }),
  endpoint('GET', '/v1/refunds', {
    shapes: { ...LIST, payment_intent: 'text' },
    answer: ({ mode }, params) => listPage(ofIntent(mode.refunds.values(), params), '/v1/refunds', params),
  }),
  endpoint('GET', '/v1/refunds/:id', { shapes: EXPAND(), answer: ({ mode, id }) => findIn(mode, 'refunds', id) }),

  endpoint('GET', '/v1/disputes', {
    shapes: { ...LIST, payment_intent: 'text' },
    answer: ({ mode }, params) => listPage(ofIntent(mode.disputes.values(), params), '/v1/disputes', params),
  }),

  endpoint('GET', '/v1/disputes/:id', { shapes: EXPAND(), answer: ({ mode, id }) => findIn(mode, 'disputes', id) }),
  endpoint('POST', '/v1/disputes/:id', {
    shapes: ANSWER_DISPUTE,
    answer: ({ mode, id }, params) => answerDispute(mode, id, params),
  }),
  endpoint('POST', '/v1/files', {
    shapes: UPLOAD,
    required: ['purpose', 'file'],
    answer: ({ mode }, params) => upload(mode, params),
  }),

  endpoint('GET', '/v1/balance', { shapes: EXPAND(), answer: ({ mode }) => balanceOf(mode) }),
  endpoint('GET', '/v1/balance_transactions', {
    shapes: { ...LIST, payout: 'text' },
    answer({ mode }, { payout, ...page }) {
      const all = [...mode.balanceTransactions.values()].filter(
        ({ id }) => payout === undefined || mode.paidOut.get(id) === payout,
      );
      return listPage(all, '/v1/balance_transactions', page);
    },
  }),
  endpoint('GET', '/v1/payouts', {
    shapes: LIST,
    answer: ({ mode }, page) => listPage([...mode.payouts.values()], '/v1/payouts', page),
  }),

  endpoint('GET', '/v1/events', {
    shapes: { ...LIST, delivery_success: 'boolean', type: 'text', types: 'texts' },
    answer({ mode }, { type, types = type === undefined ? undefined : [type], ...page }) {
      const oldest = Math.floor(mode.shared.now() / 1000) - EVENTS_ARE_KEPT;
      const all = mode.shared.events.filter(
        (event) =>
          event.livemode === mode.live &&
          event.created >= oldest &&
          (types?.some((wanted) => isOfType(event.type, wanted)) ?? true),
      );
      return listPage(all, '/v1/events', page);
    },
  }),
];

interface Definition<S extends Shapes> {
  shapes: S;
  required?: readonly string[];
  /** Parameters that are unknown to this version of the API and later ones. */
  unknownSince?: Record<string, string>;
  answer: (call: Omit<Call, 'params'>, params: ReadAll<S>) => object;
}

function endpoint<const S extends Shapes>(method: Method, path: string, definition: Definition<S>): Endpoint {
  const { shapes, required = [], unknownSince = {}, answer } = definition;
  return {
    method,
    path: new RegExp(`^${path.replace(':id', '(?!search$)([A-Za-z0-9_]+)')}$`),
    answer({ params, ...call }) {
      const removed = Object.keys(unknownSince).filter((name) => call.version >= unknownSince[name]!);
      const known = Object.entries(shapes).filter(([name]) => !removed.includes(name));
      return answer(call, readParams(params, Object.fromEntries(known) as unknown as S, required));
    },
  };
}

function EXPAND() {
  return { expand: 'texts' } as const;
}

function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

function ofIntent<T extends { payment_intent: unknown }>(
  all: Iterable<T>,
  { payment_intent: intent }: { payment_intent?: string | undefined },
): T[] {
  return [...all].filter((item) => intent === undefined || item.payment_intent === intent);
}

function account({ live }: Mode): object {
  const active = 'active';
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: { name: 'Padaria Estrela', support_email: null, url: null },
    business_type: 'company',
    capabilities: { boleto_payments: active, card_payments: active, pix_payments: active, transfers: active },
    charges_enabled: true,
    country: 'BR',
    created: 1_700_000_000,
    default_currency: 'brl',
    details_submitted: true,
    email: 'dona@padaria.example',
    livemode: live,
    metadata: {},
    payouts_enabled: true,
    settings: {
      card_payments: { statement_descriptor_prefix: 'FATURA' },
      dashboard: { display_name: 'Padaria Estrela', timezone: 'America/Sao_Paulo' },
      payments: { statement_descriptor: 'PADARIA ESTRELA' },
    },
    type: 'standard',
  };
}
