import { answerList, answerObject } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, presentPage } from '../../base/http/list-page.ts';
import type { HttpDeps } from '../../base/http/http-deps.ts';
import { operationsWith } from '../../base/http/operation.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { DISPUTE_STATUSES } from '../../gateways/payment-gateway.ts';
import { answerDispute } from './answer-dispute.ts';
import { addEvidence, listEvidence, removeEvidence } from './change-evidence.ts';
import { addEvidenceSchema, answerDisputeSchema, disputeFileSchema, disputeSchema } from './dispute.schema.ts';
import { findDispute, listDisputes, type ListDisputesQuery } from './list-disputes.ts';
import { presentDispute, presentEvidence } from './present-dispute.ts';

const tag = 'Disputes';

const operation = operationsWith<HttpDeps & { gateways: GatewayRegistry }>();

/** The smallest PNG. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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
  operation({
    id: 'listDisputeFiles',
    method: 'GET',
    path: '/disputes/{id}/files',
    scope: 'read',
    tag,
    resource: 'dispute',
    summary: 'List the files for the answer to a dispute',
    description: 'Their contents are kept sealed for the gateway: nobody reads them back.',
    answer: {
      status: 200,
      schema: answerObject('DisputeFileList', { data: joi.array().items(disputeFileSchema) }),
      description: 'The files, the oldest first: eight at most.',
    },
    handle: async ({ deps, store, id }) => {
      const dispute = await findDispute(deps.em, { store, disputeId: id });
      return { data: (await listEvidence(deps.em, dispute.id)).map(presentEvidence) };
    },
  }),
  operation({
    id: 'addDisputeFile',
    method: 'POST',
    path: '/disputes/{id}/files',
    scope: 'invoices:write',
    tag,
    resource: 'dispute',
    summary: 'Add a file to the answer to a dispute',
    description:
      'Checked by its bytes: whole, of 2 MB at most, and a PDF without scripts, other files or a password. Nothing is sent before `POST /disputes/{id}/answer`.',
    body: addEvidenceSchema,
    maxBodyKb: 3_000,
    examples: {
      receipt: { summary: 'A receipt', value: { kind: 'receipt', name: 'recibo.png', content: ONE_PIXEL } },
    },
    answer: { status: 201, schema: disputeFileSchema, description: 'The file.' },
    problems: { 409: ['answer_not_awaited'] },
    audit: {
      as: 'addDisputeFile',
      of: 'dispute',
      details: ({ kind }, { id }) => ({ kind, file_id: id }),
    },
    handle: async ({ deps, store, id: disputeId, body: { kind, name, content } }) => {
      const bytes = Buffer.from(content, 'base64');
      return presentEvidence(await addEvidence(deps, { store, disputeId, kind, name, bytes }));
    },
  }),
  operation({
    id: 'deleteDisputeFile',
    method: 'DELETE',
    path: '/evidence-files/{id}',
    scope: 'invoices:write',
    tag,
    resource: 'dispute_file',
    summary: 'Remove a file from the answer to a dispute',
    description: 'Before the answer is given.',
    answer: { status: 204, description: 'The file is removed.' },
    problems: { 409: ['answer_not_awaited'] },
    audit: { as: 'removeDisputeFile', of: 'dispute file' },
    handle: async ({ deps, store, id: fileId }) => {
      await removeEvidence(deps, { store, fileId });
    },
  }),
  operation({
    id: 'answerDispute',
    method: 'POST',
    path: '/disputes/{id}/answer',
    scope: 'invoices:write',
    tag,
    resource: 'dispute',
    summary: 'Answer a dispute',
    description:
      'With these words and the files that were added. The gateway takes one answer: give all that you have. `invoice.dispute_updated` tells that the answer was taken. In the sandbox, `winning_evidence` or `losing_evidence` in the words decides the dispute.',
    body: answerDisputeSchema,
    examples: {
      delivered: {
        summary: 'The payer got it',
        value: { explanation: 'Delivered on 12 November to the address of the card. The receipt is signed.' },
      },
    },
    answer: { status: 200, schema: disputeSchema, description: 'The dispute, with its answer on the way.' },
    problems: { 409: ['answer_not_awaited', 'answer_at_gateway'] },
    audit: { as: 'answerDispute', of: 'dispute' },
    handle: async ({ deps, store, id: disputeId, body: { explanation } }) =>
      presentDispute(await answerDispute(deps, { store, disputeId, explanation })),
  }),
];
