import type { EntityManager } from '@mikro-orm/postgresql';
import { inIdOrder } from '../../base/db/in-id-order.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { mergeMetadata } from '../../base/metadata/metadata.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Coupon } from './coupon.entity.ts';
import type { UpdateCouponBody } from './coupon.schema.ts';
import { refuseTakenCode } from './create-coupon.ts';
import { findCoupon } from './find-coupon.ts';

/**
 * Sets what is given and leaves the rest. Code, discount and cycles stay as they were when it was made: whoever
 * redeemed it agreed on them.
 *
 * @throws ApiError 404; 409 `coupon_code_taken` where another coupon has its code by now; 422 for fewer redemptions
 *   than there have been
 */
export async function updateCoupon(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, couponId, changes }: { store: Store; couponId: number; changes: UpdateCouponBody },
): Promise<Coupon> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const coupon = await findCoupon(tx, { store, couponId, lock: true });
    const { name, active, max_redemptions: most, max_redemptions_per_customer: mostOfEach } = changes;
    if (most !== undefined && most !== null && most < coupon.timesRedeemed) {
      const message = `max_redemptions must be at least ${coupon.timesRedeemed}: so often it was redeemed.`;
      throw invalidFields([{ field: 'max_redemptions', code: 'too_few', message }]);
    }
    if (active === true && !coupon.active) {
      await inIdOrder(tx, store, 'coupons');
      await refuseTakenCode(tx, store, coupon.code);
    }
    if (name !== undefined) coupon.name = name;
    if (most !== undefined) coupon.maxRedemptions = most;
    if (mostOfEach !== undefined) coupon.maxRedemptionsPerCustomer = mostOfEach;
    if (changes.valid_until !== undefined) coupon.validUntil = changes.valid_until;
    if (active !== undefined) coupon.active = active;
    if (changes.metadata) coupon.metadata = mergeMetadata(coupon.metadata, changes.metadata);
    coupon.updatedAt = now;
    await tx.flush();
    return coupon;
  });
}
