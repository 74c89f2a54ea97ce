import { answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import { parties, partiesExample, type EventPayload } from '../events/event-payload.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES } from '../gateways/payment-gateway.ts';
import { answerSchema } from './dispute-answer.schema.ts';
import { invoiceSchema } from './invoice.schema.ts';
import { boletoSchema, cardSchema, pixSchema } from './payment.schema.ts';
import { INVOICE_STATUSES } from './state-machine.ts';

/** The fields that say of an invoice in an event the same as in an answer. */
const SAME = [
  ...(['status', 'total', 'subtotal', 'discount_amount', 'fine_amount', 'interest_amount'] as const),
  ...(['installment_interest_amount'] as const),
  ...(['amount_paid', 'amount_refunded', 'amount_credited', 'amount_disputed', 'payment_method'] as const),
  ...(['subscription_id', 'payment_link_id', 'coupon', 'due_date', 'external_reference', 'metadata'] as const),
];

const common = {
  invoice_id: shown.id,
  previous_status: joi
    .string()
    .valid(...INVOICE_STATUSES)
    .allow(null)
    .description('Before the change; null for a new invoice.'),
  ...Object.fromEntries(SAME.map((name) => [name, invoiceSchema.extract(name)])),
  ...parties,
};

/** The invoice of every example. */
const invoice = {
  ...{ invoice_id: 815, status: 'open', previous_status: 'open' },
  ...{ total: 299.8, subtotal: 299.8, discount_amount: 0, fine_amount: 0, interest_amount: 0 },
  installment_interest_amount: 0,
  ...{
    amount_paid: 0,
    amount_refunded: 0,
    amount_credited: 0,
    amount_disputed: 0,
    payment_method: 'pix',
    subscription_id: null,
    payment_link_id: null,
    coupon: null,
    due_date: null,
  },
  ...{ external_reference: 'order-12', metadata: { channel: 'counter' } },
  ...partiesExample,
};
const paid = { ...invoice, status: 'paid', amount_paid: 299.8 };
const disputed = { ...paid, amount_disputed: 299.8 };
const boleto = { ...invoice, payment_method: 'boleto', due_date: '2026-11-20' };

const attemptId = shown.id.description('The `id` of the payment in `payments` of the invoice.');
const money = { amount: shown.amount.description('The money that arrived.') };
/** Absent for money that came past every gateway. */
const broughtBy = { attempt_id: attemptId };
const refund = {
  refund_id: shown.id,
  payment_id: shown.id.description('The money that it is part of, by its `id` in `received`.'),
  amount: shown.amount.description('The amount of the refund.'),
};
const reason = shown.text.description('In the words that docs/gateways.md lists; the sandbox says what it is told.');
const dispute = {
  dispute_id: shown.id,
  payment_id: refund.payment_id,
  dispute_status: joi.string().valid(...DISPUTE_STATUSES),
  dispute_kind: joi
    .string()
    .valid(...DISPUTE_KINDS)
    .description('`chargeback`: of a card. `med`: a Pix that the payer disputes (MED).'),
  amount: shown.amount.description('The amount that the bank of the payer wants back.'),
  reason: shown.textOrNull.description("The gateway's word."),
  answer: answerSchema,
  answer_until: shown.timeOrNull.description('Until then the store can answer.'),
};
const disputeExample = {
  ...{
    dispute_id: 3,
    payment_id: 77,
    dispute_status: 'open',
    dispute_kind: 'chargeback',
    amount: 299.8,
    reason: 'fraudulent',
  },
  answer: 'awaited',
  answer_until: '2026-11-28T23:59:59.000Z',
};

/** Everything that the events of an invoice say. */
export const invoiceEvents: Record<InvoiceEventType, EventPayload> = {
  'invoice.created': { data: common, example: { ...invoice, previous_status: null } },
  'invoice.payment_registered': {
    data: {
      ...common,
      attempt_id: attemptId,
      pix: pixSchema.allow(null).description('How it is paid by Pix; null for another method.'),
      boleto: boletoSchema.allow(null).description('How it is paid by boleto; null for another method.'),
      card: cardSchema.allow(null).description('The card that is charged; null for another method.'),
    },
    example: {
      ...{ ...invoice, attempt_id: 901 },
      pix: {
        qr_code:
          '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406299.805802BR5915Padaria Estrela6009SAO PAULO62070503***63047A1C',
        qr_code_image: 'https://fatura.example/checkout/0HkX4…/pix.svg',
        txid: 'FATURA00000000000000000901',
        expires_at: '2026-11-21T16:30:00.000Z',
      },
      ...{ boleto: null, card: null },
    },
  },
  'invoice.payment_confirmed': {
    data: { ...common, ...money },
    optional: broughtBy,
    example: { ...paid, attempt_id: 901, amount: 299.8 },
  },
  'invoice.overpaid': {
    data: { ...common, ...money, amount_overpaid: shown.amount.description('All that came too much.') },
    optional: broughtBy,
    example: { ...paid, amount_paid: 599.6, attempt_id: 901, amount: 299.8, amount_overpaid: 299.8 },
  },
  'invoice.refused': {
    data: { ...common, attempt_id: attemptId, reason },
    example: { ...invoice, status: 'refused', payment_method: 'card', attempt_id: 901, reason: 'insufficient_funds' },
  },
  'invoice.updated': {
    data: common,
    optional: {
      changed: joi.array().items(shown.text).description('The names of the fields that changed.'),
      ...broughtBy,
      amount: shown.amount.description('The money that arrived, or the amount of the refund.'),
      amount_due: shown.amount.description('Still to be paid after the money that arrived.'),
      refund_id: refund.refund_id,
      payment_id: refund.payment_id,
      payment_status: joi.string().valid('reversed').description('The store took back that the money came.'),
      refund_status: joi
        .string()
        .valid('failed', 'rejected', 'given_back_twice')
        .description('The outcome of a refund that gave nothing back.'),
      reason: shown.textOrNull.description(
        'Why the refund failed, or why the store took a payment back: null once the customer was erased.',
      ),
    },
    example: { ...invoice, changed: ['description'] },
  },
  'invoice.abandoned': {
    data: {
      ...common,
      checkout: answerObject('CheckoutProgress', {
        opened_at: shown.timeOrNull,
        started_at: shown.timeOrNull.description('When the payer began to pay.'),
        last_acted_at: shown.timeOrNull,
      }).description('How far the payer came.'),
    },
    example: {
      ...{ ...invoice, status: 'abandoned' },
      checkout: { opened_at: '2026-11-20T15:10:00.000Z', started_at: null, last_acted_at: '2026-11-20T15:10:00.000Z' },
    },
  },
  'invoice.overdue': { data: common, example: { ...boleto, status: 'overdue', previous_status: 'pending' } },
  'invoice.expired': { data: common, example: { ...boleto, status: 'expired', previous_status: 'overdue' } },
  'invoice.canceled': {
    data: common,
    optional: { amount_written_off: shown.amount.description('Of an invoice that the store wrote off: the loss.') },
    example: { ...invoice, status: 'canceled' },
  },
  'invoice.refunded': {
    data: { ...common, ...refund },
    optional: { dispute_id: shown.id.description('The dispute by whose loss the money went back.') },
    example: { ...paid, amount_refunded: 50, status: 'partially_refunded', refund_id: 12, payment_id: 77, amount: 50 },
  },
  'invoice.disputed': { data: { ...common, ...dispute }, example: { ...disputed, ...disputeExample } },
  'invoice.dispute_answer_due': {
    data: { ...common, ...dispute, days_left: joi.number().integer().valid(7, 3, 1) },
    example: { ...disputed, ...disputeExample, days_left: 3 },
  },
  'invoice.dispute_updated': {
    data: { ...common, ...dispute },
    example: { ...disputed, ...disputeExample, dispute_status: 'under_review', answer: 'sent', answer_until: null },
  },
  'invoice.dispute_closed': {
    data: { ...common, ...dispute },
    example: { ...paid, ...disputeExample, dispute_status: 'won', answer: 'sent', answer_until: null },
  },
};
