import type Stripe from 'stripe';
import { emit, idOf, newId, seconds, type Mode, type PaymentType } from './account.ts';
import { save } from './payment-methods.ts';
import type { Decline } from './test-cards.ts';

/** The money came: the charge and its intent say so. */
export function settleIntent(mode: Mode, intent: Stripe.PaymentIntent): void {
  const method = methodOf(mode, intent);
  const charge = addCharge(mode, intent, method, null);
  charge.balance_transaction = addBalanceTransaction(mode, charge).id;
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  const customer = intent.customer as string | null;
  if (customer !== null && intent.setup_future_usage) save(mode, method, customer);
  emit(mode, 'charge.succeeded', charge);
  emit(mode, 'payment_intent.succeeded', intent);
}

/** The attempt came to nothing: the intent asks for another payment method. */
export function failIntent(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  error: { type: string; code: string; message: string; decline_code?: string; param?: string },
): void {
  const method = methodOf(mode, intent);
  const details: Record<string, unknown> = { ...error, payment_method: structuredClone(method) };
  details.doc_url = `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`;
  if (error.type === 'card_error') {
    const { code, message, decline_code: declineCode = code } = error;
    const charge = addCharge(mode, intent, method, { code, declineCode, message });
    details.charge = charge.id;
    intent.latest_charge = charge.id;
    emit(mode, 'charge.failed', charge);
  }
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: details,
  });
  emit(mode, 'payment_intent.payment_failed', intent);
}

function methodOf(mode: Mode, intent: Stripe.PaymentIntent): Stripe.PaymentMethod {
  const method = mode.paymentMethods.get(idOf(intent.payment_method));
  if (!method) throw new Error(`${intent.id} has no payment method: it was not confirmed, or failed already`);
  return method;
}

function addCharge(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
): Stripe.Charge {
  const paid = decline === null;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: method.type === 'card' ? 'FATURA' : null,
    captured: paid,
    created: seconds(mode),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: mode.live,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(intent, method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: paid ? `https://pay.stripe.com/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  mode.charges.set(id, charge);
  return charge;
}

function outcome(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function methodDetails(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  const type = method.type as PaymentType;
  if (type === 'pix') return { type, pix: { bank_transaction_id: newId('E').slice(0, 32) } };
  if (type === 'boleto') return { type, boleto: { tax_id: method.boleto!.tax_id } };
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card!;
  const plan = intent.payment_method_options?.card?.installments?.plan ?? null;
  const card = {
    amount_authorized: intent.amount,
    authorization_code: '123456',
    brand,
    checks: method.card!.checks,
    country,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: plan && { plan },
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: '123456789012345',
    three_d_secure: null,
    wallet: null,
  };
  return { type, card: card as unknown as Stripe.Charge.PaymentMethodDetails.Card };
}

/** Stripe keeps its fee at once: here four percent, rounded. */
function addBalanceTransaction(mode: Mode, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const fee = Math.round(charge.amount * 0.04);
  const transaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: charge.amount,
    available_on: seconds(mode) + 30 * 86_400,
    created: seconds(mode),
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency: 'brl', description: 'Stripe fee', type: 'stripe_fee' }],
    net: charge.amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: charge.id.startsWith('py_') ? 'payment' : 'charge',
  } as unknown as Stripe.BalanceTransaction;
  mode.balanceTransactions.set(transaction.id, transaction);
  return transaction;
}

/** The charge that moved an intent's money. */
export function paidCharge(mode: Mode, intentId: string): Stripe.Charge | undefined {
  return [...mode.charges.values()].find((charge) => charge.paid && charge.payment_intent === intentId);
}
