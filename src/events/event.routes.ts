import { presentPage } from '../base/http/list-page.ts';
import { operation } from '../base/http/operation.ts';
import { eventListSchema, eventSchema, listEventsQuery } from './event.schema.ts';
import { awaitEvents } from './await-events.ts';
import { findEvent } from './find-event.ts';
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
    description:
      'To catch up after an outage of a receiver: what its webhook would have been sent. To hear of events without a receiver: `ending_before` the newest one that you know, and `wait`.',
    query: listEventsQuery,
    answer: { status: 200, schema: eventListSchema, description: 'A page of events, newest first.' },
    // It may wait, and holds no connection meanwhile.
    withoutTransaction: true,
    handle: async ({ deps, store, query, requestsAtOnce }) =>
      presentPage(await awaitEvents(deps, { store, query, requestsAtOnce }), presentEvent),
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
