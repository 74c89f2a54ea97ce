import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { nameOfStore, type Store } from '../../environment.ts';
import { createPointLeases, type Counter, type Spent } from './lease-points.ts';
import { networkOf, widerNetworksOf } from './network-of.ts';

const WINDOW_SECONDS = 60;
/** Refused tokens that one address may send in a window. */
export const FAILURES_PER_MINUTE = 30;
/** A page with its pictures and an hour of polling every few seconds, for a household or a small office. */
const VISITS_PER_MINUTE = 600;
/** Times that one address may buy at one payment link in a minute: an office behind one address is meant too. */
const BUYS_PER_MINUTE = 20;
/** A person who tries more cards than this in a minute is no payer. */
const CARDS_PER_MINUTE = 10;
/**
 * Cards that may be tried in an hour from an address at one store. Payers of a mobile network share an address; a
 * person who tries stolen numbers has hundreds.
 */
export const CARDS_FROM_ADDRESS = 60;
/** Tries of one card in an hour at all checkouts of a store. A payer whose card fails tries it three times or four. */
export const TRIES_OF_CARD = 10;
/** A burst of a store's tests; what is beyond is tried again, as by any receiver that is busy. */
const INBOX_POSTS_PER_MINUTE = 600;
/** A gateway that has a wrong secret tries an event a few times an hour. */
export const FAILED_CALLBACKS_PER_MINUTE = 30;
/**
 * Passwords that may be tried in a quarter of an hour: for an account from one address, from anywhere, and from one
 * address.
 */
export const SIGN_INS_FROM_THERE = 10;
export const SIGN_INS_OF_ACCOUNT = 60;
export const SIGN_INS_FROM_ADDRESS = 50;
const SIGN_IN_WINDOW_SECONDS = 15 * 60;
/**
 * Mails to reset a password in an hour: for an account from one address, from anywhere, and asked for from one address.
 */
export const RESETS_FROM_THERE = 3;
export const RESETS_OF_ACCOUNT = 12;
export const RESETS_FROM_ADDRESS = 20;
const RESET_WINDOW_SECONDS = 3_600;

/**
 * Counters that every API process on the database shares. A counter rejects as other queries do when the database does
 * not answer.
 */
export interface RateLimits {
  /** Spends one of the requests that a store may make in a minute; its environments are counted apart. */
  spend(store: Store, requestsPerMinute: number): Promise<Spent>;
  /** The number of these requests that a store has spent in the minute that is running; a look spends none. */
  peek(store: Store, requestsPerMinute: number): Promise<Spent>;
  /** Spends one of the failed authentications that an address may make in a minute. */
  spendFailure(address: string): Promise<Spent>;
  /** Spends one of the requests that an address may make to checkout pages in a minute. */
  spendVisit(address: string): Promise<Spent>;
  /** Spends one of the times that an address may buy at a payment link in a minute. */
  spendBuy(linkHash: string, address: string): Promise<Spent>;
  /** Spends one of the payments that may be submitted for an invoice in a minute. */
  spendCard(checkoutHash: string): Promise<Spent>;
  /** Spends one of the cards that an address may try in an hour at all checkouts of a store. */
  spendCardFrom(store: Store, address: string): Promise<Spent>;
  /** Spends one of the tries that a card, by its fingerprint, has in an hour at all checkouts of a store. */
  spendTryOfCard(store: Store, fingerprint: string): Promise<Spent>;
  /** Spends the solution of a challenge, which counts once. */
  spendChallenge(solution: string): Promise<Spent>;
  /** Spends one of the deliveries that an inbox of the sandbox takes in a minute. */
  spendInbox(name: string): Promise<Spent>;
  /**
   * Spends one of the callbacks that may fail in a minute from an address to a path, in this process; a look spends
   * none. Neither asks the database: each payment looks.
   */
  spendCallback(address: string, path: string): Promise<Spent>;
  peekCallback(address: string, path: string): Promise<Spent>;
  /** Spends one of the tries to sign in to an account from an address; `forgiveSignIns` gives all of them back. */
  spendSignIn(account: string, address: string): Promise<Spent>;
  forgiveSignIns(account: string, address: string): Promise<void>;
  /** The same of an account, from wherever. */
  spendSignInOf(account: string): Promise<Spent>;
  forgiveSignInsOf(account: string): Promise<void>;
  /** Spends one of the tries to sign in that an address has, to whatever account. */
  spendSignInFrom(address: string): Promise<Spent>;
  /**
   * Spends one of the mails to reset a password: of an account asked for from an address, from anywhere, and of who
   * asks.
   */
  spendReset(account: string, address: string): Promise<Spent>;
  spendResetOf(account: string): Promise<Spent>;
  spendResetFrom(address: string): Promise<Spent>;
}

/** @param pool of its own: counting must not wait for the connections that requests hold */
export function createRateLimits({ pool }: { pool: Pool }): RateLimits {
  const failures = createLimiter({ pool, keyPrefix: 'failures', points: FAILURES_PER_MINUTE, sweeps: true });
  const visits = createLimiter({ pool, keyPrefix: 'visits', points: VISITS_PER_MINUTE, sweeps: false });
  const inboxes = createLimiter({ pool, keyPrefix: 'inboxes', points: INBOX_POSTS_PER_MINUTE, sweeps: false });
  const cards = createLimiter({ pool, keyPrefix: 'cards', points: CARDS_PER_MINUTE, sweeps: false });
  const buys = createLimiter({ pool, keyPrefix: 'buys', points: BUYS_PER_MINUTE, sweeps: false });
  const hour = { pool, sweeps: false, seconds: 3_600 };
  const cardsFrom = createLimiter({ ...hour, keyPrefix: 'cards-from', points: CARDS_FROM_ADDRESS });
  const triesOfCard = createLimiter({ ...hour, keyPrefix: 'tries-of-card', points: TRIES_OF_CARD });
  const challenges = createLimiter({ ...hour, keyPrefix: 'challenges', points: 1 });
  const callbacks = new RateLimiterMemory({ points: FAILED_CALLBACKS_PER_MINUTE, duration: WINDOW_SECONDS });
  const callbackKey = (address: string, path: string): string => `${networkOf(address)} ${path.slice(0, 100)}`;
  const signIn = { pool, sweeps: false, seconds: SIGN_IN_WINDOW_SECONDS };
  // Points that are forgiven must not be remembered by this process as spent.
  const forgiving = { ...signIn, remembers: false };
  const signIns = createLimiter({ ...forgiving, keyPrefix: 'sign-in', points: SIGN_INS_FROM_THERE });
  const signInsOf = createLimiter({ ...forgiving, keyPrefix: 'sign-in-of', points: SIGN_INS_OF_ACCOUNT });
  const signInsFrom = createLimiter({ ...signIn, keyPrefix: 'sign-in-from', points: SIGN_INS_FROM_ADDRESS });
  const reset = { pool, sweeps: false, seconds: RESET_WINDOW_SECONDS };
  const resets = createLimiter({ ...reset, keyPrefix: 'reset', points: RESETS_FROM_THERE });
  const resetsOf = createLimiter({ ...reset, keyPrefix: 'reset-of', points: RESETS_OF_ACCOUNT });
  const resetsFrom = createLimiter({ ...reset, keyPrefix: 'reset-from', points: RESETS_FROM_ADDRESS });
  const wider = new Map<string, RateLimiterPostgres>();
  /** Spends of the address, and of the networks around an IPv6 address: the answer is of the one that is exceeded. */
  const consumeFrom = async (limiter: RateLimiterPostgres, address: string, whose = ''): Promise<Spent> => {
    const own = await consume(limiter, whose + networkOf(address));
    if (own.exceeded) return own;
    for (const { network, factor } of widerNetworksOf(address)) {
      const name = `${limiter.keyPrefix} x${factor}`;
      const around =
        wider.get(name) ??
        createLimiter({
          ...{ pool, keyPrefix: name, points: limiter.points * factor },
          ...{ seconds: limiter.duration, sweeps: false },
        });
      wider.set(name, around);
      const spentAround = await consume(around, whose + network);
      if (spentAround.exceeded) return spentAround;
    }
    return own;
  };
  const leases = createPointLeases();
  const requests = new Map<number, RateLimiterPostgres>();
  /**
   * Each number of a plan or company has a limiter. Their counts are the same rows, so a change of plan forgets
   * nothing. Leases remember who has reached the limit: a limiter would not hear of points that are given back.
   */
  const limiterOf = (points: number): RateLimiterPostgres => {
    const options = { pool, keyPrefix: 'requests', points, sweeps: false, remembers: false };
    const limiter = requests.get(points) ?? createLimiter(options);
    requests.set(points, limiter);
    return limiter;
  };
  const counterOf = (points: number): Counter => {
    const limiter = limiterOf(points);
    return {
      points,
      spend: (key, count) => consume(limiter, key, count),
      giveBack: async (key, count) => {
        await limiter.reward(key, count);
      },
    };
  };
  return {
    spend: (store, points) => leases.spend(counterOf(points), nameOfStore(store)),
    async peek(store, points) {
      const key = nameOfStore(store);
      const seen = await look(limiterOf(points), key);
      return seen.exceeded ? seen : { ...seen, remaining: Math.min(points, seen.remaining + leases.unusedOf(key)) };
    },
    spendFailure: (address) => consumeFrom(failures, address),
    spendVisit: (address) => consumeFrom(visits, address),
    spendBuy: (linkHash, address) => consumeFrom(buys, address, `${linkHash.slice(0, 40)} `),
    spendInbox: (name) => consume(inboxes, name.slice(0, 40)),
    spendCard: (checkoutHash) => consume(cards, checkoutHash.slice(0, 40)),
    spendCardFrom: (store, address) => consumeFrom(cardsFrom, address, `${nameOfStore(store)} `),
    spendTryOfCard: (store, fingerprint) => consume(triesOfCard, accountKey(`${nameOfStore(store)} ${fingerprint}`)),
    spendChallenge: (solution) => consume(challenges, accountKey(solution)),
    spendCallback: (address, path) => take(callbacks, callbackKey(address, path)),
    peekCallback: (address, path) => look(callbacks, callbackKey(address, path)),
    spendSignIn: (account, address) => consume(signIns, accountKey(account, address)),
    forgiveSignIns: async (account, address) => {
      await signIns.delete(accountKey(account, address));
    },
    spendSignInOf: (account) => consume(signInsOf, accountKey(account)),
    forgiveSignInsOf: async (account) => {
      await signInsOf.delete(accountKey(account));
    },
    spendSignInFrom: (address) => consumeFrom(signInsFrom, address),
    spendReset: (account, address) => consume(resets, accountKey(account, address)),
    spendResetOf: (account) => consume(resetsOf, accountKey(account)),
    spendResetFrom: (address) => consumeFrom(resetsFrom, address),
  };
}

type Limiter = RateLimiterPostgres | RateLimiterMemory;

/** The key has the same length for all, and gives a reader of the table no list of accounts. */
function accountKey(account: string, address = ''): string {
  const from = address && ` ${networkOf(address)}`;
  return createHash('sha256')
    .update(account + from)
    .digest('base64url');
}

function createLimiter(options: {
  pool: Pool;
  keyPrefix: string;
  points: number;
  sweeps: boolean;
  seconds?: number;
  remembers?: boolean;
}) {
  return new RateLimiterPostgres({
    storeClient: options.pool,
    storeType: 'pool',
    tableName: 'rate_limit_counters',
    tableCreated: true,
    // Rows whose window is long over are deleted for all limiters by one of them.
    clearExpiredByTimeout: options.sweeps,
    keyPrefix: options.keyPrefix,
    points: options.points,
    duration: options.seconds ?? WINDOW_SECONDS,
    // A client over the limit costs no query in this process until the window ends.
    ...(options.remembers !== false && { inMemoryBlockOnConsumed: options.points }),
  });
}

/**
 * A window that lasts for longer than any does was begun by a process whose clock was far ahead, or ours is far behind:
 * it is forgotten, or who reached its limit would be refused until the clocks meet.
 */
async function consume(limiter: RateLimiterPostgres, key: string, points = 1): Promise<Spent> {
  const result = await take(limiter, key, points);
  if (result.resetMs <= 2 * limiter.duration * 1000) return result;
  await limiter.delete(key);
  return take(limiter, key, points);
}

async function look(limiter: Limiter, key: string): Promise<Spent> {
  const found = await limiter.get(key);
  if (!found) return { limit: limiter.points, remaining: limiter.points, resetMs: 0, exceeded: false };
  return spent(limiter, found, found.consumedPoints > limiter.points);
}

/** The library rejects with a result, which is no Error, when the limit is exceeded. */
async function take(limiter: Limiter, key: string, points = 1): Promise<Spent> {
  try {
    return spent(limiter, await limiter.consume(key, points), false);
  } catch (error) {
    if (error instanceof RateLimiterRes) return spent(limiter, error, true);
    throw error;
  }
}

function spent(limiter: Limiter, result: RateLimiterRes, exceeded: boolean): Spent {
  return {
    limit: limiter.points,
    remaining: exceeded ? 0 : result.remainingPoints,
    resetMs: result.msBeforeNext,
    exceeded,
  };
}
