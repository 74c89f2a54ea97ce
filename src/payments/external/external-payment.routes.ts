import { operationsWith } from '../../base/http/operation.ts';
import { toCents } from '../../base/money/money.ts';
import { receivedPaymentSchema } from '../../invoices/payment.schema.ts';
import { presentReceived } from '../../invoices/present-received.ts';
import type { PaymentDeps } from '../payment.routes.ts';
import { recordExternalPaymentSchema, reversePaymentSchema } from './external-payment.schema.ts';
import { recordExternalPayment } from './record-external-payment.ts';
import { reverseExternalPayment } from './reverse-external-payment.ts';

const operation = operationsWith<PaymentDeps>();

const tag = 'Payments';

export const externalPaymentOperations = [
  operation({
    id: 'recordExternalPayment',
    method: 'POST',
    path: '/invoices/{id}/external-payments',
    scope: 'payments:write',
    tag,
    resource: 'invoice',
    summary: 'Record money that came past the gateway',
    description:
      'Cash, a transfer or a check that the store has. The money counts at once: it settles the invoice, whose charge is taken back, or a new charge asks for the rest. A bank may take money for a charge that was on its way: it is then overpaid.',
    body: recordExternalPaymentSchema,
    examples: {
      cash: { summary: 'All of it, in cash', value: { method: 'cash', received_by: 'Ana, at the counter' } },
      part: { summary: 'A part, by transfer', value: { method: 'transfer', amount: 50, note: 'TED of 20 November' } },
    },
    answer: { status: 201, schema: receivedPaymentSchema, description: 'The payment, as it is booked.' },
    problems: { 409: ['nothing_owed'] },
    audit: {
      as: 'recordExternalPayment',
      of: 'invoice',
      details: (_, { id, method, amount }) => ({ payment_id: id, method, amount_cents: toCents(amount as number) }),
    },
    handle: async ({ deps, store, id: invoiceId, body }) => {
      const input = {
        amountCents: body.amount === undefined ? null : toCents(body.amount),
        method: body.method,
        paidAt: body.paid_at === undefined ? null : new Date(body.paid_at),
        receivedBy: body.received_by,
        note: body.note,
      };
      return presentReceived(await recordExternalPayment(deps, { store, invoiceId, input }));
    },
  }),
  operation({
    id: 'reverseExternalPayment',
    method: 'POST',
    path: '/payments/{id}/reversal',
    scope: 'payments:write',
    tag,
    resource: 'payment',
    summary: 'Take back a payment that was recorded',
    description:
      'Of money that came past the gateway: it was a mistake, or a check was returned. An invoice that lacks the money is owed again, and a new charge asks for it. Money of a gateway goes back by a refund.',
    body: reversePaymentSchema,
    examples: { returned: { summary: 'A check was returned', value: { reason: 'The check was returned' } } },
    answer: { status: 200, schema: receivedPaymentSchema, description: 'The payment, which counts no more.' },
    problems: { 409: ['not_external', 'already_reversed'] },
    audit: { as: 'reverseExternalPayment', of: 'payment', details: (_, { invoice_id }) => ({ invoice_id }) },
    handle: async ({ deps, store, id: paymentId, body: { reason } }) =>
      presentReceived(await reverseExternalPayment(deps, { store, paymentId, reason })),
  }),
];
