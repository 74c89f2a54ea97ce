import { operation } from '../base/http/operation.ts';
import { deliverySchema } from './delivery.schema.ts';
import { presentDelivery } from './present-delivery.ts';
import { redeliver, redeliverEvent, redeliverFailed } from './redeliver.ts';
import { eventDeliveriesSchema, redeliveredSchema, redeliverFailedSchema } from './redelivery.schema.ts';
import { sendTestEvent } from './send-test-event.ts';

const tag = 'Webhooks';

export const redeliveryOperations = [
  operation({
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    scope: 'webhooks:write',
    tag,
    resource: 'webhook',
    summary: 'Send a test event',
    description:
      'Sends `webhook.test` to this webhook alone, signed and retried as any event, also while it is switched off.',
    answer: { status: 201, schema: deliverySchema, description: 'The delivery, on its way.' },
    handle: async ({ deps, store, id: webhookId }) => presentDelivery(await sendTestEvent(deps, { store, webhookId })),
  }),
  operation({
    id: 'redeliver',
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    scope: 'webhooks:write',
    tag,
    resource: 'delivery',
    summary: 'Send a delivery once more',
    description:
      'The same id and bytes with a fresh timestamp and signature, and the number of attempts of the store anew. The delivery must have ended, whether it was delivered or not.',
    answer: { status: 200, schema: deliverySchema, description: 'The delivery, on its way.' },
    problems: { 409: ['delivery_pending', 'webhook_deleted', 'webhook_gone'] },
    handle: async ({ deps, store, id: deliveryId }) => presentDelivery(await redeliver(deps, { store, deliveryId })),
  }),
  operation({
    id: 'redeliverEvent',
    method: 'POST',
    path: '/events/{id}/redeliver',
    scope: 'webhooks:write',
    tag,
    resource: 'event',
    summary: 'Send an event once more',
    description:
      'To every webhook that is switched on and subscribes to it, also to one that did not exist when it happened. Deliveries that are under way stay as they are.',
    answer: { status: 200, schema: eventDeliveriesSchema, description: 'Its deliveries.' },
    handle: async ({ deps, store, id: eventId }) => ({
      data: (await redeliverEvent(deps, { store, eventId })).map(presentDelivery),
    }),
  }),
  operation({
    id: 'redeliverFailed',
    method: 'POST',
    path: '/webhooks/{id}/redeliver',
    scope: 'webhooks:write',
    tag,
    resource: 'webhook',
    summary: 'Send everything once more that failed since a time',
    description: 'The oldest first, a thousand at most in one request. For after an outage of the receiver.',
    body: redeliverFailedSchema,
    examples: { outage: { summary: 'After an outage', value: { since: '2026-11-20T00:00:00Z' } } },
    answer: { status: 200, schema: redeliveredSchema, description: 'How many are on their way.' },
    audit: { as: 'redeliverFailed', of: 'webhook', details: ({ since }, { count }) => ({ since, count }) },
    handle: ({ deps, store, id: webhookId, body }) =>
      redeliverFailed(deps, { store, webhookId, since: new Date(body.since) }),
  }),
];
