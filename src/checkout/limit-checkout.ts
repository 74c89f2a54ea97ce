import type { Context, Next } from 'koa';
import { tooManyRequests } from '../errors/errors.ts';
import type { RateLimits } from '../http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../http/rate-limit/whole-seconds.ts';

/** Payers have no token, so their address is held to a number of requests; and an invoice to a number of cards. */
export function limitCheckout(limits: RateLimits) {
  return async function limitCheckoutMiddleware(ctx: Context, next: Next): Promise<void> {
    const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const isPayment = ctx.method === 'POST' && ctx.path.endsWith('/payments');
    const spent = isPayment ? await limits.spendCard(hash) : await limits.spendVisit(ctx.ip);
    if (spent.exceeded) {
      const seconds = wholeSeconds(spent.resetMs);
      throw tooManyRequests('too_many_visits', `Too many requests: try again in ${seconds} s.`, seconds);
    }
    await next();
  };
}
