import type { SavedCard } from '../../catalog/cards/saved-card.entity.ts';
import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { cardToken } from '../../invoices/payment.schema.ts';

export interface SaveCardBody {
  card_token: string;
}

export const saveCardSchema = joi
  .object<SaveCardBody>({
    card_token: cardToken.required().description("The gateway's token of the customer's card; never a card number."),
  })
  .component('SaveCard');

export const listSavedCardsQuery = pageQuery<PageQuery>({});

export const savedCardSchema = answerObject('SavedCard', {
  id: shown.id,
  customer_id: shown.id,
  gateway: shown.text.description('The name of the gateway that keeps it.'),
  brand: shown.textOrNull,
  last4: shown.textOrNull,
  exp_month: joi.number().integer().min(1).max(12).allow(null).description('With `exp_year`, its last month.'),
  exp_year: joi.number().integer().allow(null),
  created_at: shown.time,
});

export const savedCardListSchema = answerList('SavedCardList', savedCardSchema);

/** A saved card as the API shows it. */
export function presentSavedCard(card: SavedCard): Record<string, unknown> {
  return {
    id: card.id,
    customer_id: card.customerId,
    gateway: card.gateway,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    created_at: card.createdAt,
  };
}
