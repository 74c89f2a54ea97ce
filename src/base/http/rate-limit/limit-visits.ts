import type { Context, Next } from 'koa';
import { tooManyRequests } from '../../errors/errors.ts';
import type { Spent } from './lease-points.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** Counts a visit. */
export type Counter = () => Promise<Spent>;

/** Holds pages that anybody may open, without a token, to what their visits spend. */
export function limitVisits(countersOf: (ctx: Context) => Counter[]) {
  return async function limitVisitsMiddleware(ctx: Context, next: Next): Promise<void> {
    for (const spend of countersOf(ctx)) {
      const { exceeded, resetMs } = await spend();
      if (!exceeded) continue;
      const seconds = wholeSeconds(resetMs);
      throw tooManyRequests('too_many_visits', `Too many requests: try again in ${seconds} s.`, seconds);
    }
    await next();
  };
}
