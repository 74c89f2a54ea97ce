import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Chance } from './chance.ts';

/** An answer, or none, as a client system saw it. */
export interface Seen {
  at: number;
  method: string;
  path: string;
  /** As the API's log has it, where the API has taken it. */
  requestId: string;
  /** It was not the first of its connection. */
  isOnUsedConnection: boolean;
  /** Null where none came. */
  status: number | null;
  durationMs: number;
  /** Why none came, as the system names it. */
  failure: string | null;
  /** Set for a refusal. */
  retryAfter: string | null;
  code: string | null;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A client system that sends again, with the same Idempotency-Key, whatever was not answered for good. */
export interface Client {
  /** @throws Error where it is not answered for good in time */
  post(
    token: string,
    path: string,
    body: object,
    options: { key: string; chance: Pick<Chance, 'happens' | 'between'> },
  ): Promise<Answer>;
  /** Once. */
  get(token: string, path: string): Promise<Seen>;
  /** Null where it is not answered with success. */
  read(token: string, path: string): Promise<Record<string, unknown> | null>;
  /** Every answer, and every request that was not answered; but for those that this client cut off itself. */
  seen: readonly Seen[];
}

const PATIENCE_MS = 300_000;
const ANSWER_MS = 120_000;
const AGAIN_MS = 250;
/** A connection that was idle for so long is not used again: sooner than a process that stops has drained. */
const IDLE_MS = 500;
/** A client whose own connection breaks, while the request is under way. */
const CUT_OFF = 0.1;
const CUT_OFF_WITHIN_MS = 60;
/** Not an answer for good: the same request is still under way, or waits for what another process does. */
const NOT_YET = ['idempotency_key_in_use', 'charge_not_registered'];

/** By request id. */
const underWay = new Map<string, { isOnUsedConnection: boolean }>();
const usedConnections = new WeakSet<object>();
subscribe('undici:client:sendHeaders', (message) => {
  const { headers, socket } = message as { headers: string; socket: object };
  const request = underWay.get(/^x-request-id: (.*)\r$/im.exec(headers)?.[1] ?? '');
  if (request) request.isOnUsedConnection = usedConnections.has(socket);
  usedConnections.add(socket);
});

export function createClient(publicUrl: string): Client {
  const seen: Seen[] = [];
  const agent = new Agent({ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS });

  /** @returns null where no answer came */
  async function once(
    method: string,
    path: string,
    { token, body, key, cutOffAfterMs }: { token: string; body?: object; key?: string; cutOffAfterMs?: number | null },
  ): Promise<(Answer & { seen: Seen }) | null> {
    const at = Date.now();
    const requestId = randomUUID();
    underWay.set(requestId, { isOnUsedConnection: false });
    const note = (status: number | null, retryAfter: string | null, code: string | null, failure = ''): Seen => {
      const line = {
        at,
        method,
        path,
        requestId,
        isOnUsedConnection: underWay.get(requestId)!.isOnUsedConnection,
        status,
        durationMs: Date.now() - at,
        retryAfter,
        code,
        failure: failure || null,
      };
      seen.push(line);
      return line;
    };
    const cutOff = typeof cutOffAfterMs === 'number';
    try {
      const response = await fetch(`${publicUrl}/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Request-Id': requestId,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...(key ? { 'Idempotency-Key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        dispatcher: agent,
        signal: AbortSignal.timeout(cutOff ? cutOffAfterMs : ANSWER_MS),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      const { code = null } = answer as { code?: string };
      const line = note(response.status, response.headers.get('retry-after'), response.ok ? null : code);
      return { status: response.status, body: answer, seen: line };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      if (!cutOff) note(null, null, null, cause?.code ?? message);
      return null;
    } finally {
      underWay.delete(requestId);
    }
  }

  return {
    seen,
    async get(token, path) {
      const answer = await once('GET', path, { token });
      return answer?.seen ?? seen.findLast((line) => line.path === path)!;
    },
    async read(token, path) {
      const answer = await once('GET', path, { token });
      return answer && answer.status < 300 ? answer.body : null;
    },
    async post(token, path, body, { key, chance }) {
      for (const end = Date.now() + PATIENCE_MS; ;) {
        const cutOffAfterMs = chance.happens(CUT_OFF) ? chance.between(1, CUT_OFF_WITHIN_MS) : null;
        const answer = await once('POST', path, { token, body, key, cutOffAfterMs });
        const code = typeof answer?.body.code === 'string' ? answer.body.code : '';
        if (answer && answer.status < 500 && answer.status !== 429 && !NOT_YET.includes(code)) return answer;
        if (Date.now() > end) throw new Error(`POST ${path} was not answered for good within ${PATIENCE_MS} ms`);
        await sleep(AGAIN_MS);
      }
    },
  };
}
