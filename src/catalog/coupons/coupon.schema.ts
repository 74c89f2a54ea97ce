import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import type { WireAdjustment } from '../../banking/amounts.ts';
import { adjustmentInput, shownAdjustment } from '../adjustment.schema.ts';

/** More uses of one coupon, and more cycles of one subscription, are no promotion. */
export const MAX_REDEMPTIONS = 1_000_000;
export const MAX_COUPON_CYCLES = 1_200;

/** A coupon by its code; capitals and small letters are the same. */
export const couponCodeInput = joi
  .text()
  .pattern(/^[A-Za-z0-9_-]{3,40}$/)
  .messages({ 'string.pattern.base': '{#label} must be 3 to 40 letters, digits, - or _' });

const count = joi.number().integer().min(1).max(MAX_REDEMPTIONS).allow(null);
const input = {
  name: fields.line(100).allow(null).description("The store's own words for it."),
  valid_until: fields.date
    .allow(null)
    .description("The last day on which it can be redeemed, in the store's time zone. An invoice keeps it afterwards."),
  max_redemptions: count.description('How often it can be redeemed in all. A subscription counts once.'),
  max_redemptions_per_customer: count.description('How often each customer can redeem it.'),
};

export interface CreateCouponBody {
  code: string;
  name: string | null;
  discount: WireAdjustment;
  cycles: number | null;
  /** BRL. */
  minimum_subtotal: number | null;
  max_redemptions: number | null;
  max_redemptions_per_customer: number | null;
  valid_until: string | null;
  metadata: Record<string, string>;
}

export const createCouponSchema = joi
  .object<CreateCouponBody>({
    code: couponCodeInput.required().description('What a customer names. It is kept in capitals.'),
    name: input.name.default(null),
    discount: joi
      .object<WireAdjustment>(adjustmentInput)
      .component('CouponDiscountInput')
      .required()
      .description('`percentage` of the subtotal, below 100.'),
    cycles: joi
      .number()
      .integer()
      .min(1)
      .max(MAX_COUPON_CYCLES)
      .allow(null)
      .default(null)
      .description('For so many cycles of a subscription; `null`: for all. An invoice by itself has it once.'),
    minimum_subtotal: fields.amount.allow(null).default(null).description('BRL. A sale of less does not get it.'),
    max_redemptions: input.max_redemptions.default(null),
    max_redemptions_per_customer: input.max_redemptions_per_customer.default(null),
    valid_until: input.valid_until.default(null),
    metadata: fields.metadata.default({}),
  })
  .component('CreateCoupon');

export type UpdateCouponBody = Partial<
  Pick<CreateCouponBody, 'name' | 'max_redemptions' | 'max_redemptions_per_customer' | 'valid_until'>
> & { metadata?: Record<string, string | null>; active?: boolean };

export const updateCouponSchema = joi
  .object<UpdateCouponBody>({
    ...input,
    metadata: fields.metadataChanges,
    active: fields.boolean.description('`false` archives, `true` brings back.'),
  })
  .component('UpdateCoupon');

export interface ListCouponsQuery extends PageQuery, TimeRange {
  code?: string;
  active?: boolean;
}

export const listCouponsQuery = pageQuery<ListCouponsQuery>({
  code: couponCodeInput.description('Only with this code; archived coupons may have had it too.'),
  active: fields.boolean.description('`false`: only the archived ones.'),
});

export const couponSchema = answerObject('Coupon', {
  id: shown.id,
  code: shown.text,
  name: shown.textOrNull,
  discount: answerObject('CouponDiscount', shownAdjustment),
  cycles: joi.number().integer().min(1).allow(null),
  minimum_subtotal: shown.amount.allow(null),
  max_redemptions: joi.number().integer().min(1).allow(null),
  max_redemptions_per_customer: joi.number().integer().min(1).allow(null),
  valid_until: shown.dateOrNull,
  times_redeemed: joi
    .number()
    .integer()
    .min(0)
    .description('By invoices that were not canceled, and by subscriptions.'),
  metadata: shown.metadata,
  active: shown.flag.description('An archived coupon stays where it was redeemed, and is redeemed no more.'),
  created_at: shown.time,
  updated_at: shown.time,
});

export const couponListSchema = answerList('CouponList', couponSchema);
