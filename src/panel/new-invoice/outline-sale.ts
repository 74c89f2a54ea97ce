import { multiply, sum } from '../../base/money/money.ts';
import { severalOf } from '../../banking/payment-method.ts';
import { ApiError, type FieldError } from '../../base/errors/errors.ts';
import { findCouponOfCode } from '../../catalog/coupons/find-coupon.ts';
import { discountOfCoupon, leavesSomething } from '../../catalog/coupons/redeem-coupon.ts';
import { draftInvoice, type InvoiceDraft } from '../../invoices/draft-invoice.ts';
import { findProducts, priceLines, type Line } from '../../invoices/price-lines.ts';
import { describeRefusals } from '../read-form.ts';
import type { RequestOf } from '../screen.ts';
import { formFieldOf, readSale, withoutNumber, type SaleForm } from './invoice-form.ts';
import type { NewInvoiceWords } from './new-invoice.words.ts';

/** An invoice as it would be: the lines that are complete, and the amounts that follow. */
export interface SaleOutline extends Pick<
  InvoiceDraft,
  'paymentMethod' | 'paymentMethods' | 'installments' | 'dueDate' | 'description' | 'couponCode'
> {
  lines: (Line & { amountCents: number })[];
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  /** The first of its terms that is wrong, in the reader's words; null where none is. */
  problem: string | null;
  /** Whether it could be made so: else its terms are left out of the amounts. */
  isPossible: boolean;
}

/**
 * Calculates an invoice of a form that somebody still fills in, and writes nothing: lines that are not complete are
 * left out, and terms that do not fit are told. Null while there is no line.
 */
export async function outlineSale({
  deps,
  store,
  company,
  language,
  input,
  w,
}: RequestOf<'store', NewInvoiceWords, SaleForm>): Promise<SaleOutline | null> {
  const errors: FieldError[] = [];
  const { lines: sold, terms } = readSale(input, { language, errors });
  const products = sold.map(withoutNumber);
  const lines = priceLines(await findProducts(deps.em, { store, lines: products }), products, []);
  if (lines.length === 0) return null;
  const say = (problems: FieldError[]) => {
    const named = problems.map(({ field, ...one }) => ({ field: formFieldOf(field, { lines: sold }), ...one }));
    return describeRefusals(named, language, w.problems)[0]?.text ?? null;
  };
  const amounts = lines.map((line) => ({ ...line, amountCents: multiply(line.unitPriceCents, line.quantity) }));
  const subtotalCents = sum(amounts.map(({ amountCents }) => amountCents));
  // Whether it can be redeemed is decided when the invoice is made.
  const { couponCode: code = null } = terms;
  const found = code === null ? null : await findCouponOfCode(deps.em, { store, code });
  const coupon = found && leavesSomething(found, subtotalCents) ? found : null;
  const at = await deps.clock.now(store);
  // A line is incomplete while somebody types it.
  const wrong = errors.filter(({ field }) => !/^(item|price|quantity)_/.test(field));
  try {
    const agreed = { customerId: 0, ...terms, ...(coupon && { discount: discountOfCoupon(coupon) }) };
    const draft = draftInvoice({ store, company, terms: agreed, coupon, lines, schedule: null, at });
    return { ...draft, lines: amounts, problem: say(wrong), isPossible: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    const { paymentMethod, installments, dueDate, description } = terms;
    return {
      ...{ paymentMethod, paymentMethods: severalOf(terms), installments, dueDate, description, couponCode: null },
      ...{ lines: amounts, subtotalCents, discountCents: 0, totalCents: subtotalCents },
      problem: say([...wrong, ...error.errors]),
      isPossible: false,
    };
  }
}
