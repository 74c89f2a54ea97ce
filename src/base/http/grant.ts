import type { Context } from 'koa';
import type { Store } from '../environment.ts';
import type { TokenScope } from './token-scopes.ts';

/** The rights of an authenticated request. Authentication puts them there, and the framework holds requests to them. */
export interface Grant {
  store: Store;
  /** The rights of the token; null: all of them. */
  scopes: readonly TokenScope[] | null;
  requestsPerMinute: number;
  /** The number of requests of the store that may use the database at one time. */
  requestsAtOnce: number;
  /** The store may not use the platform now, whatever its token says. */
  isSuspended: boolean;
}

/** Gives a request its rights. */
export function setGrant(ctx: Context, grant: Grant): void {
  ctx.state.grant = grant;
}

/** The rights of an authenticated request. */
export function grantOf(ctx: Context): Grant {
  return ctx.state.grant as Grant;
}
