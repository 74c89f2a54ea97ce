import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { createProduct } from './create-product.ts';
import { findProduct } from './find-product.ts';
import { listProducts } from './list-products.ts';
import { createProductExamples, updateProductExamples } from './product.examples.ts';
import { presentProduct } from './present-product.ts';
import {
  createProductSchema,
  listProductsQuery,
  productListSchema,
  productSchema,
  updateProductSchema,
} from './product.schema.ts';
import { updateProduct } from './update-product.ts';

const tag = 'Products';
const resource = 'product';

export const productOperations = [
  operation({
    id: 'createProduct',
    method: 'POST',
    path: '/products',
    scope: 'invoices:write',
    tag,
    summary: 'Create a product',
    description: 'A name and a price. Invoices name products by id.',
    body: createProductSchema,
    examples: createProductExamples,
    answer: { status: 201, schema: productSchema, description: 'The created product.' },
    handle: async ({ deps, store, body: input }) => presentProduct(await createProduct(deps, { store, input })),
  }),
  operation({
    id: 'listProducts',
    method: 'GET',
    path: '/products',
    scope: 'read',
    tag,
    summary: 'List products',
    description: "Those of the token's environment: sandbox and production have their own.",
    query: listProductsQuery,
    answer: { status: 200, schema: productListSchema, description: 'A page of products, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listProducts(deps.em, { store, query }), presentProduct),
  }),
  operation({
    id: 'getProduct',
    method: 'GET',
    path: '/products/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a product',
    description: 'Archived ones are found too.',
    answer: { status: 200, schema: productSchema, description: 'The product.' },
    handle: async ({ deps, store, id }) => presentProduct(await findProduct(deps.em, { store, productId: id })),
  }),
  operation({
    id: 'updateProduct',
    method: 'PATCH',
    path: '/products/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Update a product',
    description:
      'Sets the fields that are given and leaves the others. Invoices keep the name and price they were made with.',
    body: updateProductSchema,
    examples: updateProductExamples,
    answer: { status: 200, schema: productSchema, description: 'The product as it now is.' },
    audit: { as: 'updateProduct', of: 'product', details: (changes) => ({ changed: Object.keys(changes) }) },
    handle: async ({ deps, store, id, body: changes }) =>
      presentProduct(await updateProduct(deps, { store, productId: id, changes })),
  }),
  operation({
    id: 'archiveProduct',
    method: 'DELETE',
    path: '/products/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Archive a product',
    description:
      'An archived product stays on the invoices that have it, and new ones cannot have it. `PATCH` with `"active": true` brings it back.',
    answer: { status: 200, schema: productSchema, description: 'The archived product.' },
    handle: async ({ deps, store, id }) =>
      presentProduct(await updateProduct(deps, { store, productId: id, changes: { active: false } })),
  }),
];
