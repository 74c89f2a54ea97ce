import type { FieldError } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import type { LineInput } from '../../invoices/price-lines.ts';
import { SUBSCRIPTION_METHODS, type SubscriptionMethod } from '../../banking/payment-method.ts';
import { cardTokenInput } from '../../invoices/payment.schema.ts';
import type { CreateSubscriptionInput } from '../../subscriptions/create-subscription.ts';
import { SUBSCRIPTION_INTERVALS, type SubscriptionInterval } from '../../subscriptions/schedule.ts';
import { MAX_CYCLES, MAX_DAYS_BEFORE_DUE, MAX_TRIAL_DAYS } from '../../subscriptions/subscription.schema.ts';
import { readCouponCode } from '../coupons/coupon-form.ts';
import { formFields } from '../form-fields.ts';
import { missing } from '../read-form.ts';
import { LINE_NUMBERS, type FormLine, type LineNumber } from '../line-numbers.ts';
import { readMetadata } from './metadata-text.ts';

/** Cards of the sandbox by whose tokens the ways a charge can go are tried. */
export const SANDBOX_TOKENS = ['tok_approved', 'tok_refused', 'tok_insufficient_funds', 'tok_expired_card'] as const;

export type LinesForm = { [Field in `product_${LineNumber}` | `quantity_${LineNumber}`]?: number };

export interface TermsForm extends LinesForm {
  payment_method: SubscriptionMethod;
  card_token?: string;
  /** A saved card of the customer. */
  saved_card_id?: number;
  coupon?: string;
  days_before_due?: number;
  interval: SubscriptionInterval;
  interval_count: number;
  /** The weekday of a weekly subscription; */
  weekday?: string;
  /** of any other. */
  month_day?: number;
  cycles?: number;
  end_date?: string;
}

export interface LabelsForm {
  description?: string;
  external_reference?: string;
  metadata?: string;
}

export interface CreateForm extends TermsForm, LabelsForm {
  customer_id: number;
  start_date?: string;
  trial_days?: number;
}

export interface UpdateForm extends TermsForm {
  days_before_due: number;
  reprice: boolean;
  remove_card: boolean;
}

const daysBeforeDue = formFields.integer(0, MAX_DAYS_BEFORE_DUE);
/** The most of any interval, weeks; how many months and years there may be the use case knows. */
const MAX_INTERVAL_COUNT = 156;

const terms = {
  ...Object.fromEntries(
    LINE_NUMBERS.flatMap((number) => [
      [`product_${number}`, formFields.reference()],
      [`quantity_${number}`, formFields.integer(1, 10_000)],
    ]),
  ),
  payment_method: formFields.choice(SUBSCRIPTION_METHODS).required(),
  card_token: formFields.line(200),
  saved_card_id: formFields.id(),
  coupon: formFields.line(100),
  days_before_due: daysBeforeDue,
  interval: formFields.choice(SUBSCRIPTION_INTERVALS).required(),
  interval_count: formFields.integer(1, MAX_INTERVAL_COUNT).required(),
  weekday: formFields.choice(['1', '2', '3', '4', '5', '6', '7']),
  month_day: formFields.integer(1, 31),
  cycles: formFields.integer(1, MAX_CYCLES),
  end_date: formFields.date(),
};

const labels = {
  description: formFields.line(500),
  external_reference: formFields.line(200),
  metadata: joi.text().empty('').max(40_000),
};

const createFields = {
  ...terms,
  start_date: formFields.date(),
  trial_days: formFields.integer(0, MAX_TRIAL_DAYS),
  ...labels,
};

export const createForm = joi.object<CreateForm>({
  ...createFields,
  customer_id: formFields.reference().required(),
  product_1: formFields.reference().when('product_2', { is: joi.exist(), otherwise: joi.required() }),
});

/** The same fields while somebody still fills them in. */
export const unfinishedFields = {
  ...createFields,
  customer_id: formFields.reference(),
  payment_method: formFields.choice(SUBSCRIPTION_METHODS).default('pix'),
  interval: formFields.choice(SUBSCRIPTION_INTERVALS).default('month'),
  interval_count: formFields.integer(1, MAX_INTERVAL_COUNT).default(1),
};

export const updateForm = joi.object<UpdateForm>({
  ...terms,
  days_before_due: daysBeforeDue.required(),
  reprice: formFields.checkbox(),
  remove_card: formFields.checkbox(),
});

export const labelsForm = joi.object<LabelsForm>(labels);

/** @param errors gets each line that has a product and no quantity */
export function readLines(form: LinesForm, errors: FieldError[]): FormLine<LineInput>[] {
  return LINE_NUMBERS.flatMap((number) => {
    const { [`product_${number}` as const]: productId, [`quantity_${number}` as const]: quantity } = form;
    if (productId === undefined) return [];
    if (quantity === undefined) errors.push(missing(`quantity_${number}`));
    return [{ number, productId, quantity: quantity ?? 1 }];
  });
}

/**
 * The gateway's token of a card; null where none is given.
 *
 * @param errors gets what is no token, as a card number is none
 */
export function readCardToken({ card_token: token }: { card_token?: string }, errors: FieldError[]): string | null {
  if (token === undefined) return null;
  if (!cardTokenInput.validate(token).error) return token;
  errors.push({ field: 'card_token', code: 'card_token.invalid', message: 'card_token is no token of the gateway.' });
  return null;
}

/** @returns null, and an error more, where what was typed is no metadata */
export function readLabels({ metadata: text = '' }: LabelsForm, errors: FieldError[]): Record<string, string> | null {
  const metadata = readMetadata(text);
  if (!metadata) errors.push({ field: 'metadata', code: 'metadata.invalid', message: 'metadata cannot be read.' });
  return metadata;
}

/** The day that goes with the interval; what was left in the field of the other counts for nothing. */
export function anchorOfForm({ interval, weekday, month_day }: TermsForm): number | null {
  if (interval === 'week') return weekday === undefined ? null : Number(weekday);
  return month_day ?? null;
}

/**
 * The form as the use case takes it, with its lines.
 *
 * @param errors gets what is wrong, by the fields of the form
 */
export function readCreateForm(
  form: CreateForm,
  errors: FieldError[],
): { input: CreateSubscriptionInput; lines: FormLine<LineInput>[] } {
  const lines = readLines(form, errors);
  if (lines.length === 0) errors.push(missing('product_1'));
  const cardToken = readCardToken(form, errors);
  const couponCode = readCouponCode(form, errors);
  const metadata = readLabels(form, errors);
  const input = {
    customerId: form.customer_id,
    products: productsOf(lines),
    paymentMethod: form.payment_method,
    interval: form.interval,
    intervalCount: form.interval_count,
    anchorDay: anchorOfForm(form),
    startDate: form.start_date ?? null,
    trialDays: form.trial_days ?? 0,
    cycles: form.cycles ?? null,
    endDate: form.end_date ?? null,
    daysBeforeDue: form.days_before_due ?? null,
    cardToken,
    savedCardId: form.saved_card_id ?? null,
    couponCode,
    description: form.description ?? null,
    externalReference: form.external_reference ?? null,
    metadata: metadata ?? {},
  };
  return { input, lines };
}

export function productsOf(lines: FormLine<LineInput>[]): LineInput[] {
  return lines.map(({ productId, quantity }) => ({ productId, quantity }));
}
