import type { EntityManager } from '@mikro-orm/postgresql';
import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { gatewayNotConfigured } from '../base/errors/errors.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { findSavedCard, isKeptAt, type CardGateway } from '../catalog/cards/find-saved-card.ts';
import { SavedCard } from '../catalog/cards/saved-card.entity.ts';
import { cardToCharge, savedCardToCharge, type CardToCharge } from '../invoices/card-to-charge.ts';
import type { CardsOfSubscriptions } from '../payments/submit-payment.ts';
import { lockSubscription } from './lock-subscription.ts';
import { OVER_STATUSES } from './subscription-status.ts';
import { Subscription } from './subscription.entity.ts';

/** The context to which the sealed token of a card on file is bound. */
export function cardOnFileContext(subscriptionId: number): string {
  return `card-on-file:${subscriptionId}`;
}

export function hasCard({ cardToken, savedCardId }: Pick<Subscription, 'cardToken' | 'savedCardId'>): boolean {
  return cardToken !== null || savedCardId !== null;
}

/**
 * The card that a subscription charges: its own, or a saved card of its customer; null where there is none, or another
 * method, or where the gateway that collects now does not keep the saved card.
 */
export async function openCard(
  tx: EntityManager,
  secrets: SecretBox,
  { subscription, gateway }: { subscription: Subscription; gateway: CardGateway },
): Promise<CardToCharge | null> {
  const { id, paymentMethod, cardToken, savedCardId } = subscription;
  if (!METHODS[invoiceMethodOf(paymentMethod)].takesCardToken) return null;
  if (cardToken !== null) return cardToCharge(secrets, secrets.open(cardToken, cardOnFileContext(id)));
  if (savedCardId === null) return null;
  const saved = await tx.findOne(SavedCard, { id: savedCardId, state: 'saved' });
  return saved && isKeptAt(saved, gateway) ? savedCardToCharge(secrets, saved) : null;
}

/** The store's choice: the gateway's token of a card, a saved card of the customer, or no card. */
export type CardChoice = { cardToken: string } | { savedCardId: number } | null;

/** Reads the choice of a request; undefined: it makes none. */
export function choiceOf({
  cardToken,
  savedCardId,
}: {
  cardToken?: string | null | undefined;
  savedCardId?: number | null | undefined;
}): CardChoice | undefined {
  if (savedCardId) return { savedCardId };
  if (cardToken) return { cardToken };
  return cardToken === null || savedCardId === null ? null : undefined;
}

/**
 * Puts the card of the store's choice on file.
 *
 * @throws ApiError 422 for a saved card that is not to be had, and `gateway_not_configured`
 */
export async function chooseCard(
  tx: EntityManager,
  { secrets, gateways }: { secrets: SecretBox; gateways: GatewayRegistry },
  subscription: Subscription,
  choice: CardChoice,
): Promise<void> {
  const { id, companyId, environment, customerId } = subscription;
  if (choice === null) return setCard(subscription, null);
  if ('cardToken' in choice) return setCard(subscription, secrets.seal(choice.cardToken, cardOnFileContext(id)));
  const { savedCardId } = choice;
  const store = { companyId, environment };
  const gateway = await gateways.forStore(tx, store, 'card');
  if (!gateway) throw gatewayNotConfigured('card');
  await findSavedCard(tx, { store, customerId, savedCardId, gateway });
  setCard(subscription, null, savedCardId);
}

/** The store's word: what the payer offered meanwhile is not put in its place. */
export function setCard(
  subscription: Pick<Subscription, 'cardToken' | 'savedCardId' | 'offeredCardToken' | 'offeredAttemptId'>,
  sealed: string | null,
  savedCardId: number | null = null,
): void {
  Object.assign(subscription, { cardToken: sealed, savedCardId, offeredCardToken: null, offeredAttemptId: null });
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
    { id: subscriptionId, paymentMethod: 'card', status: { $nin: [...OVER_STATUSES] } },
    { offeredCardToken: secrets.seal(cardToken, cardOnFileContext(subscriptionId)), offeredAttemptId: attemptId },
  );
}

async function chargedBy(tx: EntityManager, savedCardId: number): Promise<number[]> {
  const goesOn = { savedCardId, status: { $nin: [...OVER_STATUSES] } };
  const users = await tx.find(Subscription, goesOn, { fields: ['id'], orderBy: { id: 'asc' }, limit: 10 });
  return users.map(({ id }) => id);
}

/** The way by which a payment of an invoice tells the subscription that made the invoice. */
export const cardsOfSubscriptions: CardsOfSubscriptions = { lock: lockSubscription, offer: offerCard, chargedBy };
