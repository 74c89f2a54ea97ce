import { joi } from '../../base/http/joi.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { fromCents, type Cents } from '../../base/money/money.ts';
import { MAX_INSTALLMENTS } from '../../banking/installments.ts';
import { LINK_METHODS, type PaymentLink } from '../../payments/links/payment-link.entity.ts';
import {
  MAX_LINK_INVOICES,
  type CreatePaymentLinkBody,
  type UpdatePaymentLinkBody,
} from '../../payments/links/payment-link.schema.ts';
import { formFields } from '../form-fields.ts';

/** The fields that can change once a link is made. */
interface EditForm {
  name: string;
  description?: string;
  installments: number;
  accepts_coupons: boolean;
  max_invoices?: number;
  valid_until?: string;
  return_url?: string;
}

export interface LinkForm extends EditForm {
  product?: number;
  quantity: number;
  amount?: Cents;
  payment_method: (typeof METHOD_CHOICES)[number];
}

/** `any`: each payer chooses. */
export const METHOD_CHOICES = [...LINK_METHODS, 'any'] as const;

const editable = {
  name: formFields.line(200).required(),
  description: formFields.line(1000),
  installments: formFields.integer(1, MAX_INSTALLMENTS).default(1),
  accepts_coupons: formFields.checkbox(),
  max_invoices: formFields.integer(1, MAX_LINK_INVOICES),
  valid_until: formFields.date(),
  return_url: formFields.line(2_000).uri({ scheme: 'https' }),
};

export const editForm = joi.object<EditForm>(editable);

export const linkForm = joi.object<LinkForm>({
  ...editable,
  product: formFields.reference(),
  quantity: formFields.integer(1, 10_000).default(1),
  amount: formFields.cents(),
  payment_method: formFields.choice(METHOD_CHOICES).required(),
});

/**
 * A link as the API takes it: of a product, or of an amount.
 *
 * @throws ApiError 422 for both or neither
 */
export function readLink(form: LinkForm): CreatePaymentLinkBody {
  const { product, quantity, amount, payment_method: method } = form;
  if ((product === undefined) === (amount === undefined)) {
    throw invalidFields([{ field: 'amount', code: 'one_of_two', message: 'A product or an amount, and not both.' }]);
  }
  return {
    ...changesOf(form),
    products: product === undefined ? null : [{ product_id: product, quantity }],
    amount: amount === undefined ? null : fromCents(amount),
    ...(method === 'any' ? { payment_methods: [...LINK_METHODS] } : { payment_method: method }),
    metadata: {},
  };
}

/** A field that is left empty sets no limit. */
export function changesOf(form: EditForm): Required<Omit<UpdatePaymentLinkBody, 'metadata' | 'active'>> {
  const { name, description = null, installments, accepts_coupons, max_invoices = null, valid_until = null } = form;
  const { return_url = null } = form;
  return { name, description, installments, accepts_coupons, max_invoices, valid_until, return_url };
}

/** The values with which the form of a link begins. */
export function linkValues(link: PaymentLink): Record<keyof EditForm, string> {
  return {
    name: link.name,
    description: link.description ?? '',
    installments: String(link.installments),
    accepts_coupons: link.acceptsCoupons ? 'on' : '',
    max_invoices: link.maxInvoices === null ? '' : String(link.maxInvoices),
    valid_until: link.validUntil ?? '',
    return_url: link.returnUrl ?? '',
  };
}

/** The names of what a form changes, for the audit log. */
export function changedFields(before: PaymentLink, form: EditForm): string[] {
  const after = changesOf(form);
  const was = {
    ...{ name: before.name, description: before.description, installments: before.installments },
    ...{ accepts_coupons: before.acceptsCoupons, max_invoices: before.maxInvoices, valid_until: before.validUntil },
    return_url: before.returnUrl,
  };
  return (Object.keys(after) as (keyof typeof after)[]).filter((field) => was[field] !== after[field]);
}
