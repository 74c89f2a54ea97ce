import { defineEntity, p } from '@mikro-orm/postgresql';
import { Product } from '../catalog/products/product.entity.ts';
import { Subscription } from './subscription.entity.ts';

/**
 * A line of each invoice that a subscription makes, at the name and price that were agreed: a product whose price is
 * changed costs its subscribers the same as before, until the subscription itself is changed.
 */
export const SubscriptionItemSchema = defineEntity({
  name: 'SubscriptionItem',
  tableName: 'subscription_items',
  uniques: [{ name: 'subscription_items_position', properties: ['subscriptionId', 'position'] }],
  checks: [{ name: 'subscription_items_amounts', expression: 'quantity > 0 and unit_price_cents > 0' }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    subscriptionId: () => p.manyToOne(Subscription).mapToPk().fieldName('subscription_id'),
    productId: () => p.manyToOne(Product).mapToPk().fieldName('product_id'),
    position: p.integer(),
    name: p.text(),
    quantity: p.integer(),
    unitPriceCents: p.bigint('number'),
  },
});

export class SubscriptionItem extends SubscriptionItemSchema.class {}
SubscriptionItemSchema.setClass(SubscriptionItem);
