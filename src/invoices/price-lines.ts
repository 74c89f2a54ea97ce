import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { invalidFields, type FieldError } from '../base/errors/errors.ts';
import { formatDecimal, MAX_AMOUNT_CENTS, multiply } from '../base/money/money.ts';
import { Product } from '../catalog/products/product.entity.ts';
import { InvoiceItem } from './invoice-item.entity.ts';

/** A line that sells a product of the store, at its present name and price. */
export interface LineInput {
  productId: number;
  quantity: number;
}

/** A line with a name and price of its own: the thing is sold once, and is no product of the store. */
export interface OneOffLineInput {
  name: string;
  unitPriceCents: number;
  quantity: number;
}

export type InvoiceLineInput = LineInput | OneOffLineInput;

/** A line with the name and price at which it is sold. */
export interface Line {
  /** Null: a one-off line. */
  productId: number | null;
  name: string;
  quantity: number;
  unitPriceCents: number;
}

export type ProductLine = Line & { productId: number };

/** The products that lines name. */
export function productIdsOf(lines: InvoiceLineInput[]): number[] {
  return [...new Set(lines.flatMap((line) => ('productId' in line ? [line.productId] : [])))];
}

/** Reads the products of lines: one query, whatever their number. */
export function findProducts(tx: EntityManager, { store, lines }: { store: Store; lines: InvoiceLineInput[] }) {
  return tx.find(Product, { id: productIdsOf(lines), ...store });
}

/**
 * Lines at the products' present names and prices; a one-off line has its own.
 *
 * @param found the products that the store has
 * @param errors gets each product that the store does not have or has archived; the lines are then incomplete
 */
export function priceLines(found: Product[], lines: LineInput[], errors: FieldError[]): ProductLine[];
export function priceLines(found: Product[], lines: InvoiceLineInput[], errors: FieldError[]): Line[];
export function priceLines(found: Product[], lines: InvoiceLineInput[], errors: FieldError[]): Line[] {
  const products = new Map(found.map((product) => [product.id, product]));
  return lines.flatMap((line, index): Line[] => {
    if (!('productId' in line)) return [{ productId: null, ...line }];
    const { productId, quantity } = line;
    const product = products.get(productId);
    if (product?.active) return [{ productId, name: product.name, quantity, unitPriceCents: product.priceCents }];
    const field = `products[${index}].product_id`;
    errors.push(
      product ? archivedReference(field, 'product', productId) : unknownReference(field, 'product', productId),
    );
    return [];
  });
}

/** The sum of priced lines, in cents. @throws ApiError 422 when it is more than an invoice can ask for */
export function subtotalOf(lines: Line[]): number {
  const subtotalCents = lines.reduce((total, line) => total + multiply(line.unitPriceCents, line.quantity), 0);
  if (subtotalCents > MAX_AMOUNT_CENTS) {
    const message = `The total is more than ${formatDecimal(MAX_AMOUNT_CENTS)}: lower a quantity or split the invoice.`;
    throw invalidFields([{ field: 'products', code: 'total_too_large', message }]);
  }
  return subtotalCents;
}

/** The rows of an invoice's lines, with the name and price at which they are sold. */
export function createItems(tx: EntityManager, invoiceId: number, lines: Line[]): void {
  for (const item of itemsOf(invoiceId, lines)) tx.create(InvoiceItem, item);
}

export function itemsOf(invoiceId: number, lines: Line[]): Omit<InvoiceItem, 'id'>[] {
  return lines.map((line, position) => ({ invoiceId, position, ...line }));
}

export function unknownReference(field: string, what: string, id: number): FieldError {
  return { field, code: 'not_found', message: `${field}: this store has no ${what} ${id}.` };
}

export function erasedReference(field: string, what: string, id: number): FieldError {
  return { field, code: 'erased', message: `${field}: ${what} ${id} was erased; choose another.` };
}

export function archivedReference(field: string, what: string, id: number): FieldError {
  return { field, code: 'archived', message: `${field}: ${what} ${id} is archived; bring it back or choose another.` };
}
