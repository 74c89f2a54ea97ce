import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Subscription } from './subscription.entity.ts';

/** What the sealed token of a card on file is bound to. */
export function cardOnFileContext(subscriptionId: number): string {
  return `card-on-file:${subscriptionId}`;
}

/** The gateway's token of the card on file, or null where there is none, or another method. */
export function openCard(
  secrets: SecretBox,
  { id, paymentMethod, cardToken }: Pick<Subscription, 'id' | 'paymentMethod' | 'cardToken'>,
): string | null {
  return paymentMethod === 'card' && cardToken !== null ? secrets.open(cardToken, cardOnFileContext(id)) : null;
}

/**
 * Puts a card that the payer submits for one invoice on file for the next ones. Locks the subscription, so it comes before
 * the invoice is locked. What is over charges nothing more, and keeps no card.
 */
export async function keepCard(
  tx: EntityManager,
  secrets: SecretBox,
  { subscriptionId, cardToken }: { subscriptionId: number; cardToken: string },
): Promise<void> {
  await tx.nativeUpdate(
    Subscription,
    { id: subscriptionId, paymentMethod: 'card', status: { $nin: ['canceled', 'ended'] } },
    { cardToken: secrets.seal(cardToken, cardOnFileContext(subscriptionId)) },
  );
}
