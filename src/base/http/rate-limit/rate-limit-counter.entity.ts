import { defineEntity, p } from '@mikro-orm/postgresql';

/** The table of `rate-limiter-flexible`: how many points a key has spent in the window that ends at `expire`. */
export const RateLimitCounterSchema = defineEntity({
  name: 'RateLimitCounter',
  tableName: 'rate_limit_counters',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970, real time. */
    expire: p.bigint('number').strictNullable(),
  },
});

export class RateLimitCounter extends RateLimitCounterSchema.class {}
RateLimitCounterSchema.setClass(RateLimitCounter);
