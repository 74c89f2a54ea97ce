import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import type { ListAllRefundsQuery } from './find-refund.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery } from '../../base/http/list-page.ts';
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
  payout_id: shown.id.allow(null).description('The payout that it was taken from.'),
  reason: shown.textOrNull,
  failure_reason: shown.textOrNull.description("The gateway's word for a refund that failed."),
  created_at: shown.time,
  updated_at: shown.time,
});

export const refundListSchema = answerList('RefundList', refundSchema);

export const listAllRefundsQuery = pageQuery<ListAllRefundsQuery>({
  invoice_id: fields.id.description('Only of this invoice.'),
  payment_id: fields.id.description('Only of this payment.'),
  payout_id: fields.id.description('Only taken from this payout.'),
  status: joi
    .string()
    .valid(...REFUND_STATES)
    .description('Only in this status.'),
});
