import type { SavedCard } from '../catalog/cards/saved-card.entity.ts';

/** A card as its owner knows it: `Visa •••• 4242 (12/2050)`. */
export function nameOfCard({ id, brand, last4, expMonth, expYear }: SavedCard): string {
  if (brand === null) return `#${id}`;
  const until = expMonth === null || expYear === null ? '' : ` (${String(expMonth).padStart(2, '0')}/${expYear})`;
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4 ?? ''}${until}`;
}

/** Saved cards as a form offers them. */
export function cardOptions(cards: SavedCard[]): { value: string; label: string }[] {
  return cards.map((card) => ({ value: String(card.id), label: nameOfCard(card) }));
}
