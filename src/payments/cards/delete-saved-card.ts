import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { conflict, notFound } from '../../base/errors/errors.ts';
import { SavedCard } from '../../catalog/cards/saved-card.entity.ts';
import type { CardsOfSubscriptions } from '../submit-payment.ts';

/**
 * Deletes a saved card: it is charged no more, and its gateway is told to forget it after the commit.
 *
 * @throws ApiError 404; 409 `saved_card_in_use` while a subscription charges it
 */
export async function deleteSavedCard(
  { em, cards }: { em: EntityManager; cards: CardsOfSubscriptions },
  { store, savedCardId }: { store: Store; savedCardId: number },
): Promise<SavedCard> {
  return inTransaction(em, async (tx) => {
    const card = await tx.findOne(
      SavedCard,
      { id: savedCardId, ...store, state: 'saved' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!card) throw notFound('saved_card', savedCardId);
    const users = await cards.chargedBy(tx, savedCardId);
    if (users.length > 0) {
      const which = `subscription${users.length > 1 ? 's' : ''} ${users.join(', ')}`;
      throw conflict('saved_card_in_use', `Card ${savedCardId} is charged by ${which}: give another card there first.`);
    }
    // By the clock of the world: the loop that tells gateways has no other.
    Object.assign(card, { state: 'leaving', forgetAt: new Date(), updatedAt: new Date() });
    await tx.flush();
    return card;
  });
}
