import { answerList } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { DISPUTE_STATUSES } from '../../gateways/payment-gateway.ts';
import { disputeSchema } from './dispute.schema.ts';
import { findDispute, listDisputes, type ListDisputesQuery } from './list-disputes.ts';
import { presentDispute } from './present-dispute.ts';

const tag = 'Disputes';

export const disputeOperations = [
  operation({
    id: 'listDisputes',
    method: 'GET',
    path: '/disputes',
    scope: 'read',
    tag,
    summary: 'List disputes',
    description:
      'Those of all invoices. `invoice.disputed`, `invoice.dispute_updated` and `invoice.dispute_closed` tell the same.',
    query: pageQuery<ListDisputesQuery>({
      invoice_id: fields.id.description('Only of this invoice.'),
      status: joi
        .string()
        .valid(...DISPUTE_STATUSES)
        .description('Only in this status.'),
    }),
    answer: {
      status: 200,
      schema: answerList('DisputeList', disputeSchema),
      description: 'A page of disputes, newest first.',
    },
    handle: async ({ deps, store, query }) =>
      presentPage(await listDisputes(deps.em, { store, query }), presentDispute),
  }),
  operation({
    id: 'getDispute',
    method: 'GET',
    path: '/disputes/{id}',
    scope: 'read',
    tag,
    resource: 'dispute',
    summary: 'Read a dispute',
    description: 'By the `dispute_id` of its events.',
    answer: { status: 200, schema: disputeSchema, description: 'The dispute.' },
    handle: async ({ deps, store, id }) => presentDispute(await findDispute(deps.em, { store, disputeId: id })),
  }),
];
