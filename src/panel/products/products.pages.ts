import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import { findProduct } from '../../catalog/products/find-product.ts';
import type { Product } from '../../catalog/products/product.entity.ts';
import { searchProducts } from '../../catalog/products/search-products.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { screen } from '../screen.ts';
import { productValues } from './product-form.ts';
import { productChoicesScreen } from './product-choices.ts';
import { productsWords } from './products.words.ts';

const words = productsWords;
const scope = 'store';
const section = 'products';

interface ProductsQuery extends PageQuery, Record<string, unknown> {
  q?: string;
  active?: boolean;
}

const listScreen = screen({
  id: 'products',
  scope,
  path: '/products',
  section,
  words,
  query: pageQuery<ProductsQuery>({
    limit: joi.number().integer().min(1).max(100).default(25),
    q: formFields.line(200),
    active: joi.boolean().empty(''),
  }),
  show: async ({ deps, store, input: query, href, w }) => {
    const { q, active } = query;
    const page = await searchProducts(deps.em, { store, text: q, active, page: query });
    return {
      template: 'products/list',
      title: w.title,
      data: {
        products: page.rows.map(present),
        isFiltered: q !== undefined || active !== undefined,
        pager: pagerOf(href('/products'), { query, page }),
      },
    };
  },
});

function present({ id, name, description, priceCents, sku, active, metadata, createdAt, updatedAt }: Product) {
  const labels = Object.entries(metadata);
  return { id, name, description, priceCents, sku, active, labels, createdAt, updatedAt };
}

export const newProductScreen = screen({
  id: 'newProduct',
  scope,
  path: '/products/new',
  section,
  words,
  needs: 'collect',
  show: ({ w }) => Promise.resolve({ template: 'products/new', title: w.newProduct, data: {} }),
});

export const productScreen = screen({
  id: 'product',
  scope,
  path: '/products/{id}',
  resource: 'product',
  section,
  words,
  show: async ({ deps, store, id, language }) => {
    const product = await findProduct(deps.em, { store, productId: id });
    const data = { product: present(product), values: productValues(product, language) };
    return { template: 'products/product', title: product.name, data };
  },
});

export const productsScreens = [listScreen, productChoicesScreen, newProductScreen, productScreen];
