import { listPage, presentPage } from '../../base/http/list-page.ts';
import { operationsWith } from '../../base/http/operation.ts';
import { notFound } from '../../base/errors/errors.ts';
import { SavedCard } from '../../catalog/cards/saved-card.entity.ts';
import { findCustomer } from '../../catalog/customers/find-customer.ts';
import type { PaymentDeps } from '../payment.routes.ts';
import { deleteSavedCard } from './delete-saved-card.ts';
import { saveCard } from './save-card.ts';
import {
  listSavedCardsQuery,
  presentSavedCard,
  savedCardListSchema,
  savedCardSchema,
  saveCardSchema,
} from './saved-card.schema.ts';

const operation = operationsWith<PaymentDeps>();

const tag = 'Cards';

export const savedCardOperations = [
  operation({
    id: 'saveCard',
    method: 'POST',
    path: '/customers/{id}/cards',
    scope: 'payments:write',
    tag,
    resource: 'customer',
    summary: 'Save a card of a customer',
    description:
      'The gateway keeps the card, without a charge, for invoices and subscriptions that are charged while nobody is there. The customer has to have agreed. A card that is saved already is answered as it is. A customer has at most 20.',
    body: saveCardSchema,
    examples: { token: { summary: "A gateway's token", value: { card_token: 'tok_approved' } } },
    answer: { status: 201, schema: savedCardSchema, description: 'The saved card.' },
    problems: { 409: ['customer_erased', 'too_many_saved_cards'], 422: ['gateway_not_configured'] },
    // The gateway is asked.
    withoutTransaction: true,
    audit: { as: 'saveCard', of: 'saved_card' },
    handle: async ({ deps, store, id: customerId, body }) =>
      presentSavedCard(await saveCard(deps, { store, customerId, cardToken: body.card_token })),
  }),
  operation({
    id: 'listSavedCards',
    method: 'GET',
    path: '/customers/{id}/cards',
    scope: 'read',
    tag,
    resource: 'customer',
    summary: 'List the saved cards of a customer',
    description: 'Those that can be charged, newest first.',
    query: listSavedCardsQuery,
    answer: { status: 200, schema: savedCardListSchema, description: 'A page of saved cards.' },
    handle: async ({ deps, store, id: customerId, query }) => {
      await findCustomer(deps.em, { store, customerId });
      const page = await listPage(deps.em, SavedCard, { ...store, customerId, state: 'saved' }, query);
      return presentPage(page, presentSavedCard);
    },
  }),
  operation({
    id: 'getSavedCard',
    method: 'GET',
    path: '/saved-cards/{id}',
    scope: 'read',
    tag,
    resource: 'saved_card',
    summary: 'Read a saved card',
    description: 'Never its number, nor its token.',
    answer: { status: 200, schema: savedCardSchema, description: 'The saved card.' },
    handle: async ({ deps, store, id }) => {
      const card = await deps.em.findOne(SavedCard, { id, ...store, state: 'saved' });
      if (!card) throw notFound('saved_card', id);
      return presentSavedCard(card);
    },
  }),
  operation({
    id: 'deleteSavedCard',
    method: 'DELETE',
    path: '/saved-cards/{id}',
    scope: 'payments:write',
    tag,
    resource: 'saved_card',
    summary: 'Delete a saved card',
    description: 'It is charged no more, and the gateway is told to forget it. 409 while a subscription charges it.',
    answer: { status: 200, schema: savedCardSchema, description: 'The deleted card.' },
    problems: { 409: ['saved_card_in_use'] },
    audit: { as: 'deleteSavedCard', of: 'saved_card' },
    handle: async ({ deps, store, id }) => presentSavedCard(await deleteSavedCard(deps, { store, savedCardId: id })),
  }),
];
