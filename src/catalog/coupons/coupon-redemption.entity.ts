import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Coupon } from './coupon.entity.ts';

/** A use of a coupon that counts: for an invoice, or for a subscription with all of its invoices. */
export const CouponRedemptionSchema = defineEntity({
  name: 'CouponRedemption',
  tableName: 'coupon_redemptions',
  uniques: [
    { name: 'coupon_redemptions_invoice', properties: ['invoiceId'] },
    { name: 'coupon_redemptions_subscription', properties: ['subscriptionId', 'couponId'] },
  ],
  indexes: [{ name: 'coupon_redemptions_customer', properties: ['couponId', 'customerId'] }],
  checks: [{ name: 'coupon_redemptions_of', expression: '(invoice_id is null) <> (subscription_id is null)' }],
  properties: {
    ...ownedByStore(),
    couponId: () => p.manyToOne(Coupon).mapToPk().fieldName('coupon_id'),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    invoiceId: p.bigint('number').strictNullable(),
    subscriptionId: p.bigint('number').strictNullable(),
    createdAt: p.datetime(3),
  },
});

export class CouponRedemption extends CouponRedemptionSchema.class {}
CouponRedemptionSchema.setClass(CouponRedemption);
