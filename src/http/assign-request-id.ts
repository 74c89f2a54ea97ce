import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';

/** Every answer says which request it answers; a client may name its own. */
export async function assignRequestId(ctx: Context, next: Next): Promise<void> {
  const given = ctx.get('X-Request-Id');
  const requestId = /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  await next();
}
