import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { REFUND_STATES } from '../../invoices/refund.entity.ts';

export interface RequestRefundBody {
  amount?: number;
  payment_id?: number;
  reason: string | null;
}

export const requestRefundSchema = joi
  .object<RequestRefundBody>({
    amount: fields.amount.description('BRL. Everything that is left of the payment unless given.'),
    payment_id: fields.id.description(
      'Which money to give back: an id of `payments[].received`. Needed only where several could be meant.',
    ),
    reason: fields.line(200).allow(null).default(null),
  })
  .component('RequestRefund');

export const refundSchema = answerObject('Refund', {
  id: shown.id,
  invoice_id: shown.id,
  payment_id: shown.id,
  status: joi.string().valid(...REFUND_STATES),
  amount: shown.amount,
  reason: shown.textOrNull,
  failure_reason: shown.textOrNull.description("The gateway's word for a refund that failed."),
  created_at: shown.time,
  updated_at: shown.time,
});

export const refundListSchema = answerList('RefundList', refundSchema);
