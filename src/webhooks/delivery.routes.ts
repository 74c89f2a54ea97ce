import { presentPage } from '../base/http/list-page.ts';
import { operation } from '../base/http/operation.ts';
import { deliveryListSchema, deliveryLogSchema, listDeliveriesQuery } from './delivery.schema.ts';
import { findDelivery } from './find-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import { presentDelivery, presentDeliveryLog } from './present-delivery.ts';

const tag = 'Webhooks';

export const deliveryOperations = [
  operation({
    id: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    scope: 'read',
    tag,
    resource: 'webhook',
    summary: 'List the deliveries of a webhook',
    description:
      'Each event on its way to this webhook, and how it went. Kept for a set number of days after their end.',
    query: listDeliveriesQuery,
    answer: { status: 200, schema: deliveryListSchema, description: 'A page of deliveries, newest first.' },
    handle: async ({ deps, store, id: webhookId, query }) =>
      presentPage(await listDeliveries(deps.em, { store, webhookId, query }), presentDelivery),
  }),
  operation({
    id: 'getDelivery',
    method: 'GET',
    path: '/deliveries/{id}',
    scope: 'read',
    tag,
    resource: 'delivery',
    summary: 'Read a delivery',
    description: 'With the body as it was sent, and every attempt: what was sent and what came back.',
    answer: { status: 200, schema: deliveryLogSchema, description: 'The delivery, with its attempts.' },
    handle: async ({ deps, store, id: deliveryId }) =>
      presentDeliveryLog(await findDelivery(deps.em, { store, deliveryId })),
  }),
];
