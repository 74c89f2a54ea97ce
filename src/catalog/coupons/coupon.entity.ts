import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import type { Adjustment } from '../../banking/amounts.ts';
import type { Metadata } from '../../base/metadata/metadata.ts';

/** A discount that a store gives to whoever names its code. Its terms do not change once it is made. */
export const CouponSchema = defineEntity({
  name: 'Coupon',
  tableName: 'coupons',
  indexes: [
    { name: 'coupons_store', properties: ['companyId', 'environment', 'id'] },
    {
      name: 'coupons_code',
      expression: 'create unique index coupons_code on coupons (company_id, environment, code) where active',
    },
  ],
  checks: [
    {
      name: 'coupons_times_redeemed',
      expression: 'times_redeemed >= 0 and (max_redemptions is null or max_redemptions >= times_redeemed)',
    },
  ],
  properties: {
    ...ownedByStore(),
    /** In capitals; active coupons of a store and environment have different ones. */
    code: p.text(),
    /** The store's own words for it. */
    name: p.text().strictNullable(),
    discount: p.json<Adjustment>(),
    /** The number of a subscription's cycles that it is for; null: all of them. */
    cycles: p.integer().strictNullable(),
    /** A sale of less does not get it. */
    minimumSubtotalCents: p.bigint('number').strictNullable(),
    /** How often it can be redeemed, by all customers together and by each. */
    maxRedemptions: p.integer().strictNullable(),
    maxRedemptionsPerCustomer: p.integer().strictNullable(),
    /** The last day, of the store, on which it can be redeemed. */
    validUntil: p.date().strictNullable(),
    /** Counts its redemptions: see `redeemCoupon`. */
    timesRedeemed: p.integer().default(0),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** An archived coupon stays where it was redeemed, and is redeemed no more. */
    active: p.boolean().default(true),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Coupon extends CouponSchema.class {}
CouponSchema.setClass(Coupon);
