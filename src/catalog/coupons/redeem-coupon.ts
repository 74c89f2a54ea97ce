import type { EntityManager } from '@mikro-orm/postgresql';
import { amountOff, type Discount } from '../../banking/amounts.ts';
import type { Store } from '../../base/environment.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Coupon } from './coupon.entity.ts';
import { findCouponOfCode } from './find-coupon.ts';
import { CouponRedemption } from './coupon-redemption.entity.ts';

/** The sale that a coupon is redeemed for. */
export interface CouponSale {
  customerId: number;
  subtotalCents: number;
  /** The store's calendar day. */
  today: string;
}

/** The subject that has it: an invoice by itself, or a subscription. */
export type CouponHolder = { invoiceId: number } | { subscriptionId: number };

/**
 * Finds the active coupon of a code and locks it, so that the number of its redemptions stays as it is.
 *
 * @param former the coupon that gives way to it, which is locked too: coupons are locked in the order of their ids
 * @throws ApiError 422 `not_found` naming `coupon`
 */
export async function lockCoupon(
  tx: EntityManager,
  { store, code: typed, former = null }: { store: Store; code: string; former?: number | null },
): Promise<Coupon> {
  const code = typed.toUpperCase();
  const { companyId, environment } = store;
  await tx.execute(
    `select id from coupons where company_id = ? and environment = ? and ((code = ? and active) or id = ?)
     order by id for no key update`,
    [companyId, environment, code, former],
  );
  const coupon = await findCouponOfCode(tx, { store, code, refresh: true });
  if (coupon) return coupon;
  throw refusal('not_found', `this store has no active coupon ${code}.`);
}

/** @throws ApiError 422 naming `coupon`, and why a sale does not get it */
export async function checkCoupon(tx: EntityManager, coupon: Coupon, sale: CouponSale): Promise<void> {
  const { id: couponId, code, validUntil, maxRedemptions, maxRedemptionsPerCustomer: mostOfEach } = coupon;
  if (validUntil !== null && validUntil < sale.today) {
    throw refusal('expired', `${code} could be redeemed until ${validUntil}.`);
  }
  if (maxRedemptions !== null && coupon.timesRedeemed >= maxRedemptions) {
    throw refusal('used_up', `${code} was redeemed ${maxRedemptions} times, as often as it can be.`);
  }
  checkSubtotal(coupon, sale.subtotalCents);
  if (mostOfEach === null) return;
  const times = await tx.count(CouponRedemption, { couponId, customerId: sale.customerId });
  if (times < mostOfEach) return;
  const often = times === 1 ? 'once' : `${times} times`;
  throw refusal('used_up_by_customer', `customer ${sale.customerId} has redeemed ${code} ${often}.`);
}

/** @throws ApiError 422 for a sale that is too small for a coupon */
export function checkSubtotal(coupon: Coupon, subtotalCents: number): void {
  const { code, minimumSubtotalCents: least } = coupon;
  if (least !== null && subtotalCents < least) {
    throw refusal('minimum_not_reached', `${code} is for sales of R$ ${formatDecimal(least)} or more.`);
  }
  if (leavesSomething(coupon, subtotalCents)) return;
  throw refusal('discount_too_large', `${code} leaves nothing to pay: choose another, or sell more.`);
}

export function leavesSomething({ discount }: Coupon, subtotalCents: number): boolean {
  return amountOff(subtotalCents, discount) < subtotalCents;
}

/** The discount that it gives, which stays whenever the sale is paid. */
export function discountOfCoupon({ discount }: Coupon): Discount {
  return { ...discount, until: null };
}

/**
 * Counts a redemption of a coupon that is locked and was checked. A second redemption by the same subscription changes
 * nothing.
 */
export async function redeemCoupon(
  tx: EntityManager,
  coupon: Coupon,
  { customerId, at, ...holder }: { customerId: number; at: Date } & CouponHolder,
): Promise<void> {
  const { invoiceId = null, subscriptionId = null } = holder as { invoiceId?: number; subscriptionId?: number };
  await tx.execute(
    `with redeemed as (
       insert into coupon_redemptions (company_id, environment, coupon_id, customer_id, invoice_id, subscription_id, created_at)
       values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning coupon_id)
     update coupons set times_redeemed = times_redeemed + 1 from redeemed where coupons.id = redeemed.coupon_id`,
    [coupon.companyId, coupon.environment, coupon.id, customerId, invoiceId, subscriptionId, at],
  );
}

/** Whether a subscription has redeemed a coupon: then its limits ask nothing more. */
export async function hasRedeemed(tx: EntityManager, couponId: number, subscriptionId: number): Promise<boolean> {
  return (await tx.count(CouponRedemption, { couponId, subscriptionId })) > 0;
}

/** Takes back what was redeemed for nothing: somebody else may have it. Taking it back twice changes nothing. */
export async function releaseCoupon(tx: EntityManager, couponId: number, holder: CouponHolder): Promise<void> {
  const [column, id] =
    'invoiceId' in holder ? ['invoice_id', holder.invoiceId] : ['subscription_id', holder.subscriptionId];
  await tx.execute(
    `with released as (delete from coupon_redemptions where ${column} = ? and coupon_id = ? returning coupon_id)
     update coupons set times_redeemed = times_redeemed - 1 from released where coupons.id = released.coupon_id`,
    [id, couponId],
  );
}

function refusal(code: string, why: string): Error {
  return invalidFields([{ field: 'coupon', code, message: `coupon: ${why}` }]);
}
