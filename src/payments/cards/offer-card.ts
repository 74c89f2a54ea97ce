import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import type { Store } from '../../base/environment.ts';
import type { CardGateway } from '../../catalog/cards/find-saved-card.ts';
import { SavedCard, savedCardContext } from '../../catalog/cards/saved-card.entity.ts';

/** A customer with more cards is somebody who tries cards. */
export const MAX_SAVED_CARDS = 20;

export interface OfferedCard {
  store: Store;
  customerId: number;
  gateway: CardGateway;
  secrets: SecretBox;
  cardToken: string;
  at: Date;
  /** When the gateway is to forget it if nobody has saved it by then; null: its attempt decides. */
  forgetAt: Date | null;
}

/**
 * Writes down a card whose payer agrees that it is kept, in the caller's transaction.
 *
 * @returns null where the customer has as many cards as a customer can have
 */
export async function offerCard(
  tx: EntityManager,
  { store, customerId, gateway, secrets, cardToken, at, forgetAt }: OfferedCard,
): Promise<SavedCard | null> {
  if ((await tx.count(SavedCard, { customerId, state: { $ne: 'leaving' } })) >= MAX_SAVED_CARDS) return null;
  const card = tx.create(SavedCard, {
    ...store,
    customerId,
    state: 'offered',
    gateway: gateway.name,
    gatewayAccountId: gateway.accountId,
    token: '',
    ...{ brand: null, last4: null, expMonth: null, expYear: null, fingerprint: null },
    forgetAt,
    createdAt: at,
    updatedAt: at,
  });
  await tx.flush();
  // The seal is bound to the id.
  card.token = secrets.seal(cardToken, savedCardContext(card.id));
  await tx.flush();
  return card;
}
