import type { EntityManager } from '@mikro-orm/postgresql';
import { toAdjustment } from '../../banking/amounts.ts';
import { inIdOrder } from '../../base/db/in-id-order.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { conflict, invalidFields } from '../../base/errors/errors.ts';
import { toCents } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Coupon } from './coupon.entity.ts';
import type { CreateCouponBody } from './coupon.schema.ts';

/** @throws ApiError 409 `coupon_code_taken`; 422 for a discount that leaves nothing to pay */
export async function createCoupon(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, input }: { store: Store; input: CreateCouponBody },
): Promise<Coupon> {
  const now = await clock.now(store);
  const { code: typed, discount, minimum_subtotal: minimum } = input;
  if (discount.type === 'percentage' && discount.value >= 100) {
    const message = 'discount.value leaves nothing to pay: give a percentage below 100.';
    throw invalidFields([{ field: 'discount.value', code: 'discount_too_large', message }]);
  }
  const code = typed.toUpperCase();
  return inTransaction(em, async (tx) => {
    await inIdOrder(tx, store, 'coupons');
    await refuseTakenCode(tx, store, code);
    const coupon = tx.create(Coupon, {
      ...store,
      code,
      name: input.name,
      discount: toAdjustment(discount),
      cycles: input.cycles,
      minimumSubtotalCents: minimum === null ? null : toCents(minimum),
      maxRedemptions: input.max_redemptions,
      maxRedemptionsPerCustomer: input.max_redemptions_per_customer,
      validUntil: input.valid_until,
      timesRedeemed: 0,
      metadata: input.metadata,
      active: true,
      createdAt: now,
      updatedAt: now,
    });
    await tx.flush();
    return coupon;
  });
}

/** Call it in the turn of the store's coupons. @throws ApiError 409 `coupon_code_taken` */
export async function refuseTakenCode(tx: EntityManager, store: Store, code: string): Promise<void> {
  const other = await tx.findOne(Coupon, { ...store, code, active: true });
  if (!other) return;
  throw conflict(
    'coupon_code_taken',
    `Coupon ${other.id} has the code ${code}: archive that coupon, or choose another code.`,
  );
}
