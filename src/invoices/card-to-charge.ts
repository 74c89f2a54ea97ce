import type { SecretBox } from '../base/crypto/secret-box.ts';
import { savedCardContext, type SavedCard } from '../catalog/cards/saved-card.entity.ts';

/** A card that is charged while nobody is there. */
export interface CardToCharge {
  /** Null for a card that a subscription alone has on file. */
  savedCardId: number | null;
  /** The gateway's token of the card, sealed for an attempt of this invoice. */
  sealFor(invoiceId: number): string;
}

/** The context to which a sealed card token is bound. */
export function cardTokenContext(invoiceId: number): string {
  return `card-token:${invoiceId}`;
}

/** @param token the gateway's token of the card */
export function cardToCharge(secrets: SecretBox, token: string, savedCardId: number | null = null): CardToCharge {
  return { savedCardId, sealFor: (invoiceId) => secrets.seal(token, cardTokenContext(invoiceId)) };
}

export function savedCardToCharge(secrets: SecretBox, { id, token }: SavedCard): CardToCharge {
  return cardToCharge(secrets, secrets.open(token, savedCardContext(id)), id);
}
