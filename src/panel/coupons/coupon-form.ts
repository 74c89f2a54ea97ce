import { joi } from '../../base/http/joi.ts';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { fromAdjustment } from '../../banking/amounts.ts';
import { fromCents, type Cents } from '../../base/money/money.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Coupon } from '../../catalog/coupons/coupon.entity.ts';
import {
  couponCodeInput,
  MAX_COUPON_CYCLES,
  MAX_REDEMPTIONS,
  type CreateCouponBody,
  type UpdateCouponBody,
} from '../../catalog/coupons/coupon.schema.ts';
import { readAdjustment } from '../adjustments.ts';
import { formFields } from '../form-fields.ts';

export const DISCOUNTS = ['percentage', 'fixed'] as const;

/** The fields that can change once a coupon is made. */
interface LimitsForm {
  name?: string;
  valid_until?: string;
  max_redemptions?: number;
  max_redemptions_per_customer?: number;
}

export interface CouponForm extends LimitsForm {
  code?: string;
  discount_type: (typeof DISCOUNTS)[number];
  discount_value?: string;
  cycles?: number;
  minimum?: Cents;
}

const limits = {
  name: formFields.line(100),
  valid_until: formFields.date(),
  max_redemptions: formFields.integer(1, MAX_REDEMPTIONS),
  max_redemptions_per_customer: formFields.integer(1, MAX_REDEMPTIONS),
};

export const limitsForm = joi.object<LimitsForm>(limits);

export const couponForm = joi.object<CouponForm>({
  code: formFields.line(100),
  discount_type: formFields.choice(DISCOUNTS).default('percentage'),
  discount_value: formFields.line(30),
  cycles: formFields.integer(1, MAX_COUPON_CYCLES),
  minimum: formFields.cents(),
  ...limits,
});

/**
 * A coupon as the API takes it.
 *
 * @throws ApiError 422 naming the fields of the form
 */
export function readCoupon(form: CouponForm, language: PanelLanguage): CreateCouponBody {
  const errors: FieldError[] = [];
  const { code = '', discount_type: type, discount_value: text, minimum, cycles = null } = form;
  if (couponCodeInput.validate(code).error) {
    errors.push({ field: 'code', code: code === '' ? 'any.required' : 'code.invalid', message: 'code is no code.' });
  }
  const discount = readAdjustment({ field: 'discount_value', type, text }, { language, errors });
  if (discount?.type === 'percentage' && fromAdjustment(discount).value >= 100) {
    errors.push({ field: 'discount_value', code: 'discount_too_large', message: 'It leaves nothing to pay.' });
  }
  if (errors.length > 0 || !discount) throw invalidFields(errors);
  return {
    code,
    discount: fromAdjustment(discount),
    cycles,
    minimum_subtotal: minimum === undefined ? null : fromCents(minimum),
    ...limitsOf(form),
    metadata: {},
  };
}

/**
 * The code of a coupon; null where none is given.
 *
 * @param errors gets what is no code
 */
export function readCouponCode({ coupon }: { coupon?: string }, errors: FieldError[]): string | null {
  if (coupon === undefined) return null;
  if (!couponCodeInput.validate(coupon).error) return coupon;
  errors.push({ field: 'coupon', code: 'coupon.invalid', message: 'coupon is no code.' });
  return null;
}

/** A field that is left empty sets no limit. */
export function limitsOf(form: LimitsForm): Required<Omit<UpdateCouponBody, 'metadata' | 'active'>> {
  const { name = null, valid_until = null, max_redemptions = null, max_redemptions_per_customer = null } = form;
  return { name, valid_until, max_redemptions, max_redemptions_per_customer };
}

/** The values with which the form of the limits begins. */
export function limitValues(coupon: Coupon): Record<keyof LimitsForm, string> {
  const text = (value: string | number | null): string => (value === null ? '' : String(value));
  return {
    name: text(coupon.name),
    valid_until: text(coupon.validUntil),
    max_redemptions: text(coupon.maxRedemptions),
    max_redemptions_per_customer: text(coupon.maxRedemptionsPerCustomer),
  };
}

/** The names of what a form changes, for the audit log. */
export function changedLimits(before: Coupon, form: LimitsForm): string[] {
  const after = limitsOf(form);
  const was = {
    name: before.name,
    valid_until: before.validUntil,
    max_redemptions: before.maxRedemptions,
    max_redemptions_per_customer: before.maxRedemptionsPerCustomer,
  };
  return (Object.keys(after) as (keyof typeof after)[]).filter((field) => was[field] !== after[field]);
}
