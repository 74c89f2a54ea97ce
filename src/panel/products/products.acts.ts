import { createProduct } from '../../catalog/products/create-product.ts';
import { findProduct } from '../../catalog/products/find-product.ts';
import { updateProduct } from '../../catalog/products/update-product.ts';
import { act } from '../screen.ts';
import { changedFields, productFields, productForm } from './product-form.ts';
import { newProductScreen, productScreen } from './products.pages.ts';
import { productsWords } from './products.words.ts';

const common = { scope: 'store', words: productsWords, needs: 'collect' } as const;

const createProductAct = act({
  ...common,
  id: 'createProduct',
  path: '/products',
  screen: newProductScreen,
  form: productForm,
  run: async ({ deps, store, input, href }) => {
    const product = await createProduct(deps, { store, input: { ...productFields(input), metadata: {} } });
    return { goTo: href(`/products/${product.id}`), subject: `product ${product.id}` };
  },
});

const updateProductAct = act({
  ...common,
  id: 'updateProduct',
  path: '/products/{id}',
  screen: productScreen,
  form: productForm,
  run: async ({ deps, store, id, input }) => {
    const changed = changedFields(await findProduct(deps.em, { store, productId: id }), input);
    await updateProduct(deps, { store, productId: id, changes: productFields(input) });
    return { subject: `product ${id}`, details: { changed } };
  },
});

const archiving = (id: string, path: string, active: boolean) =>
  act({
    ...common,
    id,
    path,
    screen: productScreen,
    run: async ({ deps, store, id: productId }) => {
      await updateProduct(deps, { store, productId, changes: { active } });
      return { subject: `product ${productId}` };
    },
  });

export const productsActs = [
  createProductAct,
  updateProductAct,
  archiving('archiveProduct', '/products/{id}/archive', false),
  archiving('restoreProduct', '/products/{id}/restore', true),
];
