import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import type { Metadata } from '../../base/metadata/metadata.ts';

/** The thing that a store sells. An invoice keeps the name and price of the moment it was made. */
export const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'products',
  indexes: [{ name: 'products_store', properties: ['companyId', 'environment', 'id'] }],
  checks: [{ name: 'products_price_positive', expression: 'price_cents > 0' }],
  properties: {
    ...ownedByStore(),
    name: p.text(),
    description: p.text().strictNullable(),
    priceCents: p.bigint('number'),
    sku: p.text().strictNullable(),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** Archived products stay on the invoices that have them, and are sold no more. */
    active: p.boolean().default(true),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);
