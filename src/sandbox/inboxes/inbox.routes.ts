import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { createInbox } from './create-inbox.ts';
import { deleteInbox } from './delete-inbox.ts';
import { inboxListSchema, inboxSchema, listInboxesQuery, messageListSchema } from './inbox.schema.ts';
import { listInboxes } from './list-inboxes.ts';
import { listMessages } from './list-messages.ts';
import { presentInbox, presentMessage } from './present-inbox.ts';

const tag = 'Sandbox';
const resource = 'inbox';

export const inboxOperations = [
  operation({
    id: 'createInbox',
    method: 'POST',
    path: '/sandbox/inboxes',
    scope: 'webhooks:write',
    tag,
    summary: 'Create an inbox',
    description:
      'A receiver for who has none yet: give its `url` to a webhook, and open its `page_url` to see what comes in and whether the signatures verify. A store has up to 10.',
    answer: { status: 201, schema: inboxSchema, description: 'The inbox.' },
    problems: { 403: ['sandbox_only'], 409: ['too_many_inboxes'] },
    handle: async ({ deps, store }) => presentInbox(await createInbox(deps, store), deps.publicUrl),
  }),
  operation({
    id: 'listInboxes',
    method: 'GET',
    path: '/sandbox/inboxes',
    scope: 'read',
    tag,
    summary: 'List inboxes',
    description: 'Those of the store.',
    query: listInboxesQuery,
    answer: { status: 200, schema: inboxListSchema, description: 'A page of inboxes, newest first.' },
    problems: { 403: ['sandbox_only'] },
    handle: async ({ deps, store, query }) =>
      presentPage(await listInboxes(deps.em, { store, query }), (inbox) => presentInbox(inbox, deps.publicUrl)),
  }),
  operation({
    id: 'listInboxMessages',
    method: 'GET',
    path: '/sandbox/inboxes/{id}/messages',
    scope: 'read',
    tag,
    resource,
    summary: 'List what came to an inbox',
    description: 'The last 100 requests, with whether their signatures verify. `created_at` is when they came.',
    query: listInboxesQuery,
    answer: { status: 200, schema: messageListSchema, description: 'A page of messages, newest first.' },
    problems: { 403: ['sandbox_only'] },
    handle: async ({ deps, store, id: inboxId, query }) =>
      presentPage(await listMessages(deps.em, { store, inboxId, query }), presentMessage),
  }),
  operation({
    id: 'deleteInbox',
    method: 'DELETE',
    path: '/sandbox/inboxes/{id}',
    scope: 'webhooks:write',
    tag,
    resource,
    summary: 'Delete an inbox',
    description: 'With everything that came to it. Webhooks with its URL are then answered 404.',
    answer: { status: 204, description: 'It is deleted.' },
    problems: { 403: ['sandbox_only'] },
    handle: ({ deps, store, id: inboxId }) => deleteInbox(deps.em, { store, inboxId }),
  }),
];
