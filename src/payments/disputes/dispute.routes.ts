import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { fromCents } from '../../base/money/money.ts';
import { DISPUTE_STATUSES } from '../../gateways/payment-gateway.ts';
import type { Dispute } from '../../invoices/dispute.entity.ts';
import { findDispute, listDisputes, type ListDisputesQuery } from './list-disputes.ts';

const tag = 'Disputes';

const disputeSchema = answerObject('Dispute', {
  id: shown.id,
  invoice_id: shown.id,
  payment_id: shown.id.description('The money that the bank of the payer wants back.'),
  status: joi
    .string()
    .valid(...DISPUTE_STATUSES)
    .description('`open`: the store can answer. `under_review`: the bank decides. `won`, `lost`: it has decided.'),
  amount: shown.amount,
  reason: shown.text.description("The gateway's word."),
  gateway_dispute_id: shown.text.description('The id at the gateway.'),
  answer_until: shown.timeOrNull.description('Until then the store can answer, at its gateway.'),
  created_at: shown.time,
  updated_at: shown.time,
});

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

function presentDispute(dispute: Dispute): Record<string, unknown> {
  return {
    id: dispute.id,
    invoice_id: dispute.invoiceId,
    payment_id: dispute.paymentId,
    status: dispute.status,
    amount: fromCents(dispute.amountCents),
    reason: dispute.reason,
    gateway_dispute_id: dispute.gatewayDisputeId,
    answer_until: dispute.answerUntil,
    created_at: dispute.createdAt,
    updated_at: dispute.updatedAt,
  };
}
