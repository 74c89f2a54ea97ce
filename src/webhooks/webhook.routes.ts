import { presentPage } from '../base/http/list-page.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import { operationsWith } from '../base/http/operation.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { findWebhook } from './find-webhook.ts';
import { presentWebhook } from './present-webhook.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { updateWebhook } from './update-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import {
  createdWebhookSchema,
  createWebhookSchema,
  listWebhooksQuery,
  rotateSecretSchema,
  updateWebhookSchema,
  webhookListSchema,
  webhookSchema,
} from './webhook.schema.ts';

/** The parts that the calls of webhooks need. */
export interface WebhookDeps extends HttpDeps {
  addressPolicy: AddressPolicy;
}

const operation = operationsWith<WebhookDeps>();

const tag = 'Webhooks';
const resource = 'webhook';

export const webhookOperations = [
  operation({
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'webhooks:write',
    tag,
    summary: 'Subscribe a URL to events',
    description:
      'Each webhook has a secret of its own, which signs what is sent to it. A store has up to 20 in an environment.',
    body: createWebhookSchema,
    examples: {
      all: { summary: 'Every event', value: { url: 'https://store.example/hooks/fatura', events: ['*'] } },
      paid: {
        summary: 'Only what is paid',
        value: { url: 'https://store.example/hooks/paid', events: ['invoice.payment_confirmed'], description: 'ERP' },
      },
    },
    answer: {
      status: 201,
      schema: createdWebhookSchema,
      description: 'The webhook, with its secret, shown this once.',
    },
    problems: { 409: ['too_many_webhooks'] },
    audit: {
      as: 'createWebhook',
      of: 'webhook',
      details: ({ url, events }) => ({ host: new URL(url).host, events }),
    },
    handle: async ({ deps, store, body: input }) => {
      const { endpoint, secret } = await createWebhook(deps, { store, input });
      return { ...presentWebhook(endpoint), secret };
    },
  }),
  operation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    scope: 'read',
    tag,
    summary: 'List webhooks',
    description: 'Without their secrets.',
    query: listWebhooksQuery,
    answer: { status: 200, schema: webhookListSchema, description: 'A page of webhooks, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listWebhooks(deps.em, { store, query }), presentWebhook),
  }),
  operation({
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a webhook',
    description: 'Without its secret, which is shown only when it is made or rotated.',
    answer: { status: 200, schema: webhookSchema, description: 'The webhook, without its secret.' },
    handle: async ({ deps, store, id }) => presentWebhook(await findWebhook(deps.em, { store, webhookId: id })),
  }),
  operation({
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    scope: 'webhooks:write',
    tag,
    resource,
    summary: 'Update a webhook',
    description:
      'Sets the fields that are given. A delivery that is already queued is sent to the new URL, with the same bytes. `enabled: true` ' +
      'takes back what a 410 switched off.',
    body: updateWebhookSchema,
    examples: { off: { summary: 'Switch off', value: { enabled: false } } },
    answer: { status: 200, schema: webhookSchema, description: 'The webhook as it now is.' },
    audit: {
      as: 'updateWebhook',
      of: 'webhook',
      details: ({ url, ...others }) => ({ ...others, ...(url !== undefined && { host: new URL(url).host }) }),
    },
    handle: async ({ deps, store, id, body: changes }) =>
      presentWebhook(await updateWebhook(deps, { store, webhookId: id, changes })),
  }),
  operation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    scope: 'webhooks:write',
    tag,
    resource,
    summary: 'Rotate the secret of a webhook',
    description:
      'Until the overlap has passed both secrets sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` ' +
      'has the signature of the one before. Rotated again meanwhile, the oldest no longer signs.',
    body: rotateSecretSchema,
    bodyIsOptional: true,
    examples: {
      usual: { summary: 'Both sign for a day', value: {} },
      leaked: { summary: 'The old one leaked', value: { overlap_seconds: 0 } },
    },
    answer: {
      status: 200,
      schema: createdWebhookSchema,
      description: 'The webhook, with its new secret, shown this once.',
    },
    audit: {
      as: 'rotateWebhookSecret',
      of: 'webhook',
      details: ({ overlap_seconds }) => ({ overlap_hours: overlap_seconds / 3_600 }),
    },
    handle: async ({ deps, store, id, body: input }) => {
      const { endpoint, secret } = await rotateWebhookSecret(deps, { store, webhookId: id, input });
      return { ...presentWebhook(endpoint), secret };
    },
  }),
  operation({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    scope: 'webhooks:write',
    tag,
    resource,
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it, also not what was queued.',
    answer: { status: 204, description: 'It is deleted.' },
    audit: { as: 'deleteWebhook', of: 'webhook' },
    handle: ({ deps, store, id }) => deleteWebhook(deps, { store, webhookId: id }),
  }),
];
