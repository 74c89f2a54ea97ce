import type Router from '@koa/router';
import type { AppDeps } from '../http/app.ts';
import { storeOf } from '../http/authenticate.ts';
import { listPage, pageQuerySchema } from '../http/list-page.ts';
import { validate, validateQuery } from '../http/validate.ts';
import { createProduct } from './create-product.ts';
import { presentProduct } from './present-product.ts';
import { Product } from './product.entity.ts';
import { createProductSchema } from './product.schema.ts';

export function productRoutes(router: Router, deps: AppDeps): void {
  router.post('/products', async (ctx) => {
    const input = validate(createProductSchema, ctx.request.body);
    const product = await createProduct(deps, { store: storeOf(ctx), input });
    ctx.status = 201;
    ctx.body = presentProduct(product);
  });

  router.get('/products', async (ctx) => {
    const query = validateQuery(pageQuerySchema, ctx.query);
    const { rows, hasMore } = await listPage(deps.em, Product, storeOf(ctx), query);
    ctx.body = { data: rows.map(presentProduct), has_more: hasMore };
  });
}
