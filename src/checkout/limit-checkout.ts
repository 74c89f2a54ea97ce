import type { Context } from 'koa';
import { limitVisits } from '../base/http/rate-limit/limit-visits.ts';
import type { RateLimits } from '../base/http/rate-limit/rate-limits.ts';

/** The form of a checkout's hash. Any other text gets no counter of its own. */
const HASH = /^[\w-]{24}$/;

/** Payers have no token, so their address is held to a number of requests; and an invoice to a number of cards. */
export function limitCheckout(limits: RateLimits) {
  return limitVisits((ctx) => {
    const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const visit = () => limits.spendVisit(ctx.ip);
    const isPayment = ctx.method === 'POST' && ctx.path.endsWith('/payments') && HASH.test(hash);
    return isPayment ? [visit, () => limits.spendCard(hash)] : [visit];
  });
}
