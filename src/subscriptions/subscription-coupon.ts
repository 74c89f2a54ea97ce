import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { listOf } from '../base/db/list-of.ts';
import { Coupon } from '../catalog/coupons/coupon.entity.ts';
import {
  checkCoupon,
  checkSubtotal,
  hasRedeemed,
  leavesSomething,
  lockCoupon,
  redeemCoupon,
  releaseCoupon,
} from '../catalog/coupons/redeem-coupon.ts';
import { NOT_CHARGED } from './subscription-cycle.entity.ts';
import type { Subscription } from './subscription.entity.ts';

/**
 * Counts the cycles of subscriptions that had the coupon which the subscription has now. A cycle that was taken back
 * does not count: the cycle in its place has the coupon.
 */
export async function countCouponCycles(tx: EntityManager, subscriptionIds: number[]): Promise<Map<number, number>> {
  const rows = await tx.execute<{ id: string; count: string }[]>(
    `select subscription.id, count(*) from subscriptions as subscription
       join subscription_cycles as cycle on cycle.subscription_id = subscription.id
       join invoices as invoice on invoice.id = cycle.invoice_id and invoice.coupon_id = subscription.coupon_id
     where subscription.id = any(?::bigint[]) and cycle.state not in (${listOf(NOT_CHARGED)})
     group by subscription.id`,
    [`{${subscriptionIds.join()}}`],
  );
  return new Map(rows.map(({ id, count }) => [Number(id), Number(count)]));
}

/** The cycles that a coupon is still for; null: all that come. */
export function cyclesLeft({ cycles }: Coupon, used: number): number | null {
  return cycles === null ? null : Math.max(0, cycles - used);
}

/** The cycles that their coupons are still for, of subscriptions that have a coupon for a number of cycles. */
export async function readCouponCyclesLeft(
  tx: EntityManager,
  subscriptions: Pick<Subscription, 'id' | 'couponId'>[],
): Promise<Map<number, number>> {
  const ids = subscriptions.flatMap(({ couponId }) => couponId ?? []);
  if (ids.length === 0) return new Map();
  const coupons = new Map((await tx.find(Coupon, { id: ids })).map((coupon) => [coupon.id, coupon]));
  const used = await countCouponCycles(
    tx,
    subscriptions.map(({ id }) => id),
  );
  return new Map(
    subscriptions.flatMap(({ id, couponId }): [number, number][] => {
      const coupon = couponId !== null && coupons.get(couponId);
      const left = coupon ? cyclesLeft(coupon, used.get(id) ?? 0) : null;
      return left === null ? [] : [[id, left]];
    }),
  );
}

/** The coupon of the next cycle; null where there is none, or none of its cycles is left. */
export async function couponOfNextCycle(
  tx: EntityManager,
  { id, couponId }: Pick<Subscription, 'id' | 'couponId'>,
  subtotalCents: number,
): Promise<Coupon | null> {
  if (couponId === null) return null;
  const coupon = await tx.findOneOrFail(Coupon, couponId);
  const used = (await countCouponCycles(tx, [id])).get(id) ?? 0;
  return cyclesLeft(coupon, used) === 0 || !leavesSomething(coupon, subtotalCents) ? null : coupon;
}

/**
 * Gives a subscription another coupon, or takes its coupon away, from its next cycle on. A coupon that no cycle had can
 * be redeemed by somebody else.
 *
 * @param code null: no coupon
 * @returns whether it is another one
 * @throws ApiError 422 naming `coupon`
 */
export async function changeCoupon(
  tx: EntityManager,
  { store, subscription, code, today, ...sale }: CouponChange,
): Promise<boolean> {
  const { id: subscriptionId, customerId, couponId: former, couponCode } = subscription;
  if (code === null ? former === null : code.toUpperCase() === couponCode) return false;
  const coupon = code === null ? null : await lockCoupon(tx, { store, code, former });
  if (former !== null && !(await countCouponCycles(tx, [subscriptionId])).get(subscriptionId)) {
    await releaseCoupon(tx, former, { subscriptionId });
  }
  if (coupon) {
    const { subtotalCents } = sale;
    const isKnown = await hasRedeemed(tx, coupon.id, subscriptionId);
    if (isKnown) checkSubtotal(coupon, subtotalCents);
    else await checkCoupon(tx, coupon, { customerId, subtotalCents, today });
    await redeemCoupon(tx, coupon, { customerId, subscriptionId, at: sale.at });
  }
  Object.assign(subscription, { couponId: coupon?.id ?? null, couponCode: coupon?.code ?? null });
  return true;
}

interface CouponChange {
  store: Store;
  subscription: Subscription;
  code: string | null;
  subtotalCents: number;
  /** The store's calendar day. */
  today: string;
  at: Date;
}
