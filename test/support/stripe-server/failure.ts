import type Stripe from 'stripe';

export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** An answer other than 200, as Stripe words it. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: StripeErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, error: StripeErrorBody, headers: Record<string, string> = {}) {
    super(error.message);
    this.status = status;
    const docs = error.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }
      : {};
    this.error = { ...docs, ...error };
    this.headers = headers;
  }
}

export function invalidRequest(message: string, rest: Partial<StripeErrorBody> = {}, status = 400): StripeFailure {
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...rest });
}

export function unknownUrl(method: string, path: string): StripeFailure {
  return invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
      'https://support.stripe.com/.',
    {},
    404,
  );
}

export function missingParam(param: string): StripeFailure {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function exclusiveParams(...params: string[]): StripeFailure {
  const message = `You may only specify one of these parameters: ${params.join(', ')}.`;
  return invalidRequest(message, { code: 'parameters_exclusive', param: params[0]! });
}

export function serverError(): StripeFailure {
  const message = 'An unknown error occurred. If you need help, contact us via https://support.stripe.com/.';
  // An answer that is stored under a key is not worth a retry with that key.
  return new StripeFailure(500, { type: 'api_error', message }, { 'Stripe-Should-Retry': 'false' });
}

export function rateLimited(retryAfter: number | undefined): StripeFailure {
  const message = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  const headers: Record<string, string> = { 'Stripe-Rate-Limited-Reason': 'global-rate' };
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  return new StripeFailure(429, { type: 'invalid_request_error', code: 'rate_limit', message }, headers);
}

export function lockTimeout(): StripeFailure {
  const message =
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing ' +
    'it. If you see this error intermittently, retry the request.';
  const error: StripeErrorBody = { type: 'invalid_request_error', code: 'lock_timeout', message };
  return new StripeFailure(429, error, { 'Stripe-Should-Retry': 'true' });
}

export function keyInUse(key: string): StripeFailure {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
    `twice, and the other request is still going through): ${key}. Please try again later.`;
  const error: StripeErrorBody = { type: 'idempotency_error', code: 'idempotency_key_in_use', message };
  return new StripeFailure(409, error, { 'Stripe-Should-Retry': 'true' });
}

export function keyMisused(key: string, what: string): StripeFailure {
  const message =
    `Keys for idempotent requests can only be used ${what}. Try using a key other than '${key}' if you meant to ` +
    'execute a different request.';
  return new StripeFailure(400, { type: 'idempotency_error', message });
}
