import type { FieldError } from '../../base/errors/errors.ts';
import { fromCents } from '../../base/money/money.ts';
import type { GatewayProvider } from '../gateway-provider.ts';
import { BOLETO_MAX_DAYS } from './charge-params.ts';

/**
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts; boletos:
 * https://docs.stripe.com/payments/boleto
 */
const MIN_CENTS = { pix: 50, card: 50, boleto: 500 } as const;
const MAX_CENTS = { pix: 99_999_999, card: 99_999_999, boleto: 4_999_999 } as const;

/** The problems for which Stripe would refuse a charge, as far as they can be said beforehand. */
export const problemsOf: GatewayProvider['problemsOf'] = ({ method, amountCents, due, payer }) => {
  const errors: FieldError[] = [];
  const minimum = MIN_CENTS[method];
  const maximum = MAX_CENTS[method];
  if (amountCents < minimum || amountCents > maximum) {
    const allowed = `from ${fromCents(minimum).toFixed(2)} to ${fromCents(maximum).toFixed(2)}`;
    errors.push({
      field: 'products',
      code: 'amount_not_allowed',
      message: `Stripe takes a ${method} charge ${allowed}.`,
    });
  }
  if (method !== 'boleto') return errors;
  if (due && due.inDays > BOLETO_MAX_DAYS) {
    const message = `due_date must be at most ${BOLETO_MAX_DAYS} days ahead: Stripe makes no boleto for a later day.`;
    errors.push({ field: 'due_date', code: 'too_late', message });
  }
  const missing = (['document', 'address'] as const).filter((field) => payer[field] === null);
  for (const field of missing) {
    const remedy = `Give it by PATCH /api/v1/customers/${payer.customerId}.`;
    const message = `customer.${field} is required for a boleto, and customer ${payer.customerId} has none. ${remedy}`;
    errors.push({ field: `customer.${field}`, code: 'required', message });
  }
  return errors;
};
