import { reader } from '../base/db/transaction.ts';
import { presentPage } from '../base/http/list-page.ts';
import { operation } from '../base/http/operation.ts';
import { receivedPaymentSchema } from '../invoices/payment.schema.ts';
import { presentReceived } from '../invoices/present-received.ts';
import { findPayment, listReceivedPayments } from './list-payments.ts';
import { listReceivedPaymentsQuery, receivedPaymentListSchema } from './received-payment.schema.ts';

const tag = 'Money';

export const receivedPaymentOperations = [
  operation({
    id: 'listReceivedPayments',
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag,
    summary: 'List the money that came in',
    description:
      'Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day.',
    query: listReceivedPaymentsQuery,
    answer: { status: 200, schema: receivedPaymentListSchema, description: 'A page of payments, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listReceivedPayments(deps.em, { store, query }), presentReceived),
  }),
  operation({
    id: 'getReceivedPayment',
    method: 'GET',
    path: '/payments/{id}',
    scope: 'read',
    tag,
    resource: 'payment',
    summary: 'Read a payment',
    description: 'By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event.',
    answer: { status: 200, schema: receivedPaymentSchema, description: 'The payment.' },
    handle: async ({ deps, store, id }) =>
      presentReceived(await findPayment(reader(deps.em), { store, paymentId: id })),
  }),
];
