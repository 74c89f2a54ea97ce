import type { Context, Next } from 'koa';
import { storeSuspended } from '../../base/errors/errors.ts';
import { grantOf } from '../../base/http/grant.ts';

/**
 * Refuses every call of a store that an operator suspended. Runs after `limitRate`, so that the refusal says where the
 * store stands, and a program that goes on calling is slowed down like any other.
 */
export async function refuseSuspended(ctx: Context, next: Next): Promise<void> {
  if (grantOf(ctx).isSuspended) throw storeSuspended();
  await next();
}
