import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { inIdOrder } from '../db/in-id-order.ts';
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

/**
 * Writes events and one delivery for each endpoint that subscribes to them, in the caller's transaction. The body is
 * made here, once: every receiver and every retry gets these bytes.
 */
export async function recordEvents(
  tx: EntityManager,
  {
    store,
    resource,
    drafts,
    at,
  }: { store: Store; resource: { type: string; id: number }; drafts: EventDraft[]; at: Date },
): Promise<void> {
  if (drafts.length === 0) return;
  const endpoints = await tx.find(
    WebhookEndpoint,
    { ...store, enabled: true, deletedAt: null },
    { orderBy: { id: 'asc' } },
  );
  await inIdOrder(tx, store, 'events');
  const ids = await reserveEventIds(tx, drafts.length);
  for (const [index, draft] of drafts.entries()) {
    const id = ids[index]!;
    createEvent(tx, { id, store, resource, draft, at });
    for (const endpoint of endpoints.filter((candidate) => subscribes(candidate, draft.type))) {
      tx.create(WebhookDelivery, {
        ...store,
        eventId: id,
        endpointId: endpoint.id,
        resourceType: resource.type,
        resourceId: resource.id,
        state: 'pending',
        attempts: 0,
        nextAttemptAt: at,
        createdAt: at,
        completedAt: null,
      });
    }
  }
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
  resource: { type: string; id: number };
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
