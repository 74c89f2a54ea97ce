import type { Context } from 'koa';
import { limitVisits } from '../../base/http/rate-limit/limit-visits.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';

/** The form of an inbox's name. Any other text gets no counter of its own. */
const NAME = /^[\w-]{24}$/;

/** Deliveries come from our own address, whichever store they are of: so each inbox is held to a number of its own. */
export function limitInbox(limits: RateLimits) {
  return limitVisits((ctx) => {
    const { name = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const isDelivery = ctx.method === 'POST' && NAME.test(name);
    return [() => (isDelivery ? limits.spendInbox(name) : limits.spendVisit(ctx.ip))];
  });
}
