import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { insertInto, insertRows, insertWithoutIds } from '../base/db/entity-rows.ts';
import { inIdOrder, turnOf } from '../base/db/in-id-order.ts';
import { runPrepared } from '../base/db/prepared-statements.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { MOST_DELIVERIES_OF_INVOICE, WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { Event } from '../events/event.entity.ts';
import { ALL_EVENTS, NAMED_EVENTS, type EventType } from '../events/event-types.ts';
import { ID_TO_COME, IDS_IN_TURN, NUMBERED_DELIVERY, NUMBERED_EVENT, READ_AUDIENCE } from './record-events.sql.ts';

/** An event that happened, before it has an id. */
export interface EventDraft {
  type: EventType;
  sequence: number;
  data: Record<string, unknown>;
}

/** The resource that an event is about. */
export interface EventResource {
  type: 'invoice' | 'subscription' | 'payout' | 'customer' | 'webhook' | 'audit';
  id: number;
}

interface EventsInput {
  store: Store;
  resource: EventResource;
  drafts: EventDraft[];
  at: Date;
}

/** An entry of the outbox that is written together with events. */
export type ToldEntry = Pick<OutboxEntry, 'subjectType' | 'subjectId' | 'companyId' | 'environment' | 'traceparent'>;

/** A webhook that is told of a store's events. */
export type Subscriber = Pick<WebhookEndpoint, 'id' | 'events'>;

export const EVENT_TABLES = {
  events: insertInto(Event),
  deliveries: insertInto(WebhookDelivery, 'id'),
  outbox: insertWithoutIds(
    OutboxEntry,
    ...(['id', 'claimableAt', 'createdAt', 'isBulk', 'tries', 'revision', 'refusal'] as const),
  ),
};

/** Takes the turn of the list and writes the events at once: other changes of the store wait for one statement less. */
const insertEvents = insertRows(
  'insert_events',
  {
    ...EVENT_TABLES,
    events: { ...EVENT_TABLES.events, computed: NUMBERED_EVENT },
    deliveries: { ...EVENT_TABLES.deliveries, computed: NUMBERED_DELIVERY },
  },
  IDS_IN_TURN,
);
const insertTold = insertRows('insert_told', { outbox: EVENT_TABLES.outbox });

/**
 * Writes events and one delivery for each endpoint that subscribes to them, in the caller's transaction. An invoice's
 * workflow makes the deliveries of its events, as long as they are not too many; those about anything else get a
 * workflow each, so that a life as long as a subscription's holds none of them.
 *
 * @param input `told`: entries of the outbox that are written with the events, or alone where there are none.
 *   `audience`: where the transaction has read it under the lock of the resource.
 */
export async function recordEvents(
  tx: EntityManager,
  { told = [], audience, ...input }: EventsInput & { told?: ToldEntry[]; audience?: Audience },
): Promise<void> {
  const { store, drafts, resource } = input;
  if (drafts.length === 0) {
    if (told.length > 0) await insertTold.withNext(tx, { outbox: told });
    return;
  }
  const { subscribers, waiting } = audience ?? (await readAudience(tx, store, resource));
  const rows = renderEvents({ ...input, ids: null, subscribers, room: MOST_DELIVERIES_OF_INVOICE - waiting });
  const turn = [turnOf(store, 'events'), drafts.length];
  if (rows.deliveries.every(({ runsIn }) => runsIn === 'invoice')) {
    await insertEvents.withNext(tx, { ...rows, outbox: told }, turn);
    return;
  }
  const { deliveries } = await insertEvents(tx, { ...rows, outbox: told }, turn);
  deliveries.forEach((deliveryId, index) => {
    if (rows.deliveries[index]!.runsIn !== 'event') return;
    // More than its workflow holds: an invoice with so many that wait is changed again and again, or its receivers
    // fail.
    tx.create(OutboxEntry, { subjectType: 'delivery', subjectId: deliveryId, isBulk: resource.type === 'invoice' });
  });
}

/** Those who are told of the events of a resource. */
export interface Audience {
  subscribers: Subscriber[];
  /** Deliveries that the workflow of the invoice has, counted as far as it matters. */
  waiting: number;
}

async function readAudience(
  tx: EntityManager,
  { companyId, environment }: Store,
  { id, type }: EventResource,
): Promise<Audience> {
  const [audience] = await runPrepared<Audience>(tx, READ_AUDIENCE, [companyId, environment, id, type]);
  return audience!;
}

/**
 * The rows of events and of their deliveries. The body is made here, once: every receiver and every retry gets these
 * bytes.
 *
 * @param input `ids`: one for each draft, ascending, taken in the turn of the list; null: `insertEvents` makes them,
 *   and the rows have the places of the events instead. `room`: for so many deliveries in the workflow of the invoice
 */
export function renderEvents({
  store,
  resource,
  drafts,
  at,
  ids,
  subscribers,
  room = Infinity,
}: EventsInput & { ids: number[] | null; subscribers: Subscriber[]; room?: number }) {
  const events = drafts.map((draft, index) => {
    const id = ids?.[index] ?? ID_TO_COME;
    return { ...renderEvent({ id, store, resource, draft, at }), ...(!ids && { id: index + 1 }) };
  });
  const ofInvoice = resource.type === 'invoice' ? room : 0;
  const wanted = events.flatMap((event) =>
    subscribers.filter((subscriber) => subscribes(subscriber, event.type)).map((subscriber) => ({ event, subscriber })),
  );
  const deliveries = wanted.map(({ event, subscriber }, index) => ({
    companyId: store.companyId,
    environment: store.environment,
    eventId: event.id,
    endpointId: subscriber.id,
    resourceType: resource.type,
    resourceId: resource.id,
    runsIn: index < ofInvoice ? ('invoice' as const) : ('event' as const),
    state: 'pending' as const,
    attempts: 0,
    attemptsBefore: 0,
    attemptsBegun: 0,
    leasedUntil: null,
    waitsSince: null,
    nextAttemptAt: at,
    createdAt: at,
    completedAt: null,
  }));
  return { events, deliveries };
}

/** Writes one event and no delivery, for whoever knows where it goes. @returns its id */
export async function recordEvent(tx: EntityManager, event: Omit<NewEvent, 'id'>): Promise<number> {
  await inIdOrder(tx, event.store, 'events');
  const id = await reserveEventId(tx);
  tx.create(Event, renderEvent({ ...event, id }));
  await tx.flush();
  return id;
}

interface NewEvent {
  id: number;
  store: Store;
  resource: EventResource;
  draft: EventDraft;
  at: Date;
}

function renderEvent({ id, store, resource, draft, at }: NewEvent) {
  return {
    id,
    companyId: store.companyId,
    environment: store.environment,
    type: draft.type,
    resourceType: resource.type,
    resourceId: resource.id,
    sequence: draft.sequence,
    body: renderBody({ id, store, draft, at }),
    createdAt: at,
  };
}

function subscribes(subscriber: Subscriber, type: EventType): boolean {
  return subscriber.events.includes(type) || (subscriber.events.includes(ALL_EVENTS) && !NAMED_EVENTS.includes(type));
}

/** The body carries the event's id, so the id is needed before the row. */
async function reserveEventId(tx: EntityManager): Promise<number> {
  const [row] = await tx.execute<[{ id: string }]>(`select nextval(pg_get_serial_sequence('events', 'id')) as id`);
  return Number(row.id);
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
