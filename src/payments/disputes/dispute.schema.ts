import { answerObject, shown } from '../../base/http/answer.ts';
import { joi } from '../../base/http/joi.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES } from '../../gateways/payment-gateway.ts';
import { answerSchema } from '../../invoices/dispute-answer.schema.ts';

export const disputeSchema = answerObject('Dispute', {
  id: shown.id,
  invoice_id: shown.id,
  payment_id: shown.id.description('The money that the bank of the payer wants back.'),
  kind: joi
    .string()
    .valid(...DISPUTE_KINDS)
    .description('`chargeback`: of a card. `med`: a Pix, by the special mechanism of return (MED).'),
  status: joi
    .string()
    .valid(...DISPUTE_STATUSES)
    .description('`open`: the store can answer. `under_review`: the bank decides. `won`, `lost`: it has decided.'),
  amount: shown.amount,
  reason: shown.text.description("The gateway's word."),
  gateway_dispute_id: shown.text.description('The id at the gateway.'),
  answer: answerSchema,
  answer_until: shown.timeOrNull.description('Until then the store can answer.'),
  created_at: shown.time,
  updated_at: shown.time,
});
