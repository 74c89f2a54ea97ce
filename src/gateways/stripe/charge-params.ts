import type { Stripe } from 'stripe';
import { daysBetween } from '../../base/calendar/calendar-date.ts';
import { bankDay } from '../../banking/bank-day.ts';
import type { ChargeRequest } from '../payment-gateway.ts';
import { addressOf } from './ensure-customer.ts';
import { markOf, type OurMark } from './ids.ts';

/** A Pix code lives from one minute to fourteen days. */
const PIX_MIN_SECONDS = 60;
const PIX_MAX_SECONDS = 14 * 86_400;
/** Calendar days from the one on which the boleto is made. */
export const BOLETO_MAX_DAYS = 60;

interface Whose {
  mark: OurMark;
  /** At Stripe. */
  customer: string;
  /** The text behind the account's own prefix on a card's statement. */
  statementSuffix: string | undefined;
}

/** The parameters of a charge at Stripe. */
export function chargeParams(request: ChargeRequest, { mark, customer, statementSuffix }: Whose) {
  const { attemptId, invoiceId, amountCents, description, method } = request;
  const common = {
    amount: amountCents,
    currency: 'brl',
    customer,
    description,
    allowed_payment_method_types: [method],
    metadata: markOf(mark, { attemptId, invoiceId }),
    expand: ['latest_charge', 'payment_method'],
  };
  switch (method) {
    case 'pix':
      return { ...common, confirm: true, ...pixParams(request) } satisfies Stripe.PaymentIntentCreateParams;
    case 'boleto':
      return { ...common, confirm: true, ...boletoParams(request) } satisfies Stripe.PaymentIntentCreateParams;
    case 'card':
      return {
        ...common,
        ...(statementSuffix ? { statement_descriptor_suffix: statementSuffix } : {}),
        ...cardParams(request),
      } satisfies Stripe.PaymentIntentCreateParams;
  }
}

/** The same whenever it is asked again: Stripe takes no other parameters under the same key. */
function pixParams({ payer: { name, email }, ...request }: ChargeRequest) {
  return {
    payment_method_data: { type: 'pix' as const, billing_details: { name, email } },
    payment_method_options: { pix: pixEnd(request) },
  };
}

function pixEnd({ expiresAt, lifetimeSeconds, requestedAt }: Omit<ChargeRequest, 'payer'>) {
  if (lifetimeSeconds !== null) {
    return { expires_after_seconds: Math.min(Math.max(lifetimeSeconds, PIX_MIN_SECONDS), PIX_MAX_SECONDS) };
  }
  const now = Math.max(Date.parse(requestedAt), Date.now());
  // Stripe's clock may be a little before ours, or behind it.
  const soonest = now + 1.5 * PIX_MIN_SECONDS * 1000;
  const latest = now + (PIX_MAX_SECONDS - PIX_MIN_SECONDS) * 1000;
  return { expires_at: Math.floor(Math.min(Math.max(Date.parse(expiresAt!), soonest), latest) / 1000) };
}

function boletoParams({ payer, dueDate, requestedAt }: ChargeRequest) {
  const { name, email, document, address } = payer;
  const days = Math.min(Math.max(0, daysBetween(bankDay(requestedAt), dueDate!)), BOLETO_MAX_DAYS);
  return {
    payment_method_data: {
      type: 'boleto' as const,
      boleto: { tax_id: document ?? '' },
      billing_details: { name, email, ...(address ? { address: addressOf(address) } : {}) },
    },
    payment_method_options: { boleto: { expires_after_days: days } },
  };
}

/**
 * A card is confirmed with its making, but for installments, whose plans Stripe tells of only then. 3-D Secure is a
 * page of the bank's, from which the payer comes back.
 */
function cardParams({ cardToken, cardUse, installments, returnUrl }: ChargeRequest) {
  const isPlanned = installments > 1;
  return {
    payment_method: cardToken!,
    ...(cardUse === 'kept' ? { setup_future_usage: 'off_session' as const } : {}),
    ...(isPlanned
      ? { payment_method_options: { card: { installments: { enabled: true } } } }
      : { confirm: true, ...confirmation({ cardUse, returnUrl }) }),
  };
}

/** Nobody comes back where nobody was. */
export function confirmation({ cardUse, returnUrl }: Pick<ChargeRequest, 'cardUse' | 'returnUrl'>) {
  return cardUse === 'on_file' ? { off_session: true } : { return_url: returnUrl };
}
