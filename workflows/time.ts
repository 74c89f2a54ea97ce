import type { StoreTime } from '../src/base/time/store-time.ts';

/** Milliseconds of real time from now to a moment, at least one: a moment that has passed comes at once. */
export function msUntil(at: string): number {
  return Math.max(1, new Date(at).getTime() - Date.now());
}

/** Whether a moment has come in the time of a store. */
export function hasCome(at: string, { clockAt }: StoreTime = {}): boolean {
  return new Date(at).getTime() <= (clockAt === undefined ? Date.now() : new Date(clockAt).getTime());
}

/**
 * News with the time that the clock shows by now. A clock goes forwards: news that were read before others, and come
 * after those, tell an earlier time.
 */
export function withLatestClock<News extends StoreTime>(news: News, known: StoreTime | undefined): News {
  if (news.clockAt === undefined || known?.clockAt === undefined || news.clockAt >= known.clockAt) return news;
  return { ...news, clockAt: known.clockAt };
}

/** The store's time, ISO 8601. */
export function storeTime({ clockAt }: StoreTime): string {
  return clockAt ?? new Date().toISOString();
}
