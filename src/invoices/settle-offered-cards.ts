import type { EntityManager } from '@mikro-orm/postgresql';
import { findSameCard } from '../catalog/cards/find-saved-card.ts';
import { SavedCard } from '../catalog/cards/saved-card.entity.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';

/**
 * A card that its payer offered with a payment is saved once it has paid, and forgotten where it has not. A card that
 * the customer has saved before stays one card: the same mark and the same last month. May be repeated.
 */
export async function settleOfferedCards(tx: EntityManager, attempts: PaymentAttempt[], at: Date): Promise<void> {
  for (const attempt of attempts) {
    if (attempt.savedCardId === null || attempt.isOffSession) continue;
    if (attempt.state === 'paid') await save(tx, attempt, at);
    else if (attempt.state === 'refused' || attempt.state === 'canceled') {
      await tx.nativeDelete(SavedCard, { id: attempt.savedCardId, state: 'offered' });
      attempt.savedCardId = null;
    }
  }
}

async function save(tx: EntityManager, attempt: PaymentAttempt, at: Date): Promise<void> {
  const id = attempt.savedCardId!;
  const offered = await tx.findOne(SavedCard, { id }, { refresh: true });
  // The gateway's answer, which says which card it is, may come after the money.
  if (!offered || offered.state === 'leaving' || offered.brand !== null) return;
  const card = attempt.artefacts?.method === 'card' ? attempt.artefacts : null;
  const { fingerprint = null, expMonth = null, expYear = null } = card?.kept ?? {};
  // The account that charged the card keeps the card.
  const identity = { gatewayAccountId: attempt.gatewayAccountId, fingerprint, expMonth, expYear };
  const known = await findSameCard(tx, offered, identity);
  if (known) {
    tx.remove(offered);
    attempt.savedCardId = known.id;
    return;
  }
  const { brand = null, last4 = null } = card ?? {};
  Object.assign(offered, identity, { brand, last4, state: 'saved', updatedAt: at });
}
