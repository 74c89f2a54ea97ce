import createClient, { type Client } from 'openapi-fetch';
import { retrying, type Fetch, type Sleep } from './retry.ts';
import type { paths } from './schema.ts';

/** `client.GET('/api/v1/customers', …)` and so on: paths, bodies and answers are typed by the OpenAPI document. */
export type FaturaClient = Client<paths>;

export interface FaturaClientOptions {
  /** Where the API is, without `/api/v1`: `http://localhost:3000`. */
  baseUrl: string;
  /** It decides the store and the environment: `fatura_test_…` is the sandbox. */
  token: string;
  /** Refuses a token that is of another company than you think. */
  companyId?: number;
  /** How often a request is sent again after its first failure. */
  maxRetries?: number;
  /** Another way to send requests, for proxies and tests. */
  fetch?: Fetch;
  /** Another way to wait between tries, for tests. */
  sleep?: Sleep;
}

/**
 * Every POST and PATCH carries an Idempotency-Key, which makes it safe to repeat; requests are repeated after a lost
 * connection and when the API says that it is busy.
 */
export function createFaturaClient(options: FaturaClientOptions): FaturaClient {
  const { baseUrl, token, companyId, maxRetries = 2, fetch = globalThis.fetch, sleep } = options;
  const send = retrying(fetch, { maxRetries, ...(sleep ? { sleep } : {}) });
  return createClient<paths>({
    baseUrl,
    headers: {
      Accept: 'application/json, application/problem+json',
      Authorization: `Bearer ${token}`,
      ...(companyId === undefined ? {} : { 'X-Company-ID': String(companyId) }),
    },
    fetch: (request) => send(withIdempotencyKey(request)),
  });
}

/** A key of one's own is kept: it holds when the calling process dies and begins again. */
function withIdempotencyKey(request: Request): Request {
  const writes = request.method === 'POST' || request.method === 'PATCH';
  if (writes && !request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', crypto.randomUUID());
  return request;
}
