import type { FieldError } from '../../base/errors/errors.ts';
import type { GatewayProvider } from '../gateway-provider.ts';
import { endsAfter, interestOf, isHundredths } from './charge-body.ts';

/** The problems for which a bank could not register a charge as it was agreed. */
export const problemsOf: GatewayProvider['problemsOf'] = ({ due, terms, payer }) => {
  if (!due) return [];
  const errors: FieldError[] = [];
  if (payer.document === null) {
    const remedy = `Give it by PATCH /api/v1/customers/${payer.customerId}.`;
    const message = `customer.document is required for a Pix with due_date, and customer ${payer.customerId} has none. ${remedy}`;
    errors.push({ field: 'customer.document', code: 'required', message });
  }
  const { fine, interest, discount } = terms;
  if (fine?.type === 'percentage' && !isHundredths(fine.ppm)) {
    const message = 'fine.value has more than two decimals: a bank registers 2.25 % and not 2.255 %.';
    errors.push({ field: 'fine.value', code: 'too_precise', message });
  }
  if (interest && !interestOf(interest)) {
    const message =
      'interest.value cannot be registered exactly: a bank takes two decimals of a percentage a day (0.03) or a month of 30 days (0.033 is 0.99 %), or an amount a day.';
    errors.push({ field: 'interest.value', code: 'too_precise', message });
  }
  if (endsAfter(discount, due.date)) {
    const message = `discount.until must be ${due.date} or before: a bank registers no discount after the due date.`;
    errors.push({ field: 'discount.until', code: 'too_late', message });
  }
  return errors;
};
