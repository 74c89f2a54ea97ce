import { withoutUndefined } from '../base/http/without-undefined.ts';
import { toCents } from '../base/money/money.ts';
import { toAdjustment, toDiscount } from '../banking/amounts.ts';
import type { CreateInvoiceInput } from './draft-invoice.ts';
import type { CreateInvoiceBody, InvoiceLineBody, LineBody, UpdateInvoiceBody } from './invoice.schema.ts';
import type { InvoiceLineInput, LineInput } from './price-lines.ts';
import type { InvoiceChanges } from './update-invoice.ts';

/** A valid body in the words of the use case. */
export function toCreateInput(body: CreateInvoiceBody): CreateInvoiceInput {
  // The schema gives every field a value but for those that the store has defaults of.
  const terms = toChanges(body) as Omit<CreateInvoiceInput, 'customerId' | 'savedCardId' | 'paymentMethod'>;
  // The schema asks for one of them.
  const paymentMethod = body.payment_method ?? body.payment_methods![0]!;
  return { customerId: body.customer_id, savedCardId: body.saved_card_id, ...terms, paymentMethod };
}

/** As `toCreateInput`, of only what is given. */
export function toChanges(body: UpdateInvoiceBody): InvoiceChanges {
  return withoutUndefined({
    products: body.products?.map(toInvoiceLine),
    paymentMethod: body.payment_method,
    paymentMethods: body.payment_methods,
    dueDate: body.due_date,
    installments: body.installments,
    pixExpirySeconds: body.pix_expires_in,
    discount: body.discount && toDiscount(body.discount),
    couponCode: body.coupon,
    offersCardSaving: body.offer_card_saving,
    returnUrl: body.return_url,
    fine: body.fine && toAdjustment(body.fine),
    interest: body.interest && toAdjustment(body.interest),
    description: body.description,
    externalReference: body.external_reference,
    metadata: body.metadata,
  });
}

export function toLine({ product_id: productId, quantity }: LineBody): LineInput {
  return { productId, quantity };
}

function toInvoiceLine(line: InvoiceLineBody): InvoiceLineInput {
  if ('product_id' in line) return toLine(line);
  const { name, unit_price, quantity } = line;
  return { name, unitPriceCents: toCents(unit_price), quantity };
}
