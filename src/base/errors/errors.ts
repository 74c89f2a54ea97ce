/** A fault of a field of a request. */
export interface FieldError {
  /** Path as a client writes it: `products[0].quantity`. */
  field: string;
  /** Stable, for programs. */
  code: string;
  /** For people: what is wrong and what to send instead. */
  message: string;
}

/** A failure that the caller can understand and act on. Rendered as `application/problem+json`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  readonly title: string;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  /** Members of the problem beside the usual ones (RFC 9457, section 3.2). */
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(problem: {
    status: number;
    code: string;
    title: string;
    detail: string;
    errors?: FieldError[];
    headers?: Record<string, string>;
    extensions?: Record<string, unknown>;
  }) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.errors = problem.errors ?? [];
    this.headers = problem.headers ?? {};
    this.extensions = problem.extensions ?? {};
  }
}

export function malformedJson(detail: string): ApiError {
  return new ApiError({ status: 400, code: 'malformed_json', title: 'Malformed JSON', detail });
}

/** The body was sent as a form and cannot be read as one. */
export function malformedForm(): ApiError {
  const detail = 'The form could not be read: send it as the page has it.';
  return new ApiError({ status: 400, code: 'malformed_form', title: 'Malformed form', detail });
}

export function malformedTarget(): ApiError {
  const detail = 'The target of the request is no path and no URL. The paths begin with /api/v1.';
  return new ApiError({ status: 400, code: 'malformed_target', title: 'Malformed request target', detail });
}

export function unauthorized(code: string, detail: string): ApiError {
  return new ApiError({
    status: 401,
    code,
    title: 'Not authenticated',
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="fatura"' },
  });
}

export function forbidden(code: string, detail: string): ApiError {
  return new ApiError({ status: 403, code, title: 'Not allowed', detail });
}

/** An operator suspended the store. */
export function storeSuspended(detail = 'This store is suspended: ask the platform. Nothing was changed.'): ApiError {
  return forbidden('store_suspended', detail);
}

/** Also for what belongs to another store: it does not exist for this one. */
export function notFound(what: string, id: number | string): ApiError {
  return new ApiError({
    status: 404,
    code: `${what}_not_found`,
    title: 'Not found',
    detail: `There is no ${what} ${id}.`,
  });
}

export function routeNotFound(method: string, path: string): ApiError {
  const detail = `There is no ${method} ${path}. The paths begin with /api/v1.`;
  return new ApiError({ status: 404, code: 'route_not_found', title: 'Not found', detail });
}

export function methodNotAllowed(method: string, path: string, allowed: string): ApiError {
  return new ApiError({
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    detail: `${path} does not take ${method}; it takes ${allowed}.`,
    headers: { Allow: allowed },
  });
}

/** The request is well formed, but the resource is not in a state that allows it. */
export function conflict(code: string, detail: string, extensions: Record<string, unknown> = {}): ApiError {
  return new ApiError({ status: 409, code, title: 'Conflict with the current state', detail, extensions });
}

/** The key belongs to another request: a mistake of the client, which a replay would hide. */
export function idempotencyKeyReused(key: string): ApiError {
  return new ApiError({
    status: 422,
    code: 'idempotency_key_reused',
    title: 'Idempotency key reused',
    detail: `The Idempotency-Key ${key} was used for another path or body. Use a new key for a new request.`,
  });
}

export function payloadTooLarge(limit: string): ApiError {
  const detail = `The body is larger than ${limit}.`;
  return new ApiError({ status: 413, code: 'payload_too_large', title: 'Payload too large', detail });
}

export function unsupportedMediaType(type = 'application/json'): ApiError {
  return new ApiError({
    status: 415,
    code: 'unsupported_media_type',
    title: 'Unsupported media type',
    detail:
      type === 'application/json'
        ? 'Send the body as JSON, with the header Content-Type: application/json.'
        : `Send the body with the header Content-Type: ${type}.`,
  });
}

/** An answer names this many wrong fields at most; a client with more mends these first. */
const MAX_FIELDS = 50;
/** A field's name and a message are told up to here: they may repeat what was sent. */
const MAX_CHARACTERS = { field: 200, message: 400 };

/** An answer stays under 70 kB, whatever was sent. */
export function invalidFields(given: FieldError[]): ApiError {
  const errors = given.slice(0, MAX_FIELDS).map(({ field, code, message }) => ({
    field: shorten(field, MAX_CHARACTERS.field),
    code,
    message: shorten(message, MAX_CHARACTERS.message),
  }));
  const others = given.length - errors.length;
  if (others > 0) {
    const message = `${others} more fields are wrong: mend these first.`;
    errors.push({ field: '', code: 'too_many_errors', message });
  }
  const detail = errors.map((error) => error.message).join(' ');
  return new ApiError({ status: 422, code: 'invalid_fields', title: 'Invalid fields', detail, errors });
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The code of the refusal where a store has no gateway that collects by the payment method. */
export const GATEWAY_NOT_CONFIGURED = 'gateway_not_configured';

/** @param method on the wire */
export function gatewayNotConfigured(method: string): ApiError {
  return new ApiError({
    status: 422,
    code: GATEWAY_NOT_CONFIGURED,
    title: 'No payment gateway',
    detail: `This store has no payment gateway that collects by ${method} in production. Set one in the panel, under Store, Payment gateways; until then use its sandbox token to try every flow at no cost.`,
  });
}

/** @param retryAfterSeconds whole seconds, at least 1 */
export function tooManyRequests(code: string, detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError({
    status: 429,
    code,
    title: 'Too many requests',
    detail,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

export function serviceUnavailable(detail: string): ApiError {
  return new ApiError({
    status: 503,
    code: 'service_unavailable',
    title: 'Service unavailable',
    detail,
    headers: { 'Retry-After': '5' },
  });
}

export function internalError(): ApiError {
  return new ApiError({
    status: 500,
    code: 'internal_error',
    title: 'Internal error',
    detail: 'Something went wrong on our side. Quote the request_id when you report it.',
  });
}
