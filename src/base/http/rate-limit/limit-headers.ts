import type { Spent } from './lease-points.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** Where whoever asks stands with a limit, as every answer says it. */
export function limitHeaders({ limit, remaining, resetMs }: Spent): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(wholeSeconds(resetMs)),
  };
}
