import type { ObjectSchema, Schema } from 'joi';
import type { Store } from '../environment.ts';
import type { HttpDeps } from './http-deps.ts';
import type { TokenScope } from './token-scopes.ts';

/** A request that is authenticated, within its limits, and valid. */
export interface ApiRequest<Body, Query, Deps extends HttpDeps = HttpDeps> {
  /** `deps.em` is the request's transaction. */
  deps: Deps;
  store: Store;
  /** The `{id}` of the path; 0 where the path has none. */
  id: number;
  body: Body;
  query: Query;
  /** By the store's plan. */
  requestsAtOnce: number;
  /** The request's Idempotency-Key, for what is not done in the transaction. */
  idempotencyKey: string | null;
}

/**
 * A call of the API. The route that serves it and its part of the OpenAPI document are both made from this, so that
 * they cannot differ.
 */
export interface Operation<Deps extends HttpDeps = HttpDeps, Body = unknown, Query = unknown> {
  /** In the OpenAPI document and in generated clients: `createInvoice`. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`; its one parameter is `{id}`. */
  path: string;
  /** The right that the token must have. */
  scope: TokenScope;
  tag: string;
  summary: string;
  description: string;
  /** The resource whose id is `{id}`; names the 404. */
  resource?: string;
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /** Kilobytes; where a body may have more than the usual 100. */
  maxBodyKb?: number;
  /** The body may be left out; its fields then have their defaults. */
  bodyIsOptional?: boolean;
  /** Bodies to begin with, by name. The tests hold them to the schema. */
  examples?: Record<string, Example>;
  answer: {
    status: 200 | 201 | 204;
    schema?: Schema;
    description: string;
    /** Answers 202 instead, with the same schema, where what was asked for waits. */
    waiting?: { description: string; is(answer: Record<string, unknown>): boolean };
  };
  /** Codes of problems beside those that every call of its kind may answer, by status. */
  problems?: Partial<Record<403 | 409 | 422 | 503, readonly string[]>>;
  /**
   * The call waits for others (a callback, a worker), so it cannot hold a transaction; doing it twice must be harmless.
   */
  withoutTransaction?: boolean;
  /** The answer; or, for a GET without a transaction, the JSON itself, which is sent while it is written. */
  handle(request: ApiRequest<Body, Query, Deps>): Promise<unknown>;
  /**
   * The line that the call leaves in the store's audit log. Calls that a store makes by the thousand, and that events
   * tell of, leave none.
   */
  audit?: AuditedCall<Body>;
}

/** How the audit log tells of a call. */
export interface AuditedCall<Body> {
  /** The name of the act, as the panel has it. */
  as: string;
  /** The noun of its subject, `webhook`; the id is that of the path, or of the answer. */
  of: string;
  /** No secret, and no data of a payer. */
  details?(body: Body, answer: Record<string, unknown>): Record<string, unknown>;
}

/** All that the document of the API says of an operation. */
export type DescribedOperation = Omit<Operation, 'handle' | 'audit'>;

/** A body that a reader may send as it is, but for the ids. */
export interface Example {
  summary: string;
  value: unknown;
}

/** Declares operations whose parts are `Deps`; the types of body and query follow from the schemas of each. */
export function operationsWith<Deps extends HttpDeps>() {
  return <Body = unknown, Query = unknown>(declared: Operation<Deps, Body, Query>): Operation<Deps> => declared;
}

/** Declares an operation that needs no other parts than all have. */
export const operation = operationsWith<HttpDeps>();

/** `POST /invoices/{id}/cancel`, as messages and idempotency keys name it. */
export function routeName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
