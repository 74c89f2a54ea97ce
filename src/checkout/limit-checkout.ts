import type { Context, Next } from 'koa';
import { tooManyRequests } from '../errors/errors.ts';
import type { RateLimits, Spent } from '../http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../http/rate-limit/whole-seconds.ts';

/** What may be the hash of a checkout or the name of an inbox. Anything else gets no counter of its own. */
const NAME = /^[\w-]{24}$/;

/**
 * Payers have no token, so their address is held to a number of requests; and an invoice to a number of cards. An inbox of
 * the sandbox is posted to from our own address, so each is held to a number of its own.
 */
export function limitCheckout(limits: RateLimits) {
  return async function limitCheckoutMiddleware(ctx: Context, next: Next): Promise<void> {
    for (const spend of countersOf(ctx, limits)) {
      const { exceeded, resetMs } = await spend();
      if (!exceeded) continue;
      const seconds = wholeSeconds(resetMs);
      throw tooManyRequests('too_many_visits', `Too many requests: try again in ${seconds} s.`, seconds);
    }
    await next();
  };
}

function countersOf(ctx: Context, limits: RateLimits): (() => Promise<Spent>)[] {
  const { hash = '', name = '' } = (ctx as Context & { params: Record<string, string> }).params;
  const visit = () => limits.spendVisit(ctx.ip);
  if (ctx.method !== 'POST') return [visit];
  if (ctx.path.startsWith('/sandbox/inbox/') && NAME.test(name)) return [() => limits.spendInbox(name)];
  const isPayment = ctx.path.endsWith('/payments') && NAME.test(hash);
  return isPayment ? [visit, () => limits.spendCard(hash)] : [visit];
}
