import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { MAX_INSTALLMENTS } from '../../banking/installments.ts';
import type { Adjustment, Discount } from '../../banking/amounts.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import type { FieldError } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import type { Cents } from '../../base/money/money.ts';
import type { CreateInvoiceInput } from '../../invoices/draft-invoice.ts';
import { MAX_LINE_NAME } from '../../invoices/invoice.schema.ts';
import type { InvoiceLineInput } from '../../invoices/price-lines.ts';
import { readAdjustment } from '../adjustments.ts';
import { MAX_REFERENCE } from '../choices.ts';
import { readCouponCode } from '../coupons/coupon-form.ts';
import { formFields, readReference } from '../form-fields.ts';
import { LINE_NUMBERS, type FormLine, type LineNumber } from '../line-numbers.ts';

export const DISCOUNTS = ['none', 'percentage', 'fixed'] as const;
/** `store`: that of the store's settings. */
export const LATE_FEES = ['store', 'none', 'percentage', 'fixed'] as const;

type LinesForm = { [Field in `item_${LineNumber}`]?: string } & { [Field in `quantity_${LineNumber}`]?: number } & {
  [Field in `price_${LineNumber}`]?: Cents;
};

/** The fields from which an invoice follows, whoever pays it. */
export interface SaleForm extends LinesForm {
  payment_method: PaymentMethod;
  also_pix: boolean;
  also_boleto: boolean;
  also_card: boolean;
  due_date?: string;
  installments: number;
  offer_card_saving: boolean;
  discount_type: (typeof DISCOUNTS)[number];
  discount_value?: string;
  discount_until?: string;
  coupon?: string;
  fine_type: (typeof LATE_FEES)[number];
  fine_value?: string;
  interest_type: (typeof LATE_FEES)[number];
  interest_value?: string;
  description?: string;
  external_reference?: string;
}

/** A customer who is known, or a new one. */
export interface PayerForm {
  customer?: number;
  customer_name?: string;
  customer_email?: string;
  customer_document?: string;
  customer_phone?: string;
}

export type InvoiceForm = SaleForm & PayerForm;

const typed = joi.text().empty('').trim();

export const saleFields = {
  ...Object.fromEntries(
    LINE_NUMBERS.flatMap((number) => [
      [`item_${number}`, formFields.line(MAX_REFERENCE)],
      [`quantity_${number}`, formFields.integer(1, 10_000)],
      [`price_${number}`, formFields.cents()],
    ]),
  ),
  payment_method: formFields.choice(PAYMENT_METHODS).default('pix'),
  ...Object.fromEntries(PAYMENT_METHODS.map((method) => [`also_${method}`, formFields.checkbox()])),
  due_date: formFields.date(),
  installments: formFields.integer(1, MAX_INSTALLMENTS).default(1),
  offer_card_saving: formFields.checkbox(),
  discount_type: formFields.choice(DISCOUNTS).default('none'),
  discount_value: formFields.line(30),
  discount_until: formFields.date(),
  coupon: formFields.line(100),
  fine_type: formFields.choice(LATE_FEES).default('store'),
  fine_value: formFields.line(30),
  interest_type: formFields.choice(LATE_FEES).default('store'),
  interest_value: formFields.line(30),
  description: formFields.line(500),
  external_reference: formFields.line(200),
};

const payerFields = {
  customer: formFields.reference(),
  customer_name: typed,
  customer_email: typed,
  customer_document: typed,
  customer_phone: typed,
};

export const invoiceForm = joi.object<InvoiceForm>({ ...payerFields, ...saleFields });

export type SoldLine = FormLine<InvoiceLineInput>;

/** A sale as the use case takes it, but for its customer. */
export interface ReadSale {
  lines: SoldLine[];
  terms: Omit<CreateInvoiceInput, 'customerId' | 'products'>;
}

/** @param errors gets what is wrong, by the fields of the form */
export function readSale(form: SaleForm, { language, errors }: ReadContext): ReadSale {
  const couponCode = readCouponCode(form, errors);
  if (form.coupon !== undefined && form.discount_type !== 'none') {
    errors.push({ field: 'coupon', code: 'coupon.not_allowed', message: 'A coupon or a discount, and not both.' });
  }
  return {
    lines: readLines(form, errors),
    terms: {
      paymentMethod: form.payment_method,
      paymentMethods: PAYMENT_METHODS.filter((method) => method === form.payment_method || form[`also_${method}`]),
      dueDate: form.due_date ?? null,
      installments: form.installments,
      offersCardSaving: form.offer_card_saving,
      discount: readDiscount(form, { language, errors }),
      couponCode,
      ...readLateFee('fine', form, { language, errors }),
      ...readLateFee('interest', form, { language, errors }),
      description: form.description ?? null,
      externalReference: form.external_reference ?? null,
      metadata: {},
    },
  };
}

interface ReadContext {
  language: PanelLanguage;
  errors: FieldError[];
}

/** A line names a product of the list, or says what it is and what it costs. */
function readLines(form: SaleForm, errors: FieldError[]): SoldLine[] {
  return LINE_NUMBERS.flatMap((number): SoldLine[] => {
    const { [`item_${number}` as const]: item, [`price_${number}` as const]: unitPriceCents } = form;
    const refuse = (field: string, code: string) => {
      errors.push({ field: `${field}_${number}`, code, message: `${field} ${number} is wrong: ${code}.` });
      return [];
    };
    if (item === undefined) return unitPriceCents === undefined ? [] : refuse('item', 'any.required');
    const quantity = form[`quantity_${number}` as const] ?? 1;
    const productId = readReference(item);
    if (productId !== null && unitPriceCents !== undefined) return refuse('price', 'product_price');
    if (productId !== null) return [{ number, productId, quantity }];
    if (unitPriceCents === undefined) return refuse('price', 'price_missing');
    if (item.length > MAX_LINE_NAME) return refuse('item', 'item.long');
    return [{ number, name: item, unitPriceCents, quantity }];
  });
}

function readDiscount(form: SaleForm, context: ReadContext): Discount | null {
  const { discount_type: type, discount_value: text, discount_until: until = null } = form;
  if (type === 'none') return null;
  const discount = readAdjustment({ field: 'discount_value', type, text }, context);
  return discount && { ...discount, until };
}

/** Left out, it is that of the store's settings. */
function readLateFee(name: 'fine' | 'interest', form: SaleForm, context: ReadContext) {
  const { [`${name}_type` as const]: type, [`${name}_value` as const]: text } = form;
  if (type === 'store') return {};
  const fee: Adjustment | null =
    type === 'none' ? null : readAdjustment({ field: `${name}_value`, type, text }, context);
  return { [name]: fee };
}

/** A line without its place in the form. */
export function withoutNumber({ number: _, ...line }: SoldLine): InvoiceLineInput {
  return line;
}

/**
 * The field of the form that a refused field of the use case is.
 *
 * @param isNew whether the customer is made with the invoice
 */
export function formFieldOf(field: string, { lines, isNew = false }: { lines: SoldLine[]; isNew?: boolean }): string {
  const at = /^products\[(\d+)\]/.exec(field)?.[1];
  if (at !== undefined) return `item_${lines[Number(at)]?.number ?? 1}`;
  if (field === 'products') return 'item_1';
  const ofForm = field.replace('.', '_');
  if (ofForm in saleFields || (isNew && ofForm in payerFields)) return ofForm;
  // The form has no address: whoever is missing one gets it on the page of the customer.
  return field.startsWith('customer') ? 'customer' : field;
}
