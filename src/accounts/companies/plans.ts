import { LEAST_REQUESTS_AT_ONCE } from '../../base/http/store-transactions.ts';

/** The plans, and how many requests a minute a company may make with each in each environment. */
export const REQUESTS_PER_MINUTE = { starter: 120, growth: 600, scale: 3_000 } as const;

/**
 * The number of requests of a company that may change or read the record at once, in each environment and process;
 * others wait.
 */
export const REQUESTS_AT_ONCE: Record<Plan, number> = { starter: LEAST_REQUESTS_AT_ONCE, growth: 6, scale: 8 };

export type Plan = keyof typeof REQUESTS_PER_MINUTE;

export const PLANS = Object.keys(REQUESTS_PER_MINUTE) as Plan[];

/** A company's own number, or its plan's. */
export function requestsPerMinuteOf(company: { plan: Plan; rateLimitPerMinute: number | null }): number {
  return company.rateLimitPerMinute ?? REQUESTS_PER_MINUTE[company.plan];
}
