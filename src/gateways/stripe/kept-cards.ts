import type { Stripe } from 'stripe';
import { GatewayUnavailableError, type CardMark, type PaymentGateway } from '../payment-gateway.ts';
import { callStripe, isMissing, StripeRefusal } from './call-stripe.ts';
import { ensureCustomer, noteDeletedCustomer } from './ensure-customer.ts';
import { reasonOf } from './reasons.ts';
import type { StripeAccess } from './stripe-access.ts';

/** Cards that Stripe keeps with their customer, without a charge: `attach` has the card's bank look at it. */
export function createKeptCards(access: StripeAccess): Required<Pick<PaymentGateway, 'keepCard' | 'forgetCard'>> {
  const { stripe } = access;
  return {
    async keepCard({ cardToken, payer }) {
      const customer = await ensureCustomer(access, payer, 0);
      try {
        const { id, card } = await callStripe(() => stripe.paymentMethods.attach(cardToken, { customer }));
        if (!card) return { status: 'refused', reason: 'card_not_supported' };
        // The name of a test card stands for a new one each time: it is kept by its id.
        return { status: 'kept', cardToken: id, brand: card.brand, last4: card.last4, ...markOfCard(card) };
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        if (isMissing(error) && error.param === 'customer') {
          await noteDeletedCustomer(access, { customerId: payer.customerId, gatewayCustomerId: customer });
          throw new GatewayUnavailableError('The customer was deleted at Stripe: the next try makes another.');
        }
        const { type, code, declineCode } = error;
        return { status: 'refused', reason: reasonOf({ type, code, decline_code: declineCode }) };
      }
    },

    async forgetCard(cardToken) {
      try {
        await callStripe(() => stripe.paymentMethods.detach(cardToken));
      } catch (error) {
        // Stripe does not have the card, or it is no customer's.
        if (!(error instanceof StripeRefusal)) throw error;
      }
    },
  };
}

type DatedCard = Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'> & { fingerprint?: string | null };

export function markOfCard(card: DatedCard | null | undefined): CardMark {
  return {
    fingerprint: card?.fingerprint ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}
