import { defineEntity, p } from '@mikro-orm/postgresql';
import { Product } from '../catalog/products/product.entity.ts';
import { Invoice } from './invoice.entity.ts';

/** A line of an invoice, with the name and price at which it was sold. */
export const InvoiceItemSchema = defineEntity({
  name: 'InvoiceItem',
  tableName: 'invoice_items',
  uniques: [{ name: 'invoice_items_position', properties: ['invoiceId', 'position'] }],
  checks: [{ name: 'invoice_items_amounts', expression: 'quantity > 0 and unit_price_cents > 0' }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    /** Null: a line with a name and price of its own. */
    productId: () => p.manyToOne(Product).mapToPk().fieldName('product_id').deleteRule('no action').strictNullable(),
    position: p.integer(),
    name: p.text(),
    quantity: p.integer(),
    unitPriceCents: p.bigint('number'),
  },
});

export class InvoiceItem extends InvoiceItemSchema.class {}
InvoiceItemSchema.setClass(InvoiceItem);
