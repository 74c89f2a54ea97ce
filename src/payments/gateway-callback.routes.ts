import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import type { Store } from '../base/environment.ts';
import { notFound, tooManyRequests, unauthorized, type ApiError } from '../base/errors/errors.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { wholeSeconds } from '../base/http/rate-limit/whole-seconds.ts';
import { readRawBody } from '../base/http/read-json-body.ts';
import { readStoreKey } from '../gateways/callback-path.ts';
import type { CallbackHead } from '../gateways/gateway-provider.ts';
import {
  GatewayAccountError,
  InvalidCallbackError,
  type GatewayEvent,
  type PaymentGateway,
  type RawCallback,
} from '../gateways/payment-gateway.ts';
import { applyCallback, storeCallback, type StoredCallback } from './receive-callback.ts';

/** The parts that the calls of gateways need. */
export interface CallbackDeps extends HttpDeps {
  gateways: GatewayRegistry;
}

/**
 * Where gateways tell us what happened: verified, stored, acknowledged; applied at once if it can be, later if not.
 *
 * A callback that is not signed is refused before its body is read, and an address whose callbacks keep failing before
 * an account is. A store that there is not, one without this gateway and a wrong signature have the same answer.
 */
export function gatewayCallbackRoutes(router: Router, deps: CallbackDeps): void {
  router.post('/gateways/:gateway/callbacks', readRawBody, async (ctx) => {
    const name = ctx.params.gateway ?? '';
    const gateway = deps.gateways.shared(name);
    if (!gateway) throw notFound('gateway', name);
    const callback = callbackOf(ctx);
    const events = await verify(gateway, callback);
    ctx.body = await receive(deps, { gateway, store: null, events });
  });

  const refuseEarly = async (ctx: Context, next: Next): Promise<void> => {
    const { gateway: name = '' } = ctx.params as { gateway?: string };
    const provider = deps.gateways.providers.find((one) => one.name === name);
    if (!provider) throw notFound('gateway', name);
    if (!provider.carriesProof(headOf(ctx))) {
      throw unauthorized('callback_not_verified', `The callback carries no proof that ${provider.title} sends it.`);
    }
    const { exceeded, resetMs } = await deps.limits.peekCallback(ctx.ip, addressOf(ctx));
    if (exceeded) throw tooManyFailures(wholeSeconds(resetMs));
    await next();
  };

  const take = async (ctx: Context): Promise<void> => {
    const { gateway: name = '', store: key = '' } = ctx.params as { gateway?: string; store?: string };
    const verified = await identify(deps, { name, key, callback: callbackOf(ctx) });
    if (!verified) {
      await deps.limits.spendCallback(ctx.ip, addressOf(ctx));
      throw notVerified();
    }
    ctx.body = await receive(deps, verified);
  };
  router.post('/gateways/:gateway/:store', refuseEarly, readRawBody, take);
  // A gateway that signs nothing proves itself by a secret in its address, behind which it may add a part of its own.
  router.post('/gateways/:gateway/:store/callbacks/:secret{/:part}', refuseEarly, readRawBody, take);
}

/** The store's address: guesses at a secret behind it count together. */
function addressOf({ params }: Context): string {
  const { gateway = '', store = '' } = params as { gateway?: string; store?: string };
  return `/gateways/${gateway}/${store}`;
}

function headOf({ params, headers }: Context): CallbackHead {
  const { secret, part } = params as { secret?: string; part?: string };
  return { path: [secret, part].filter(Boolean).join('/'), headers };
}

function callbackOf(ctx: Context): RawCallback {
  return { ...headOf(ctx), body: (ctx.request as { body?: unknown }).body as string };
}

function notVerified(): ApiError {
  const message = 'The callback does not prove that a gateway account at this address sends it, or is too old.';
  return unauthorized('callback_not_verified', message);
}

function tooManyFailures(seconds: number): ApiError {
  const message = `Too many callbacks from this address could not be verified: try again in ${seconds} s.`;
  return tooManyRequests('too_many_failed_callbacks', message, seconds);
}

interface Verified {
  gateway: PaymentGateway;
  store: Store | null;
  /** None: of no interest. */
  events: GatewayEvent[];
}

/** Null where there is no such store, no account of it, or a proof that the account's secret did not make. */
async function identify(
  deps: CallbackDeps,
  { name, key, callback }: { name: string; key: string; callback: RawCallback },
): Promise<Verified | null> {
  const store = readStoreKey(key);
  const gateway = store && (await open(deps, name, store));
  if (!gateway) return null;
  try {
    return { gateway, store, events: await gateway.verifyCallback(callback) };
  } catch (error) {
    if (error instanceof InvalidCallbackError) return null;
    throw error;
  }
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

/** All that a callback says is stored before anything of it is applied: what is acknowledged is not lost. */
async function receive(deps: CallbackDeps, { gateway, store, events }: Verified): Promise<{ received: true }> {
  const stored: StoredCallback[] = [];
  for (const event of events) {
    const callback = await storeCallback(deps.em, { gateway: gateway.name, store, event });
    if (callback) stored.push(callback);
  }
  for (const callback of stored) {
    await applyCallback(deps, callback).catch((error: unknown) => {
      // The callback is stored: the sweep applies it later, and the gateway need not send it again.
      const about = { err: error, callback_id: callback.callbackId };
      deps.log.error(about, 'a callback could not be applied; it will be tried again');
    });
  }
  return { received: true };
}

/** @throws ApiError 401 */
async function verify(gateway: PaymentGateway, callback: RawCallback): Promise<GatewayEvent[]> {
  try {
    return await gateway.verifyCallback(callback);
  } catch (error) {
    if (error instanceof InvalidCallbackError) throw unauthorized('callback_not_verified', error.message);
    throw error;
  }
}
