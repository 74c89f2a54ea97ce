import { setImmediate } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Environment } from '../base/environment.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';
import { webhookUrlProblem } from './check-webhook-url.ts';
import { explainFailure, judgeStatus } from '../base/outgoing/explain-failure.ts';
import { ANSWERS_PER_CONNECTION, createGuardedConnector, type LookupAll } from '../base/outgoing/guarded-connector.ts';
import { keepHeaders, readAnswer } from './read-answer.ts';
import { lookupFor } from '../base/outgoing/public-lookup.ts';
import { readRetryAfter } from '../base/outgoing/read-retry-after.ts';

/** A receiver has this long for everything: name, connection, answer. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** A connection is kept for this long without a request. */
const KEPT_FOR_MS = 1_000;
/** The sender remembers this many receivers that get a connection for each request; beyond them it finds out anew. */
const MAX_HASTY = 10_000;

export interface HttpSender {
  /** Sends once; never follows a redirect. Never throws: what went wrong is the result. */
  post(url: string, options: SendOptions): Promise<SendResult>;
  close(): Promise<void>;
}

export interface SendOptions {
  headers: Record<string, string>;
  body: string;
  /** Production is stricter about URLs. */
  environment: Environment;
}

export interface SendResult {
  /** Null when there was no answer. */
  statusCode: number | null;
  /** In words for the store's people; null for an answer in 200–299. */
  error: string | null;
  durationMs: number;
  /** The delay that a `Retry-After` of the answer asks for, from a second to a day; null when it asks for nothing. */
  retryAfterSeconds: number | null;
  /** Null when there was no answer; bounded, and without cookies. */
  responseHeaders: Record<string, string> | null;
  /** The first 4 KiB as text; null when there was no answer. */
  responseBody: string | null;
}

export interface HttpSenderOptions {
  timeoutMs?: number;
  /** Instead of the one that suits the policy. */
  lookup?: LookupAll;
  /** Certificates of authorities (PEM) instead of those that Node trusts. */
  ca?: string;
}

/** Sends requests to URLs that strangers chose, to the addresses that the policy allows. */
export function createHttpSender(
  policy: AddressPolicy,
  { timeoutMs = DEFAULT_TIMEOUT_MS, lookup = lookupFor(policy), ...connection }: HttpSenderOptions = {},
): HttpSender {
  const agent = new Agent({
    // Unbounded here: a request must not wait in line while its time runs. `PLACES_PER_ENDPOINT` bounds what comes.
    connections: null,
    // A connection carries one request at a time, and is kept for the next request that follows at once, as events come
    // together. The connection is not kept longer: hardly a receiver closes a connection that soon, and a request that
    // crosses the end of its connection on the way has failed.
    pipelining: 1,
    keepAliveTimeout: KEPT_FOR_MS,
    keepAliveMaxTimeout: KEPT_FOR_MS,
    maxRequestsPerClient: ANSWERS_PER_CONNECTION,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: -1,
    connect: createGuardedConnector(policy, { timeoutMs, lookup, ...connection }),
  });
  // Receivers that closed a connection which they had not said to close. A request might cross the next such end.
  const hasty = new Set<string>();
  agent.on('disconnect', (origin, _targets, error) => {
    if (isOwnDoing(error)) return;
    if (hasty.size >= MAX_HASTY) hasty.clear();
    hasty.add(new URL(origin).origin);
  });

  return {
    async post(url, { headers, body, environment }) {
      const begun = performance.now();
      const result = await send(url, { headers, body, environment });
      return { ...result, durationMs: Math.round(performance.now() - begun) };
    },
    close: () => agent.destroy(),
  };

  async function send(
    url: string,
    { headers, body, environment }: SendOptions,
  ): Promise<Omit<SendResult, 'durationMs'>> {
    const problem = webhookUrlProblem(url, { environment, policy });
    if (problem) return unanswered(`was not called: ${problem.reason}`);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // The process first hears which connections the receiver has closed by now, and does not use these.
      await setImmediate();
      const reset = hasty.has(new URL(url).origin);
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal, reset });
      const { statusCode } = answer;
      return {
        statusCode,
        error: judgeStatus(statusCode),
        retryAfterSeconds: readRetryAfter({ statusCode, header: answer.headers['retry-after'] }, new Date()),
        responseHeaders: keepHeaders(answer.headers),
        responseBody: await readAnswer(answer.body),
      };
    } catch (error) {
      return unanswered(explainFailure(error, timeoutMs));
    }
  }
}

/** A connection that was used up, or kept for long enough, and not one that the receiver closed. */
function isOwnDoing({ code }: NodeJS.ErrnoException): boolean {
  return code === 'UND_ERR_INFO' || code === 'UND_ERR_ABORTED';
}

function unanswered(error: string): Omit<SendResult, 'durationMs'> {
  return { statusCode: null, error, retryAfterSeconds: null, responseHeaders: null, responseBody: null };
}
