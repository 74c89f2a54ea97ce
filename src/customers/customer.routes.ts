import type Router from '@koa/router';
import type { AppDeps } from '../http/app.ts';
import { storeOf } from '../http/authenticate.ts';
import { listPage, pageQuerySchema } from '../http/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { validate, validateQuery } from '../http/validate.ts';
import { createCustomer } from './create-customer.ts';
import { Customer } from './customer.entity.ts';
import { createCustomerSchema } from './customer.schema.ts';
import { findCustomer } from './find-customer.ts';
import { presentCustomer } from './present-customer.ts';

export function customerRoutes(router: Router, deps: AppDeps): void {
  router.post('/customers', async (ctx) => {
    const input = validate(createCustomerSchema, ctx.request.body);
    const customer = await createCustomer(deps, { store: storeOf(ctx), input });
    ctx.status = 201;
    ctx.body = presentCustomer(customer);
  });

  router.get('/customers', async (ctx) => {
    const query = validateQuery(pageQuerySchema, ctx.query);
    const { rows, hasMore } = await listPage(deps.em, Customer, storeOf(ctx), query);
    ctx.body = { data: rows.map(presentCustomer), has_more: hasMore };
  });

  router.get('/customers/:id', async (ctx) => {
    const customer = await findCustomer(deps.em, { store: storeOf(ctx), customerId: pathId(ctx, 'customer') });
    ctx.body = presentCustomer(customer);
  });
}
