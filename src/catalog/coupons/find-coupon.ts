import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { Coupon } from './coupon.entity.ts';

/**
 * The coupon, managed by `em`; with `lock`, for change in the transaction of `em`.
 *
 * @throws ApiError 404 when the store has no such coupon, also when another store or environment has it
 */
export async function findCoupon(
  em: EntityManager,
  { store, couponId, lock = false }: { store: Store; couponId: number; lock?: boolean },
): Promise<Coupon> {
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const coupon = await em.findOne(Coupon, { id: couponId, ...store }, options);
  if (!coupon) throw notFound('coupon', couponId);
  return coupon;
}

/** The active coupon of a code, however it is typed; null where the store has none. */
export function findCouponOfCode(
  em: EntityManager,
  { store, code, refresh = false }: { store: Store; code: string; refresh?: boolean },
): Promise<Coupon | null> {
  return em.findOne(Coupon, { ...store, code: code.toUpperCase(), active: true }, { refresh });
}
