import { pageQuery, presentPage, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { toCents } from '../../base/money/money.ts';
import { findRefund, listAllRefunds, listRefunds } from './find-refund.ts';
import { presentRefund } from './present-refund.ts';
import { listAllRefundsQuery, refundListSchema, refundSchema, requestRefundSchema } from './refund.schema.ts';
import { requestRefund } from './request-refund.ts';

const tag = 'Refunds';

export const refundOperations = [
  operation({
    id: 'createRefund',
    method: 'POST',
    path: '/invoices/{id}/refunds',
    scope: 'refunds:write',
    tag,
    resource: 'invoice',
    summary: 'Give money back, whole or in part',
    description:
      'Never more than a payment has left. It is `pending` until the gateway decides; then `invoice.refunded` is announced, or `invoice.updated` with `refund_status: failed`. A store may ask a second person for refunds over an amount: these are answered 202, wait as `awaiting_approval`, and end as `rejected` with `refund_status: rejected` where an owner says no.',
    body: requestRefundSchema,
    bodyIsOptional: true,
    examples: {
      part: { summary: 'A part', value: { amount: 10.5, reason: 'One box came open' } },
      whole: { summary: 'All that is left', value: {} },
    },
    answer: {
      status: 201,
      schema: refundSchema,
      description: 'The refund, under way.',
      waiting: {
        description: 'The refund waits for an owner to approve it in the panel.',
        is: ({ status }) => status === 'awaiting_approval',
      },
    },
    problems: { 409: ['nothing_to_refund', 'too_many_refunds', 'refund_limit_reached'] },
    audit: {
      as: 'refundInvoice',
      of: 'invoice',
      details: (_, { id, payment_id, amount }) => ({
        refund_id: id,
        payment_id,
        amount_cents: toCents(amount as number),
      }),
    },
    handle: async ({ deps, store, id, body }) => {
      const input = {
        amountCents: body.amount === undefined ? null : toCents(body.amount),
        paymentId: body.payment_id ?? null,
        reason: body.reason,
      };
      return presentRefund(await requestRefund(deps, { store, invoiceId: id, input }));
    },
  }),
  operation({
    id: 'listRefunds',
    method: 'GET',
    path: '/invoices/{id}/refunds',
    scope: 'read',
    tag,
    resource: 'invoice',
    summary: 'List the refunds of an invoice',
    description: 'Those under way, done and failed.',
    query: pageQuery<PageQuery & TimeRange>({}),
    answer: { status: 200, schema: refundListSchema, description: 'A page of refunds, newest first.' },
    handle: async ({ deps, store, id, query }) =>
      presentPage(await listRefunds(deps.em, { store, invoiceId: id, query }), presentRefund),
  }),
  operation({
    id: 'listAllRefunds',
    method: 'GET',
    path: '/refunds',
    scope: 'read',
    tag,
    summary: 'List refunds',
    description: 'Those of all invoices. Of a range of times by that time, else by age.',
    query: listAllRefundsQuery,
    answer: { status: 200, schema: refundListSchema, description: 'A page of refunds, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listAllRefunds(deps.em, { store, query }), presentRefund),
  }),
  operation({
    id: 'getRefund',
    method: 'GET',
    path: '/refunds/{id}',
    scope: 'read',
    tag,
    resource: 'refund',
    summary: 'Read a refund',
    description: 'To see what became of it; webhooks tell the same without asking.',
    answer: { status: 200, schema: refundSchema, description: 'The refund.' },
    handle: async ({ deps, store, id }) => presentRefund(await findRefund(deps.em, { store, refundId: id })),
  }),
];
