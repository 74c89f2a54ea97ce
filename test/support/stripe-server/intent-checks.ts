import type Stripe from 'stripe';
import type { PaymentType } from './account.ts';
import { invalidRequest, type StripeFailure } from './failure.ts';
import type { CreateParams } from './intent-params.ts';

/** Those of the account. */
export const ALL_TYPES: PaymentType[] = ['card', 'boleto', 'pix'];

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeFailure {
  const code = 'payment_intent_unexpected_state';
  return invalidRequest(message, { code, payment_intent: structuredClone(intent) });
}

export function checkAmount(amount: number, least: number, most: number): void {
  const real = (cents: number): string => `R$${(cents / 100).toFixed(2)} brl`;
  if (amount < least) {
    const message = `Amount must be at least ${real(least)}`;
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > most) {
    const message = `Amount must be no more than ${real(most)}`;
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

export function checkUnconfirmed(params: CreateParams): void {
  for (const name of ['return_url', 'off_session', 'error_on_requires_action'] as const) {
    if (params[name] === undefined) continue;
    const message = `The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`;
    throw invalidRequest(message, { param: name });
  }
}

export function paymentTypes(params: CreateParams): PaymentType[] {
  const types = params.allowed_payment_method_types ?? params.payment_method_types ?? ALL_TYPES;
  const unknown = types.find((type) => !(ALL_TYPES as string[]).includes(type));
  if (unknown !== undefined) {
    const message = `The payment method type provided: ${unknown} is invalid. Please ensure the provided type is activated in your dashboard.`;
    throw invalidRequest(message, { param: 'allowed_payment_method_types' });
  }
  return types as PaymentType[];
}

/** At most 22 characters with a letter among them, and none that a statement cannot print. */
export function suffix(text: string | undefined): string | null {
  if (text === undefined) return null;
  const param = 'statement_descriptor_suffix';
  if (/[<>\\'"*]/.test(text) || !/[A-Za-z]/.test(text)) {
    throw invalidRequest('The statement descriptor contains invalid characters, or no letter.', { param });
  }
  return text;
}
