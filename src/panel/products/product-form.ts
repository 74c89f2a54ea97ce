import type Joi from 'joi';
import { joi } from '../../base/http/joi.ts';
import { formatDecimal, fromCents, type Cents } from '../../base/money/money.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Product } from '../../catalog/products/product.entity.ts';
import { createProductSchema, type CreateProductBody } from '../../catalog/products/product.schema.ts';
import { formFields } from '../form-fields.ts';

/** The fields of a product that the form sets. */
export type ProductFields = Pick<CreateProductBody, 'name' | 'description' | 'price' | 'sku'>;

export interface ProductForm extends Omit<ProductFields, 'price'> {
  price: Cents;
}

/** A text by the API's own rules; what is left empty is not given. */
const text = (field: string): Joi.Schema => (createProductSchema.extract(field) as Joi.StringSchema).empty('').trim();

export const productForm = joi.object<ProductForm>({
  name: text('name'),
  price: formFields.cents().required(),
  sku: text('sku'),
  description: text('description'),
});

/** A product as the API takes it. */
export function productFields({ price, ...texts }: ProductForm): ProductFields {
  return { ...texts, price: fromCents(price) };
}

/** The values with which the form of a product begins. */
export function productValues(product: Product, language: PanelLanguage): Record<string, string> {
  const { name, priceCents, sku, description } = product;
  return { name, price: priceText(priceCents, language), sku: sku ?? '', description: description ?? '' };
}

/** The names of what a form changes, for the audit log. */
export function changedFields(before: Product, { name, price, sku, description }: ProductForm): string[] {
  const after = { name, priceCents: price, sku, description };
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => before[field] !== after[field]);
  return changed.map((field) => (field === 'priceCents' ? 'price' : field));
}

/** `1.234,56`, or `1,234.56` in English: as it is typed, which `formFields.cents` reads. */
export function priceText(cents: Cents, language: PanelLanguage): string {
  const [group, point] = language === 'pt' ? ['.', ','] : [',', '.'];
  const [whole = '', fraction = ''] = formatDecimal(cents).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${point}${fraction}`;
}
