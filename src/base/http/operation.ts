import type { ObjectSchema, Schema } from 'joi';
import type { Store } from '../environment.ts';
import type { AppDeps } from '../../app/api.ts';

/** A request that is authenticated, within its limits, and valid. */
export interface ApiRequest<Body, Query> {
  /** `deps.em` is the request's transaction. */
  deps: AppDeps;
  store: Store;
  /** The `{id}` of the path; 0 where the path has none. */
  id: number;
  body: Body;
  query: Query;
  /** The request's Idempotency-Key, for what is not done in the transaction. */
  idempotencyKey: string | null;
}

/**
 * A call of the API. The route that serves it and its part of the OpenAPI document are both made from this, so that
 * they cannot differ.
 */
export interface Operation<Body = unknown, Query = unknown> {
  /** In the OpenAPI document and in generated clients: `createInvoice`. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`; its one parameter is `{id}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The resource whose id is `{id}`; names the 404. */
  resource?: string;
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /** The body may be left out; its fields then have their defaults. */
  bodyIsOptional?: boolean;
  /** Bodies to begin with, by name. The tests hold them to the schema. */
  examples?: Record<string, Example>;
  answer: { status: 200 | 201 | 204; schema?: Schema; description: string };
  /** Codes of problems beside those that every call of its kind may answer, by status. */
  problems?: Partial<Record<403 | 409 | 422 | 503, readonly string[]>>;
  /**
   * The call waits for others (a callback, a worker), so it cannot hold a transaction; doing it twice must be harmless.
   */
  withoutTransaction?: boolean;
  /** The answer; or, for a GET without a transaction, the JSON itself, which is sent while it is written. */
  handle(request: ApiRequest<Body, Query>): Promise<unknown>;
}

/** A body that a reader may send as it is, but for the ids. */
export interface Example {
  summary: string;
  value: unknown;
}

/** Declares an operation; the types of body and query follow from its schemas. */
export function operation<Body = unknown, Query = unknown>(declared: Operation<Body, Query>): Operation {
  return declared;
}

/** `POST /invoices/{id}/cancel`, as messages and idempotency keys name it. */
export function routeName({ method, path }: Operation): string {
  return `${method} ${path}`;
}
