import type { Stripe } from 'stripe';
import { InvalidCallbackError, type PaymentGateway, type RawCallback } from '../payment-gateway.ts';
import { createBooks } from './books.ts';
import { isStripeError } from './call-stripe.ts';
import { cardFingerprint } from './card-fingerprint.ts';
import { createCharges } from './charges.ts';
import { createKeptCards } from './kept-cards.ts';
import { createDisputeAnswers } from './dispute-answers.ts';
import { deleteCustomer } from './ensure-customer.ts';
import type { StripeAccess } from './stripe-access.ts';
import { readEvent } from './read-event.ts';
import { createRefunds } from './refunds.ts';

/** A callback that is older is refused: it may have been overheard. */
const TOLERANCE_SECONDS = 300;

/** Stripe for one store, by its own keys. */
export function createStripeGateway(access: StripeAccess): PaymentGateway {
  const { stripe, name, accountId, mark } = access;
  return {
    name,
    accountId,
    ...createCharges(access),
    ...createRefunds(access),
    ...createDisputeAnswers(stripe),
    ...createKeptCards(access),
    books: createBooks(stripe, mark),
    cardFingerprint: (cardToken) => cardFingerprint(stripe, cardToken),
    // Cards that are attached to a customer go with it. Charges, and what they say of who paid, are Stripe's own books.
    forgetPayer: (gatewayCustomerId) => deleteCustomer(stripe, gatewayCustomerId),
    async verifyCallback(callback) {
      const event = await verify(access, callback);
      // Test and live events of one account can be sent to the same address.
      const isOurs = event.livemode === (mark.store.environment === 'production');
      const said = isOurs ? readEvent(event, mark) : null;
      return said ? [said] : [];
    },
  };
}

/** In lower case, as Node.js names the headers of a request. */
export const SIGNATURE_HEADER = 'stripe-signature';

async function verify({ stripe, callbackSecret }: StripeAccess, { body, headers }: RawCallback): Promise<Stripe.Event> {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string') throw new InvalidCallbackError('The header Stripe-Signature is missing.');
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, callbackSecret, TOLERANCE_SECONDS);
  } catch (error) {
    const isSignature = isStripeError(error) && error.type === 'StripeSignatureVerificationError';
    throw new InvalidCallbackError(
      isSignature ? 'The signature does not match the body, or is too old.' : 'The body is not an event.',
    );
  }
}
