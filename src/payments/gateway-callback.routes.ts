import type Router from '@koa/router';
import { notFound, unauthorized } from '../errors/errors.ts';
import type { AppDeps } from '../http/app.ts';
import { readRawBody } from '../http/read-json-body.ts';
import {
  InvalidCallbackError,
  type GatewayEvent,
  type PaymentGateway,
  type RawCallback,
} from './gateways/payment-gateway.ts';
import { applyCallback, storeCallback } from './receive-callback.ts';

/** Where gateways tell us what happened: verified, stored, acknowledged; applied at once if it can be, later if not. */
export function gatewayCallbackRoutes(router: Router, deps: AppDeps): void {
  router.post('/gateways/:gateway/callbacks', readRawBody, async (ctx) => {
    const gateway = deps.gateways.find(ctx.params.gateway ?? '');
    if (!gateway) throw notFound('gateway', ctx.params.gateway ?? '');
    const body = ctx.request.body as unknown as string;
    const event = await verify(gateway, { body, headers: ctx.headers });
    const callbackId = await storeCallback(deps.em, { gateway: gateway.name, event, now: new Date() });
    if (callbackId !== null) {
      await applyCallback(deps, { callbackId }).catch((error: unknown) => {
        // It is stored: the sweep applies it later, and the gateway need not send it again.
        deps.log.error(
          { err: error, callback_id: callbackId },
          'a callback could not be applied; it will be tried again',
        );
      });
    }
    ctx.body = { received: true };
  });
}

async function verify(gateway: PaymentGateway, callback: RawCallback): Promise<GatewayEvent> {
  try {
    return await gateway.verifyCallback(callback);
  } catch (error) {
    if (error instanceof InvalidCallbackError) throw unauthorized('callback_not_verified', error.message);
    throw error;
  }
}
