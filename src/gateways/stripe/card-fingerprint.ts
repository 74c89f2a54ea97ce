import type { Stripe } from 'stripe';
import { callStripe, StripeRefusal } from './call-stripe.ts';

/** The payer waits meanwhile. */
const TIMEOUT_MS = 3_000;

/** Stripe's fingerprint of the card behind a token; null for an unknown token. @throws as `callStripe` */
export async function cardFingerprint(stripe: Stripe, cardToken: string): Promise<string | null> {
  try {
    const ask = () => stripe.paymentMethods.retrieve(cardToken, undefined, { timeout: TIMEOUT_MS });
    return (await callStripe(ask)).card?.fingerprint ?? null;
  } catch (error) {
    if (error instanceof StripeRefusal) return null;
    throw error;
  }
}
