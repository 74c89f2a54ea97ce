import type { HttpDeps } from '../base/http/http-deps.ts';
import { operationsWith, type ApiRequest } from '../base/http/operation.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { findSubscription } from './find-subscription.ts';
import { listCycles, listSubscriptions } from './list-subscriptions.ts';
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts';
import { presentCycles, presentSubscription, presentSubscriptions } from './present-subscription.ts';
import { retryNow } from './retry-charge.ts';
import { cancelAuthorization, requestAuthorization } from './change-mandate.ts';
import { toChanges, toCreateInput, toWish } from './subscription-input.ts';
import {
  cancelSubscriptionExamples,
  createSubscriptionExamples,
  pauseSubscriptionExamples,
  requestAuthorizationExamples,
  retrySubscriptionExamples,
  updateSubscriptionExamples,
} from './subscription.examples.ts';
import {
  cancelSubscriptionSchema,
  createSubscriptionSchema,
  cycleListSchema,
  listCyclesQuery,
  listSubscriptionsQuery,
  pauseSubscriptionSchema,
  requestAuthorizationSchema,
  retrySubscriptionSchema,
  subscriptionListSchema,
  subscriptionSchema,
  updateSubscriptionSchema,
} from './subscription.schema.ts';
import { updateSubscription } from './update-subscription.ts';

/** The parts that the calls of subscriptions need. */
export interface SubscriptionDeps extends HttpDeps {
  gateways: GatewayRegistry;
}

const operation = operationsWith<SubscriptionDeps>();

const tag = 'Subscriptions';
const resource = 'subscription';

export const subscriptionOperations = [
  operation({
    id: 'createSubscription',
    method: 'POST',
    path: '/subscriptions',
    scope: 'invoices:write',
    tag,
    summary: 'Start a subscription',
    description:
      "Each cycle makes an ordinary invoice, with a checkout of its own, at the prices that the products have now. Where the first one is due to be made it is in the answer as `latest_cycle`. Days are the store's; what is planned for one happens at its renewal time.",
    body: createSubscriptionSchema,
    examples: createSubscriptionExamples,
    answer: { status: 201, schema: subscriptionSchema, description: 'The subscription.' },
    problems: { 422: ['gateway_not_configured'] },
    handle: async ({ deps, store, body }) =>
      presentSubscription(deps, await createSubscription(deps, { store, input: toCreateInput(body) })),
  }),
  operation({
    id: 'listSubscriptions',
    method: 'GET',
    path: '/subscriptions',
    scope: 'read',
    tag,
    summary: 'List subscriptions',
    description: 'Filters go together: all of them must hold.',
    query: listSubscriptionsQuery,
    answer: { status: 200, schema: subscriptionListSchema, description: 'A page of subscriptions, newest first.' },
    handle: async ({ deps, store, query }) => {
      const { rows, hasMore } = await listSubscriptions(deps.em, { store, query });
      return { data: await presentSubscriptions(deps, rows), has_more: hasMore };
    },
  }),
  operation({
    id: 'getSubscription',
    method: 'GET',
    path: '/subscriptions/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a subscription',
    description: 'With its lines, its newest cycle, and what comes next.',
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription.' },
    handle: present,
  }),
  operation({
    id: 'updateSubscription',
    method: 'PATCH',
    path: '/subscriptions/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Update a subscription',
    description:
      'From the next invoice on; those that were made stay as they are. Products are taken at their present prices. With another rhythm the next charge is due when the period that was sold is over, or on the first day after it that the new anchor names, and the others are counted from there. Announces `subscription.updated`.',
    body: updateSubscriptionSchema,
    examples: updateSubscriptionExamples,
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription as it now is.' },
    problems: { 409: ['customer_erased', 'subscription_over'] },
    handle: async (request) => {
      const { deps, store, id: subscriptionId, body } = request;
      await updateSubscription(deps, { store, subscriptionId, changes: toChanges(body) });
      return present(request);
    },
  }),
  operation({
    id: 'pauseSubscription',
    method: 'POST',
    path: '/subscriptions/{id}/pause',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Pause a subscription',
    description:
      'No invoice is made and no charge tried again. An invoice that was made early for a period that has not begun is canceled; one that is due stays owed. Charges that would be due during the pause are left out, and do not count as cycles.',
    body: pauseSubscriptionSchema,
    examples: pauseSubscriptionExamples,
    bodyIsOptional: true,
    answer: { status: 200, schema: subscriptionSchema, description: 'The paused subscription.' },
    problems: { 409: ['cancellation_planned', 'subscription_over'], 422: ['gateway_not_configured'] },
    audit: { as: 'pauseSubscription', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId, body } = request;
      await pauseSubscription(deps, { store, subscriptionId, resumeDate: body.resume_date });
      return present(request);
    },
  }),
  operation({
    id: 'resumeSubscription',
    method: 'POST',
    path: '/subscriptions/{id}/resume',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'End a pause, or take a planned cancellation back',
    description:
      'Due dates stay where they were: the next charge is due on the first of them from today on, today included.',
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription, which goes on.' },
    problems: { 409: ['subscription_over', 'subscription_not_paused'] },
    audit: { as: 'resumeSubscription', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId } = request;
      await resumeSubscription(deps, { store, subscriptionId });
      return present(request);
    },
  }),
  operation({
    id: 'cancelSubscription',
    method: 'POST',
    path: '/subscriptions/{id}/cancel',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Cancel a subscription, now or at the end of its period',
    description:
      'An invoice that was made early for a period that has not begun is canceled in either case. Money that was paid is not given back: refund its invoice. Canceling twice changes nothing.',
    body: cancelSubscriptionSchema,
    examples: cancelSubscriptionExamples,
    bodyIsOptional: true,
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription.' },
    problems: { 409: ['subscription_over', 'subscription_paused'] },
    audit: { as: 'cancelSubscription', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId, body } = request;
      await cancelSubscription(deps, { store, subscriptionId, ...body });
      return present(request);
    },
  }),
  operation({
    id: 'retrySubscription',
    method: 'POST',
    path: '/subscriptions/{id}/retry',
    scope: 'payments:write',
    tag,
    resource,
    summary: 'Try unpaid charges again, now',
    description:
      'For a store that does not wait for the next attempt, or when all of them are spent: the card on file is charged once more, a Pix code or boleto that ran out is made anew, and the schedule of attempts begins again. A subscription that is past due stays so until it is paid.',
    body: retrySubscriptionSchema,
    examples: retrySubscriptionExamples,
    bodyIsOptional: true,
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription, with a charge under way.' },
    problems: {
      409: ['nothing_to_charge', 'nothing_unpaid', 'subscription_over', 'subscription_paused'],
      422: ['gateway_not_configured'],
    },
    audit: { as: 'retrySubscription', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId, body } = request;
      const { card_token: cardToken, saved_card_id: savedCardId } = body;
      await retryNow(deps, { store, subscriptionId, cardToken, savedCardId });
      return present(request);
    },
  }),
  operation({
    id: 'requestAuthorization',
    method: 'POST',
    path: '/subscriptions/{id}/authorization',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Ask the payer to agree to debits',
    description:
      'Of a subscription by `pix_automatic` whose authorization was refused, ran out or was canceled. A new subscription asks by itself. Announces `subscription.updated` once the payer can agree, then `subscription.authorized` or `subscription.authorization_refused`.',
    body: requestAuthorizationSchema,
    examples: requestAuthorizationExamples,
    bodyIsOptional: true,
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription, which asks its payer.' },
    problems: { 409: ['authorization_exists', 'subscription_over'], 422: ['gateway_not_configured'] },
    audit: { as: 'requestAuthorization', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId, body } = request;
      await requestAuthorization(deps, { store, subscriptionId, wish: toWish(body) });
      return present(request);
    },
  }),
  operation({
    id: 'cancelAuthorization',
    method: 'DELETE',
    path: '/subscriptions/{id}/authorization',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Cancel the agreement to debits',
    description:
      'Charges are paid by a Pix code from then on, also one whose debit was announced. To cancel twice changes nothing. Announces `subscription.authorization_canceled`.',
    answer: { status: 200, schema: subscriptionSchema, description: 'The subscription.' },
    problems: { 409: ['subscription_over'] },
    audit: { as: 'cancelAuthorization', of: 'subscription' },
    handle: async (request) => {
      const { deps, store, id: subscriptionId } = request;
      await cancelAuthorization(deps, { store, subscriptionId });
      return present(request);
    },
  }),
  operation({
    id: 'listSubscriptionCycles',
    method: 'GET',
    path: '/subscriptions/{id}/cycles',
    scope: 'read',
    tag,
    resource,
    summary: 'List the cycles of a subscription',
    description: 'Each period with its invoice, and how far its charge has come.',
    query: listCyclesQuery,
    answer: { status: 200, schema: cycleListSchema, description: 'A page of cycles, newest first.' },
    handle: async ({ deps, store, id: subscriptionId, query }) => {
      const { rows, hasMore } = await listCycles(deps.em, { store, subscriptionId, query });
      return { data: await presentCycles(deps.em, rows), has_more: hasMore };
    },
  }),
];

async function present({ deps, store, id: subscriptionId }: ApiRequest<unknown, unknown>): Promise<unknown> {
  return presentSubscription(deps, await findSubscription(deps.em, { store, subscriptionId }));
}
