import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Store } from '../../companies/environment.ts';
import { networkOf } from './network-of.ts';

const WINDOW_SECONDS = 60;
/** Refused tokens that one address may send in a window. */
export const FAILURES_PER_MINUTE = 30;
/** A page with its pictures and an hour of polling every few seconds, for a household or a small office. */
const VISITS_PER_MINUTE = 600;
/** Whoever tries more cards than this in a minute is no payer. */
const CARDS_PER_MINUTE = 10;
/** A burst of a store's tests; what is beyond is tried again, as by any receiver that is busy. */
const INBOX_POSTS_PER_MINUTE = 600;

/** What is left of a limit after something was spent of it. */
export interface Spent {
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends and all of it may be spent again. */
  resetMs: number;
  exceeded: boolean;
}

/** Counters that every API process on the database shares. They reject as other queries do when it does not answer. */
export interface RateLimits {
  /** Spends one of the requests that a store may make in a minute; its environments are counted apart. */
  spend(store: Store, requestsPerMinute: number): Promise<Spent>;
  /** Spends one of the failed authentications that an address may make in a minute. */
  spendFailure(address: string): Promise<Spent>;
  /** Spends one of the requests that an address may make to checkout pages in a minute. */
  spendVisit(address: string): Promise<Spent>;
  /** Spends one of the payments that may be submitted for an invoice in a minute. */
  spendCard(checkoutHash: string): Promise<Spent>;
  /** Spends one of the deliveries that an inbox of the sandbox takes in a minute. */
  spendInbox(name: string): Promise<Spent>;
}

/** @param pool of its own: counting must not wait for the connections that requests hold */
export function createRateLimits({ pool }: { pool: Pool }): RateLimits {
  const failures = createLimiter({ pool, keyPrefix: 'failures', points: FAILURES_PER_MINUTE, sweeps: true });
  const visits = createLimiter({ pool, keyPrefix: 'visits', points: VISITS_PER_MINUTE, sweeps: false });
  const inboxes = createLimiter({ pool, keyPrefix: 'inboxes', points: INBOX_POSTS_PER_MINUTE, sweeps: false });
  const cards = createLimiter({ pool, keyPrefix: 'cards', points: CARDS_PER_MINUTE, sweeps: false });
  const requests = new Map<number, RateLimiterPostgres>();
  /** One for each number of a plan or company. Their counts are the same rows, so a change of plan forgets nothing. */
  const limiterOf = (points: number): RateLimiterPostgres => {
    const limiter = requests.get(points) ?? createLimiter({ pool, keyPrefix: 'requests', points, sweeps: false });
    requests.set(points, limiter);
    return limiter;
  };
  return {
    spend: ({ companyId, environment }, points) => consume(limiterOf(points), `${companyId}:${environment}`),
    spendFailure: (address) => consume(failures, networkOf(address)),
    spendVisit: (address) => consume(visits, networkOf(address)),
    spendInbox: (name) => consume(inboxes, name.slice(0, 40)),
    spendCard: (checkoutHash) => consume(cards, checkoutHash.slice(0, 40)),
  };
}

function createLimiter(options: { pool: Pool; keyPrefix: string; points: number; sweeps: boolean }) {
  return new RateLimiterPostgres({
    storeClient: options.pool,
    storeType: 'pool',
    tableName: 'rate_limit_counters',
    tableCreated: true,
    // Rows whose window is long over are deleted for all limiters by one of them.
    clearExpiredByTimeout: options.sweeps,
    keyPrefix: options.keyPrefix,
    points: options.points,
    duration: WINDOW_SECONDS,
    // Who is over the limit costs no query in this process until the window ends.
    inMemoryBlockOnConsumed: options.points,
  });
}

/** The library rejects with a result, which is no Error, when the limit is exceeded. */
async function consume(limiter: RateLimiterPostgres, key: string): Promise<Spent> {
  try {
    return spent(limiter, await limiter.consume(key), false);
  } catch (error) {
    if (error instanceof RateLimiterRes) return spent(limiter, error, true);
    throw error;
  }
}

function spent(limiter: RateLimiterPostgres, result: RateLimiterRes, exceeded: boolean): Spent {
  return {
    limit: limiter.points,
    remaining: exceeded ? 0 : result.remainingPoints,
    resetMs: result.msBeforeNext,
    exceeded,
  };
}
