import { presentPage } from '../base/http/list-page.ts';
import { operation } from '../base/http/operation.ts';
import { eventListSchema, eventSchema, listEventsQuery } from './event.schema.ts';
import { findEvent, listEvents } from './find-event.ts';
import { presentEvent } from './present-event.ts';

const tag = 'Events';

export const eventOperations = [
  operation({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    scope: 'read',
    tag,
    summary: 'List events',
    description: 'To catch up after an outage of a receiver: what its webhook would have been sent.',
    query: listEventsQuery,
    answer: { status: 200, schema: eventListSchema, description: 'A page of events, newest first.' },
    handle: async ({ deps, store, query }) => presentPage(await listEvents(deps.em, { store, query }), presentEvent),
  }),
  operation({
    id: 'getEvent',
    method: 'GET',
    path: '/events/{id}',
    scope: 'read',
    tag,
    resource: 'event',
    summary: 'Read an event',
    description: 'By its `id`, which is in every delivery of it.',
    answer: { status: 200, schema: eventSchema, description: 'The event, as webhooks were sent it.' },
    handle: async ({ deps, store, id }) => presentEvent(await findEvent(deps.em, { store, eventId: id })),
  }),
];
