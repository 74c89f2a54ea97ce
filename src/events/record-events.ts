import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { inIdOrder } from '../db/in-id-order.ts';
import { OutboxEntry } from '../temporal/outbox-entry.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { Event } from './event.entity.ts';
import { ALL_EVENTS, type EventType } from './event-types.ts';

/** An event that happened, before it has an id. */
export interface EventDraft {
  type: EventType;
  sequence: number;
  data: Record<string, unknown>;
}

/** What an event is about. */
export interface EventResource {
  type: 'invoice' | 'subscription' | 'webhook';
  id: number;
}

/**
 * Writes events and one delivery for each endpoint that subscribes to them, in the caller's transaction. The body is
 * made here, once: every receiver and every retry gets these bytes. An invoice's workflow makes the deliveries of its
 * events; those about anything else get a workflow each, so that a life as long as a subscription's holds none of them.
 */
export async function recordEvents(
  tx: EntityManager,
  { store, resource, drafts, at }: { store: Store; resource: EventResource; drafts: EventDraft[]; at: Date },
): Promise<void> {
  if (drafts.length === 0) return;
  const endpoints = await tx.find(
    WebhookEndpoint,
    { ...store, enabled: true, deletedAt: null },
    { orderBy: { id: 'asc' } },
  );
  await inIdOrder(tx, store, 'events');
  const ids = await reserveEventIds(tx, drafts.length);
  const runsIn = resource.type === 'invoice' ? 'invoice' : 'event';
  const deliveries: WebhookDelivery[] = [];
  for (const [index, draft] of drafts.entries()) {
    const id = ids[index]!;
    createEvent(tx, { id, store, resource, draft, at });
    for (const endpoint of endpoints.filter((candidate) => subscribes(candidate, draft.type))) {
      const delivery = tx.create(WebhookDelivery, {
        ...store,
        eventId: id,
        endpointId: endpoint.id,
        resourceType: resource.type,
        resourceId: resource.id,
        runsIn,
        state: 'pending',
        attempts: 0,
        nextAttemptAt: at,
        createdAt: at,
        completedAt: null,
      });
      deliveries.push(delivery);
    }
  }
  if (runsIn === 'invoice' || deliveries.length === 0) return;
  await tx.flush();
  for (const { id } of deliveries) tx.create(OutboxEntry, { deliveryId: id, claimableAt: new Date() });
}

/** Writes one event and no delivery, for whoever knows where it goes. @returns its id */
export async function recordEvent(tx: EntityManager, event: Omit<NewEvent, 'id'>): Promise<number> {
  await inIdOrder(tx, event.store, 'events');
  const [id] = await reserveEventIds(tx, 1);
  createEvent(tx, { ...event, id: id! });
  await tx.flush();
  return id!;
}

interface NewEvent {
  id: number;
  store: Store;
  resource: EventResource;
  draft: EventDraft;
  at: Date;
}

function createEvent(tx: EntityManager, { id, store, resource, draft, at }: NewEvent): void {
  tx.create(Event, {
    ...store,
    id,
    type: draft.type,
    resourceType: resource.type,
    resourceId: resource.id,
    sequence: draft.sequence,
    body: renderBody({ id, store, draft, at }),
    createdAt: at,
  });
}

function subscribes(endpoint: WebhookEndpoint, type: EventType): boolean {
  return endpoint.events.includes(type) || endpoint.events.includes(ALL_EVENTS);
}

/** The body carries the event's id, so the id is needed before the row. */
async function reserveEventIds(tx: EntityManager, count: number): Promise<number[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select nextval(pg_get_serial_sequence('events', 'id')) as id from generate_series(1, ?)`,
    [count],
  );
  return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
}

function renderBody({ id, store, draft, at }: { id: number; store: Store; draft: EventDraft; at: Date }): string {
  return JSON.stringify({
    id,
    event: draft.type,
    company_id: store.companyId,
    environment: store.environment,
    created_at: at.toISOString(),
    sequence: draft.sequence,
    data: draft.data,
  });
}
