import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** A time in which a webhook kept failing, from the first delivery that was given up to the next that succeeded. */
export const WebhookIncidentSchema = defineEntity({
  name: 'WebhookIncident',
  tableName: 'webhook_incidents',
  indexes: [
    { name: 'webhook_incidents_endpoint', properties: ['endpointId', 'id'] },
    {
      name: 'webhook_incidents_open',
      expression:
        'create unique index webhook_incidents_open on webhook_incidents (endpoint_id) where closed_at is null',
    },
  ],
  properties: {
    ...ownedByStore(),
    endpointId: () => p.manyToOne(WebhookEndpoint).mapToPk().fieldName('endpoint_id'),
    /** In words, of the last attempt. */
    lastError: p.text(),
    openedAt: p.datetime(3),
    closedAt: p.datetime(3).strictNullable(),
    /** Real time: when the store was told that it fails, and that it works again. */
    alertedAt: p.datetime(3).strictNullable(),
    recoveryAlertedAt: p.datetime(3).strictNullable(),
  },
});

export class WebhookIncident extends WebhookIncidentSchema.class {}
WebhookIncidentSchema.setClass(WebhookIncident);
