import { isWirePercentage, type WireAdjustment } from '../banking/amounts.ts';
import { joi } from '../base/http/joi.ts';
import { isWireAmount } from '../base/money/money.ts';

/** A fixed amount, or a percentage with up to four decimals: the field beside it says which. */
export const adjustmentInput = {
  type: joi.string().valid('fixed', 'percentage').required(),
  value: joi
    .number()
    .min(0.0001)
    .max(99_999_999.99)
    .required()
    .custom((value: number, helpers) => {
      const { type } = (helpers.state.ancestors as [WireAdjustment])[0];
      if (type === 'percentage') return isWirePercentage(value) ? value : helpers.error('percentage.invalid');
      return isWireAmount(value) ? value : helpers.error('amount.invalid');
    })
    .messages({
      'amount.invalid': '{#label} must be an amount from 0.01 to 99999999.99 with at most two decimals',
      'percentage.invalid': '{#label} must be a percentage up to 100 with at most four decimals',
    })
    .description('BRL with at most two decimals, or percent (up to 100) with at most four.'),
};

export const shownAdjustment = {
  type: joi.string().valid('fixed', 'percentage'),
  value: joi.number().description('BRL, or percent.'),
};
