import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

/** An event, frozen in the bytes that every receiver gets. */
export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  uniques: [{ name: 'events_sequence', properties: ['resourceType', 'resourceId', 'sequence'] }],
  indexes: [
    { name: 'events_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'events_type', properties: ['companyId', 'environment', 'type', 'id'] },
  ],
  properties: {
    ...ownedByStore(),
    type: p.enum(EVENT_TYPES).$type<EventType>(),
    resourceType: p.text(),
    resourceId: p.bigint('number'),
    /** 1 for the first event of its resource; a receiver orders by it. */
    sequence: p.integer(),
    /**
     * The JSON text that is signed and sent; empty only between the two statements of the transaction that makes it.
     */
    body: p.text(),
    createdAt: p.datetime(3),
  },
});

export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
