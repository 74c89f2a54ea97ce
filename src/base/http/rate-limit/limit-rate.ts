import type { Context, Next } from 'koa';
import { tooManyRequests } from '../../errors/errors.ts';
import { grantOf } from '../grant.ts';
import { limitHeaders } from './limit-headers.ts';
import type { RateLimits } from './rate-limits.ts';
import { wholeSeconds } from './whole-seconds.ts';

/**
 * Holds a store to its number of requests a minute. Runs after `authenticate`, and before the body is read. Every
 * answer says where the store stands, failures included: headers that are set before a throw reach the client.
 */
export function limitRate(limits: RateLimits) {
  return async function limitRateMiddleware(ctx: Context, next: Next): Promise<void> {
    const { store, requestsPerMinute } = grantOf(ctx);
    const spent = await limits.spend(store, requestsPerMinute);
    ctx.set(limitHeaders(spent));
    if (spent.exceeded) {
      const { limit, resetMs } = spent;
      const seconds = wholeSeconds(resetMs);
      const detail = `This store may make ${limit} requests a minute in ${store.environment}: try again in ${seconds} s.`;
      throw tooManyRequests('rate_limited', detail, seconds);
    }
    await next();
  };
}
