import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Event } from '../events/event.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_WORKFLOWS = ['invoice', 'event', 'delivery'] as const;
/**
 * The workflow that makes a delivery: `invoice`, the life of the invoice that its event is about; `event`, one of its
 * own, as no invoice is; `delivery`, one of its own although its endpoint may be paused (a test, a redelivery, a
 * probe).
 */
export type DeliveryWorkflow = (typeof DELIVERY_WORKFLOWS)[number];

/**
 * The workflow of an invoice has so many deliveries at a time, or hardly more: five webhooks and two events. The
 * deliveries of the next events have a workflow each, so that a hundred changes of an invoice with twenty webhooks that
 * fail hold up neither its refunds nor its deadlines, and each news of the invoice stays small. Temporal lets a
 * workflow have 2,000 activities under way.
 */
export const MOST_DELIVERIES_OF_INVOICE = 10;

/** An event on its way to an endpoint. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  uniques: [{ name: 'webhook_deliveries_event_endpoint', properties: ['eventId', 'endpointId'] }],
  indexes: [
    {
      name: 'webhook_deliveries_pending',
      expression:
        "create index webhook_deliveries_pending on webhook_deliveries (resource_id, resource_type) where state = 'pending'",
    },
    {
      name: 'webhook_deliveries_waiting',
      expression:
        'create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, waits_since, id) where waits_since is not null',
    },
    {
      name: 'webhook_deliveries_sandbox_attempt',
      expression:
        "create index webhook_deliveries_sandbox_attempt on webhook_deliveries (company_id, next_attempt_at) where environment = 'sandbox' and state = 'pending'",
    },
    { name: 'webhook_deliveries_completed', properties: ['companyId', 'environment', 'completedAt'] },
    { name: 'webhook_deliveries_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'webhook_deliveries_endpoint', properties: ['endpointId', 'id'] },
  ],
  properties: {
    ...ownedByStore(),
    eventId: () => p.manyToOne(Event).mapToPk().fieldName('event_id'),
    endpointId: () => p.manyToOne(WebhookEndpoint).mapToPk().fieldName('endpoint_id'),
    /** The event's resource, whose workflow delivers it. */
    resourceType: p.text(),
    resourceId: p.bigint('number'),
    runsIn: p.enum(DELIVERY_WORKFLOWS).$type<DeliveryWorkflow>().default('invoice'),
    state: p.enum(DELIVERY_STATES).$type<DeliveryState>(),
    /** Attempts recorded so far, the interrupted ones included. */
    attempts: p.integer(),
    /** The number of the attempt that was begun last; one that is not on record was cut off, or is under way. */
    attemptsBegun: p.integer().default(0),
    /** Real time: so long whoever began it may be making it. */
    leasedUntil: p.datetime(3).strictNullable(),
    /**
     * Real time: since when it waits for a place at its receiver, pending, without a task or a timer; null otherwise.
     */
    waitsSince: p.datetime(3).strictNullable(),
    /** Attempts of earlier rounds: a redelivery has the store's number of attempts anew. */
    attemptsBefore: p.integer().default(0),
    nextAttemptAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).strictNullable(),
  },
});

export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
