import { reader } from '../../base/db/transaction.ts';
import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { findPayout, listPayouts } from './list-payouts.ts';
import { listPayoutsQuery, payoutListSchema, payoutSchema } from './payout.schema.ts';
import { presentPayout } from './present-payout.ts';

const tag = 'Money';

export const payoutOperations = [
  operation({
    id: 'listPayouts',
    method: 'GET',
    path: '/payouts',
    scope: 'read',
    tag,
    summary: 'List payouts',
    description:
      'The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one.',
    query: listPayoutsQuery,
    answer: { status: 200, schema: payoutListSchema, description: 'A page of payouts, newest first.' },
    handle: async ({ deps, store, query }) => presentPage(await listPayouts(deps.em, { store, query }), presentPayout),
  }),
  operation({
    id: 'getPayout',
    method: 'GET',
    path: '/payouts/{id}',
    scope: 'read',
    tag,
    resource: 'payout',
    summary: 'Read a payout',
    description: 'With the part of it that its payments and refunds do not account for.',
    answer: { status: 200, schema: payoutSchema, description: 'The payout.' },
    handle: async ({ deps, store, id }) => presentPayout(await findPayout(reader(deps.em), { store, payoutId: id })),
  }),
];
