import type { EntityManager } from '@mikro-orm/postgresql';
import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { CardsOfSubscriptions } from '../payments/submit-payment.ts';
import { lockSubscription } from './lock-subscription.ts';
import { Subscription } from './subscription.entity.ts';

/** The context to which the sealed token of a card on file is bound. */
export function cardOnFileContext(subscriptionId: number): string {
  return `card-on-file:${subscriptionId}`;
}

/** The gateway's token of the card on file, or null where there is none, or another method. */
export function openCard(
  secrets: SecretBox,
  { id, paymentMethod, cardToken }: Pick<Subscription, 'id' | 'paymentMethod' | 'cardToken'>,
): string | null {
  return METHODS[invoiceMethodOf(paymentMethod)].takesCardToken && cardToken !== null
    ? secrets.open(cardToken, cardOnFileContext(id))
    : null;
}

/**
 * Notes the card that a payer submits for one invoice: once the card has paid, it is on file for the next invoices. A
 * subscription that is over charges nothing more, and keeps no card.
 */
async function offerCard(
  tx: EntityManager,
  secrets: SecretBox,
  { subscriptionId, attemptId, cardToken }: { subscriptionId: number; attemptId: number; cardToken: string },
): Promise<void> {
  await tx.nativeUpdate(
    Subscription,
    { id: subscriptionId, paymentMethod: 'card', status: { $nin: ['canceled', 'ended'] } },
    { offeredCardToken: secrets.seal(cardToken, cardOnFileContext(subscriptionId)), offeredAttemptId: attemptId },
  );
}

/** The store's word: what the payer offered meanwhile is not put in its place. */
export function setCard(
  subscription: Pick<Subscription, 'cardToken' | 'offeredCardToken' | 'offeredAttemptId'>,
  sealed: string | null,
): void {
  subscription.cardToken = sealed;
  subscription.offeredCardToken = null;
  subscription.offeredAttemptId = null;
}

/** The way by which a payment of an invoice tells the subscription that made the invoice. */
export const cardsOfSubscriptions: CardsOfSubscriptions = { lock: lockSubscription, offer: offerCard };
