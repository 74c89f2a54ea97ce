import { fromAdjustment } from '../../banking/amounts.ts';
import { fromCents } from '../../base/money/money.ts';
import type { Coupon } from './coupon.entity.ts';

/** A coupon as the API shows it. */
export function presentCoupon(coupon: Coupon): Record<string, unknown> {
  const { minimumSubtotalCents } = coupon;
  return {
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    discount: fromAdjustment(coupon.discount),
    cycles: coupon.cycles,
    minimum_subtotal: minimumSubtotalCents === null ? null : fromCents(minimumSubtotalCents),
    max_redemptions: coupon.maxRedemptions,
    max_redemptions_per_customer: coupon.maxRedemptionsPerCustomer,
    valid_until: coupon.validUntil,
    times_redeemed: coupon.timesRedeemed,
    metadata: coupon.metadata,
    active: coupon.active,
    created_at: coupon.createdAt,
    updated_at: coupon.updatedAt,
  };
}
