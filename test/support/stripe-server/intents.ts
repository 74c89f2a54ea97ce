import type Stripe from 'stripe';
import { emit, findIn, newId, seconds, type Mode } from './account.ts';
import { collect } from './collect.ts';
import { exclusiveParams, invalidRequest } from './failure.ts';
import { checkAmount, checkUnconfirmed, paymentTypes, suffix, unexpectedState } from './intent-checks.ts';
import { optionsOf, takeOptions } from './intent-options.ts';
import type { ConfirmParams, CreateParams } from './intent-params.ts';
import { checkOwner, findMethod, methodFromData } from './payment-methods.ts';

export function createIntent(mode: Mode, params: CreateParams): Stripe.PaymentIntent {
  const { amount = 0, currency = '', metadata = {}, customer, confirm = false } = params;
  checkAmount(amount, 50, 99_999_999);
  if (currency.toLowerCase() !== 'brl') throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  if (customer !== undefined) findIn(mode, 'customers', customer, { param: 'customer', status: 400 });
  if (!confirm) checkUnconfirmed(params);
  const types = paymentTypes(params);
  const automatic = !params.allowed_payment_method_types && !params.payment_method_types;
  const redirects = params.automatic_payment_methods?.allow_redirects ?? 'always';
  if (automatic && confirm && redirects === 'always' && params.return_url === undefined) {
    throw invalidRequest(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
        'payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    );
  }
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ? types : null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic ? { allow_redirects: redirects, enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: params.confirmation_method ?? 'automatic',
    created: seconds(mode),
    currency: currency.toLowerCase(),
    customer: customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: mode.live,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: optionsOf(types),
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffix(params.statement_descriptor_suffix),
    status: 'requires_payment_method',
    transfer_group: null,
  };
  takeMethod(mode, intent, params);
  takeOptions(mode, intent, params);
  mode.intents.set(id, intent);
  emit(mode, 'payment_intent.created', intent);
  if (confirm) collect(mode, intent, params);
  return intent;
}

export function confirmIntent(mode: Mode, id: string, params: ConfirmParams): Stripe.PaymentIntent {
  const intent = findIn(mode, 'intents', id, { param: 'intent' });
  const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (!confirmable.includes(intent.status)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw unexpectedState(message, intent);
  }
  if (params.setup_future_usage) intent.setup_future_usage = params.setup_future_usage;
  takeMethod(mode, intent, params);
  takeOptions(mode, intent, params);
  collect(mode, intent, params);
  return intent;
}

export function cancelIntent(mode: Mode, id: string, reason: string | undefined): Stripe.PaymentIntent {
  const intent = findIn(mode, 'intents', id, { param: 'intent' });
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one ` +
        'of the following statuses may be canceled: requires_payment_method, requires_capture, ' +
        'requires_reauthorization, requires_confirmation, requires_action, processing.',
      intent,
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = seconds(mode);
  intent.cancellation_reason = reason ?? null;
  intent.next_action = null;
  emit(mode, 'payment_intent.canceled', intent);
  return intent;
}

/** The payment method that the intent is to be paid with, when the request names one. */
function takeMethod(mode: Mode, intent: Stripe.PaymentIntent, params: ConfirmParams): void {
  if (params.payment_method !== undefined && params.payment_method_data) {
    throw exclusiveParams('payment_method', 'payment_method_data');
  }
  const method = params.payment_method_data
    ? methodFromData(mode, params.payment_method_data)
    : params.payment_method === undefined
      ? undefined
      : findMethod(mode, params.payment_method);
  if (!method) return;
  if (!intent.payment_method_types.includes(method.type)) {
    const types = intent.payment_method_types.join(', ');
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod ` +
        `of one of the following types: ${types}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  }
  checkOwner(mode, method, intent.customer as string | null);
  intent.payment_method = method.id;
  if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
}
