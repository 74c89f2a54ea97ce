import type { Stripe } from 'stripe';
import { GatewayAccountError, GatewayUnavailableError, KeyUsedUpError } from '../payment-gateway.ts';

/** Activities have a minute, and some of them make several calls. */
const TIMEOUT_MS = 10_000;
/** Stripe is left alone for this long after a 429 that does not say. */
const RATE_LIMIT_PAUSE_SECONDS = 5;
/** No request is under way at Stripe for longer. */
const IN_FLIGHT_SECONDS = 120;

/**
 * Loads Stripe's library with the first client: a process whose stores have no account there has no use for it.
 *
 * @param apiUrl another address than Stripe's, for tests
 */
export async function createStripeClient(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const { hostname, port, protocol } = new URL(apiUrl ?? 'https://api.stripe.com');
  return new Stripe(secretKey, {
    host: hostname,
    ...(port ? { port } : {}),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    // Temporal tries again, and asks first what became of the call before.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Fatura' },
  });
}

/** Stripe refuses a request or a card. Stripe's own message is left out: it can quote a payer's e-mail or document. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal';
  readonly status: number;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly declineCode: string | undefined;
  readonly param: string | undefined;
  readonly intent: Stripe.PaymentIntent | undefined;

  constructor(status: number, error: Stripe.errors.StripeError) {
    const said = [error.code, error.decline_code, error.param, error.requestId].filter(Boolean);
    super(`Stripe ${status}: ${said.join(', ') || 'no code'}`);
    this.status = status;
    this.type = error.rawType;
    this.code = error.code;
    this.declineCode = error.decline_code;
    this.param = error.param;
    this.intent = error.payment_intent;
  }
}

/**
 * Makes a call. A failure that a retry can mend, and a refused key, come out as errors of the port.
 *
 * @throws GatewayUnavailableError, KeyUsedUpError, GatewayAccountError, or StripeRefusal for the caller to judge
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

/** All of a list, which the SDK fetches page after page. @throws as `callStripe` */
export async function* listAll<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw translate(error);
  }
}

/** The library names the class of an error in `type` (https://docs.stripe.com/error-handling). */
export function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
}

function translate(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { statusCode: status, code } = error;
  const what = `${status ?? 'no answer'}${code ? `, ${code}` : ''}${error.requestId ? `, ${error.requestId}` : ''}`;
  if (error.type === 'StripeAuthenticationError') {
    return new GatewayAccountError('key_refused', `Stripe refuses the store's key (${what}).`);
  }
  if (error.type === 'StripePermissionError') {
    return new GatewayAccountError('permission_missing', `The store's key at Stripe may not do this (${what}).`);
  }
  if (status === 429) {
    const retryAfterSeconds = Number(error.headers?.['retry-after']) || RATE_LIMIT_PAUSE_SECONDS;
    return new GatewayUnavailableError(`Stripe asks to be left alone (${what}).`, { retryAfterSeconds });
  }
  if (status === 409) return new GatewayUnavailableError(`Stripe works on the same request still (${what}).`);
  if (status !== undefined && status >= 500 && error.headers?.['idempotent-replayed'] === 'true') {
    return new KeyUsedUpError(`Stripe has stored a failure under the key (${what}).`);
  }
  if (error.type === 'StripeIdempotencyError') {
    // An earlier request with the same key may be under way still: another key is not taken before that must have
    // ended.
    const retryAfterSeconds = IN_FLIGHT_SECONDS;
    return new KeyUsedUpError(`Stripe was asked otherwise under the key (${what}).`, { retryAfterSeconds });
  }
  if (status !== undefined && status >= 400 && status < 500) return new StripeRefusal(status, error);
  return new GatewayUnavailableError(`Stripe failed (${what}).`);
}

/** Whether Stripe says that there is no such object: it was made with another account, deleted, or never made. */
export function isMissing(error: unknown): error is StripeRefusal {
  return error instanceof StripeRefusal && error.code === 'resource_missing';
}
