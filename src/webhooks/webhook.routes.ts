import type Router from '@koa/router';
import type { AppDeps } from '../http/app.ts';
import { storeOf } from '../http/authenticate.ts';
import { validate } from '../http/validate.ts';
import { createWebhook } from './create-webhook.ts';
import { presentWebhook } from './present-webhook.ts';
import { createWebhookSchema } from './webhook.schema.ts';

export function webhookRoutes(router: Router, deps: AppDeps): void {
  router.post('/webhooks', async (ctx) => {
    const input = validate(createWebhookSchema, ctx.request.body);
    const { endpoint, secret } = await createWebhook(deps, { store: storeOf(ctx), input });
    ctx.status = 201;
    ctx.body = { ...presentWebhook(endpoint), secret };
  });
}
