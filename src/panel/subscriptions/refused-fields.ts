import { ApiError, type FieldError } from '../../base/errors/errors.ts';
import type { Company } from '../../accounts/companies/company.entity.ts';
import { planTerms, type CreateSubscriptionInput } from '../../subscriptions/create-subscription.ts';
import type { LineInput } from '../../invoices/price-lines.ts';
import type { FormLine } from '../line-numbers.ts';
import { renameRefusals } from '../rename-refusals.ts';

/**
 * Runs a use case, and names the refused fields as the form has them: `products[1].product_id` is the product of the
 * second line that is filled in. A code holds for one field, as `not_found` means another thing of a customer than of a
 * product.
 *
 * @throws ApiError as `work`
 */
export function withFormNames<T>(lines: FormLine<LineInput>[], work: () => Promise<T>): Promise<T> {
  return renameRefusals((refused) => renamed(refused, lines), work);
}

/** The reasons why a subscription with such terms cannot begin, by the fields of the form; empty where none is. */
export function termsProblems(input: CreateSubscriptionInput, company: Company, at: Date): FieldError[] {
  try {
    planTerms(input, company, at);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    return error.errors.map((one) => renamed(one, []));
  }
}

function renamed({ field, code, message }: FieldError, lines: FormLine<LineInput>[]): FieldError {
  const at = /^products\[(\d+)\]/.exec(field)?.[1];
  if (at === undefined) return { field, code: `${field}.${code}`, message };
  const line = lines[Number(at)];
  // A line that the form does not have is told above it.
  return { field: line ? `product_${line.number}` : '', code: `product.${code}`, message };
}
