import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { SavedCard } from './saved-card.entity.ts';

/** The gateway that would charge a card, and the store's account there. */
export interface CardGateway {
  name: string;
  accountId: string | null;
}

/** Whether the gateway keeps the card: another gateway, or another account of the store, does not know it. */
export function isKeptAt({ gateway, gatewayAccountId }: SavedCard, { name, accountId }: CardGateway): boolean {
  return gateway === name && gatewayAccountId === accountId;
}

/**
 * The saved card of a customer, to be charged at a gateway.
 *
 * @throws ApiError 422 naming `saved_card_id`
 */
export async function findSavedCard(
  tx: EntityManager,
  {
    store,
    customerId,
    savedCardId,
    gateway,
  }: { store: Store; customerId: number; savedCardId: number; gateway: CardGateway },
): Promise<SavedCard> {
  const card = await tx.findOne(SavedCard, { id: savedCardId, customerId, ...store, state: 'saved' });
  const refuse = (code: string, why: string) =>
    invalidFields([{ field: 'saved_card_id', code, message: `saved_card_id: ${why}` }]);
  if (!card) throw refuse('not_found', `customer ${customerId} has no saved card ${savedCardId}.`);
  if (isKeptAt(card, gateway)) return card;
  throw refuse(
    'kept_elsewhere',
    `card ${savedCardId} is kept by another gateway account than the one that collects now: save it anew.`,
  );
}

/**
 * The card that a customer has saved before, told by its mark and its last month; null where none is the same, or the
 * gateway gives no mark.
 */
export async function findSameCard(
  tx: EntityManager,
  { id, customerId, gateway }: SavedCard,
  identity: Pick<SavedCard, 'gatewayAccountId' | 'fingerprint' | 'expMonth' | 'expYear'>,
): Promise<SavedCard | null> {
  if (identity.fingerprint === null) return null;
  return tx.findOne(SavedCard, { ...identity, customerId, gateway, state: 'saved', id: { $ne: id } });
}

/** The cards of a customer that can be charged, newest first; a customer has few. */
export function listCardsOf(
  em: EntityManager,
  { store, customerId }: { store: Store; customerId: number },
): Promise<SavedCard[]> {
  return em.find(SavedCard, { ...store, customerId, state: 'saved' }, { orderBy: { id: 'desc' } });
}

/** @throws ApiError 422 for a saved card together with a token, or where no card is charged */
export function checkCardChoice({
  takesCard,
  savedCardId,
  cardToken,
}: {
  takesCard: boolean;
  savedCardId: number | null;
  cardToken: string | null;
}): void {
  if (savedCardId === null) return;
  const refuse = (message: string) => invalidFields([{ field: 'saved_card_id', code: 'not_allowed', message }]);
  if (!takesCard) throw refuse('saved_card_id is only for what is paid by card.');
  if (cardToken !== null) throw refuse('saved_card_id and card_token exclude each other: leave one of them out.');
}
