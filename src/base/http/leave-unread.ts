import type { Context } from 'koa';

/**
 * For a request that is refused before all of it has come: the rest is dropped, and the connection ends with the
 * answer. Otherwise the next request on it would wait behind what nobody reads.
 */
export function leaveUnread(ctx: Context): void {
  if (ctx.req.complete) return;
  ctx.set('Connection', 'close');
  ctx.req.resume();
}
