import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';

const input = {
  name: fields.line(200),
  description: fields.line(1000).allow(null),
  price: fields.amount.description('BRL. Invoices keep the price at which they were made.'),
  sku: fields.line(100).allow(null),
};

export interface CreateProductBody {
  name: string;
  description: string | null;
  /** BRL with at most two decimals. */
  price: number;
  sku: string | null;
  metadata: Record<string, string>;
}

export const createProductSchema = joi
  .object<CreateProductBody>({
    name: input.name.required(),
    description: input.description.default(null),
    price: input.price.required(),
    sku: input.sku.default(null),
    metadata: fields.metadata.default({}),
  })
  .component('CreateProduct');

export type UpdateProductBody = Partial<Omit<CreateProductBody, 'metadata'>> & {
  metadata?: Record<string, string | null>;
  active?: boolean;
};

export const updateProductSchema = joi
  .object<UpdateProductBody>({
    ...input,
    metadata: fields.metadataChanges,
    active: fields.boolean.description('`false` archives, `true` brings back.'),
  })
  .component('UpdateProduct');

export interface ListProductsQuery extends PageQuery, TimeRange {
  sku?: string;
  active?: boolean;
}

export const listProductsQuery = pageQuery<ListProductsQuery>({
  sku: fields.line(100).description('Only with this SKU.'),
  active: fields.boolean.description('`false`: only the archived ones.'),
});

export const productSchema = answerObject('Product', {
  id: shown.id,
  name: shown.text,
  description: shown.textOrNull,
  price: shown.amount,
  sku: shown.textOrNull,
  metadata: shown.metadata,
  active: shown.flag.description('Archived products stay on the invoices that have them, and are sold no more.'),
  created_at: shown.time,
  updated_at: shown.time,
});

export const productListSchema = answerList('ProductList', productSchema);
