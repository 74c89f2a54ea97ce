import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { Customer } from '../customers/customer.entity.ts';

/**
 * `offered`: its payer agreed that it is kept, and its charge or its gateway has not said yes. `leaving`: it is charged
 * no more, and its gateway is to forget it.
 */
export const SAVED_CARD_STATES = ['offered', 'saved', 'leaving'] as const;
export type SavedCardState = (typeof SAVED_CARD_STATES)[number];

/** A card of a customer that the store's gateway keeps, to be charged while nobody is there. */
export const SavedCardSchema = defineEntity({
  name: 'SavedCard',
  tableName: 'saved_cards',
  indexes: [
    { name: 'saved_cards_customer', properties: ['customerId', 'id'] },
    {
      name: 'saved_cards_forget',
      expression: 'create index saved_cards_forget on saved_cards (forget_at) where forget_at is not null',
    },
  ],
  properties: {
    ...ownedByStore(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    state: p.enum(SAVED_CARD_STATES).$type<SavedCardState>(),
    /** The gateway that keeps it, and the store's account there. */
    gateway: p.text(),
    gatewayAccountId: p.text().strictNullable(),
    /** The gateway's token of it, sealed. Never a card number. */
    token: p.text(),
    brand: p.text().strictNullable(),
    last4: p.text().strictNullable(),
    /** Its last month. */
    expMonth: p.integer().strictNullable(),
    expYear: p.integer().strictNullable(),
    /** The gateway's mark of the card, the same for every token of it. */
    fingerprint: p.text().strictNullable(),
    /** From when on the gateway is told to forget it; moves on with each try. */
    forgetAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class SavedCard extends SavedCardSchema.class {}
SavedCardSchema.setClass(SavedCard);

/** The context to which the sealed token of a saved card is bound. */
export function savedCardContext(savedCardId: number): string {
  return `saved-card:${savedCardId}`;
}
