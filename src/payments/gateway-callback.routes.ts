import type Router from '@koa/router';
import type { Store } from '../base/environment.ts';
import { notFound, unauthorized } from '../base/errors/errors.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { readRawBody } from '../base/http/read-json-body.ts';
import { readStoreKey } from '../gateways/callback-path.ts';
import {
  GatewayAccountError,
  InvalidCallbackError,
  type GatewayEvent,
  type PaymentGateway,
  type RawCallback,
} from '../gateways/payment-gateway.ts';
import { applyCallback, storeCallback } from './receive-callback.ts';

/** The parts that the calls of gateways need. */
export interface CallbackDeps extends HttpDeps {
  gateways: GatewayRegistry;
}

/** Where gateways tell us what happened: verified, stored, acknowledged; applied at once if it can be, later if not. */
export function gatewayCallbackRoutes(router: Router, deps: CallbackDeps): void {
  router.post('/gateways/:gateway/callbacks', readRawBody, async (ctx) => {
    const name = ctx.params.gateway ?? '';
    const gateway = deps.gateways.shared(name);
    if (!gateway) throw notFound('gateway', name);
    const callback = { body: ctx.request.body as unknown as string, headers: ctx.headers };
    ctx.body = await receive(deps, { gateway, store: null, callback });
  });

  router.post('/gateways/:gateway/:store', readRawBody, async (ctx) => {
    const { gateway: name = '', store: key = '' } = ctx.params;
    const store = readStoreKey(key);
    const gateway =
      store && deps.gateways.providers.some((one) => one.name === name) && (await open(deps, name, store));
    if (!gateway) throw notFound('gateway', `${name} of store ${key}`);
    const callback = { body: ctx.request.body as unknown as string, headers: ctx.headers };
    ctx.body = await receive(deps, { gateway, store, callback });
  });
}

/** Null where the store has no account there. */
async function open({ gateways, em }: CallbackDeps, name: string, store: Store): Promise<PaymentGateway | null> {
  try {
    return await gateways.open(em, name, store);
  } catch (error) {
    if (error instanceof GatewayAccountError) return null;
    throw error;
  }
}

async function receive(
  deps: CallbackDeps,
  { gateway, store, callback: raw }: { gateway: PaymentGateway; store: Store | null; callback: RawCallback },
): Promise<{ received: true }> {
  const event = await verify(gateway, raw);
  if (!event) return { received: true };
  const callback = await storeCallback(deps.em, { gateway: gateway.name, store, event });
  if (callback) {
    await applyCallback(deps, callback).catch((error: unknown) => {
      // The callback is stored: the sweep applies it later, and the gateway need not send it again.
      const about = { err: error, callback_id: callback.callbackId };
      deps.log.error(about, 'a callback could not be applied; it will be tried again');
    });
  }
  return { received: true };
}

async function verify(gateway: PaymentGateway, callback: RawCallback): Promise<GatewayEvent | null> {
  try {
    return await gateway.verifyCallback(callback);
  } catch (error) {
    if (error instanceof InvalidCallbackError) throw unauthorized('callback_not_verified', error.message);
    throw error;
  }
}
