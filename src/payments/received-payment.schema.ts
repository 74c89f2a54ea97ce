import { answerList } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, timeFilters } from '../base/http/list-page.ts';
import { RECEIVED_BY } from '../banking/payment-method.ts';
import { END_TO_END_ID } from '../banking/pix/end-to-end-id.ts';
import { gatewayName } from '../gateways/gateway-name.ts';
import { receivedPaymentSchema } from '../invoices/payment.schema.ts';
import type { ListReceivedPaymentsQuery } from './list-payments.ts';

export const receivedPaymentListSchema = answerList('ReceivedPaymentList', receivedPaymentSchema);

export const listReceivedPaymentsQuery = pageQuery<ListReceivedPaymentsQuery>({
  invoice_id: fields.id.description('Only of this invoice.'),
  method: joi
    .string()
    .valid(...RECEIVED_BY)
    .description('Only what came so.'),
  gateway: gatewayName.description('Only by this gateway; `external`: past every gateway.'),
  payout_id: fields.id.description('Only of this payout.'),
  end_to_end_id: joi
    .string()
    .pattern(END_TO_END_ID)
    .messages({ 'string.pattern.base': '{#label} must be 32 letters and digits, as banks number a Pix' })
    .description('Only the Pix that banks know by this number.'),
  amount: fields.amount.description('BRL. Only of this amount.'),
  ...timeFilters('paid_at', 'Paid'),
});
