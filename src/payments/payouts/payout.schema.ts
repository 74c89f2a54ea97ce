import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery } from '../../base/http/list-page.ts';
import { gatewayName } from '../../gateways/gateway-name.ts';
import { PAYOUT_STATUSES } from '../../gateways/payment-gateway.ts';
import type { ListPayoutsQuery } from './list-payouts.ts';

export const payoutSchema = answerObject('Payout', {
  id: shown.id,
  gateway: shown.text,
  gateway_payout_id: shown.text.description('The id at the gateway.'),
  status: joi.string().valid(...PAYOUT_STATUSES),
  amount: shown.amount,
  arrives_on: shown.date.description('The day on which the bank of the store has it.'),
  failure_reason: shown.textOrNull.description("The gateway's word for a payout that failed."),
  unexplained: shown.signedAmount
    .allow(null)
    .description(
      'BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it.',
    ),
  created_at: shown.time,
  updated_at: shown.time,
});

export const payoutListSchema = answerList('PayoutList', payoutSchema);

export const listPayoutsQuery = pageQuery<ListPayoutsQuery>(
  {
    gateway: gatewayName.description('Only by this gateway.'),
    'arrives_on[gte]': fields.date.description('At the bank on this day or after.'),
    'arrives_on[lte]': fields.date.description('At the bank on this day or before.'),
  },
  { byCreation: false },
);
