import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { runAlone } from '../../base/db/prepared-statements.ts';
import { startLoop } from '../../base/time/wakeable-loop.ts';
import { ADD_REQUESTS, FORGET_BEYOND, FORGET_OLD } from './request-log.sql.ts';

/** A token keeps this many of its requests, and none for longer than the days below. */
export const REQUESTS_KEPT = 1_000;
const DAYS_KEPT = 90;

const WRITE_INTERVAL_MS = 1_000;
/**
 * The log takes this many requests of a token in a second. No plan allows more; what is refused beyond a plan's limit
 * need not be listed one by one.
 */
const MOST_IN_A_ROUND = 200;
/** A token's old requests are looked for after this many new ones. */
const FORGET_EVERY = 100;
const FORGET_OLD_BATCH = 1_000;
const LONGEST_PATH = 200;

export interface LoggedRequest {
  tokenId: number;
  method: string;
  path: string;
  status: number;
  requestId: string;
  address: string;
  at: Date;
}

export interface RequestLog {
  /** Takes note of a request. The note is written within a second; no request waits for it. */
  note(request: LoggedRequest): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** Keeps the last requests of each API token, in batches: a write for each request would cost more than it tells. */
export function createRequestLog({ em, log }: { em: EntityManager; log: Logger }): RequestLog {
  let waiting = new Map<number, LoggedRequest[]>();
  const written = new Map<number, number>();
  const write = async (): Promise<void> => {
    const taken = waiting;
    if (taken.size === 0) return;
    waiting = new Map();
    const requests = [...taken.values()].flat();
    const column = <K extends keyof LoggedRequest>(name: K) => requests.map((one) => one[name]);
    await runAlone(em, ADD_REQUESTS, [
      ...[column('tokenId'), column('method'), column('path'), column('status')],
      ...[column('requestId'), column('address'), column('at')],
    ]);
    for (const [tokenId, { length }] of taken) await forgetBeyond(tokenId, length);
  };
  const forgetBeyond = async (tokenId: number, count: number): Promise<void> => {
    const total = (written.get(tokenId) ?? FORGET_EVERY) + count;
    if (total < FORGET_EVERY) {
      written.set(tokenId, total);
      return;
    }
    // A token that is not used again leaves nothing in memory for long: the map begins anew with the next one.
    if (written.size > REQUESTS_KEPT) written.clear();
    written.set(tokenId, 0);
    await runAlone(em, FORGET_BEYOND, [tokenId, REQUESTS_KEPT]);
    await runAlone(em, FORGET_OLD, [FORGET_OLD_BATCH, DAYS_KEPT]);
  };
  const loop = startLoop({
    everyMs: WRITE_INTERVAL_MS,
    round: write,
    onError: (error) => log.warn({ err: error }, 'requests of API tokens could not be noted'),
  });
  return {
    note(request) {
      const those = waiting.get(request.tokenId) ?? [];
      if (those.length >= MOST_IN_A_ROUND) return;
      those.push({ ...request, path: request.path.slice(0, LONGEST_PATH) });
      waiting.set(request.tokenId, those);
    },
    async stop() {
      await loop.stop();
      await write().catch((error: unknown) => log.warn({ err: error }, 'the last requests could not be noted'));
    },
  };
}
