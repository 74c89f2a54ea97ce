import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import { withFields } from '../telemetry/scope.ts';

/**
 * Every answer says which request it answers, and so does every line that is logged for it; a client may name its own.
 */
export async function assignRequestId(ctx: Context, next: Next): Promise<void> {
  const given = ctx.get('X-Request-Id');
  const requestId = /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  await withFields({ request_id: requestId }, next);
}
