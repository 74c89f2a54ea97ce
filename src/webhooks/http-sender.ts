import { lookup as systemLookup } from 'node:dns';
import { Agent, request } from 'undici';
import type { Environment } from '../companies/environment.ts';
import type { AddressPolicy } from './address-policy.ts';
import { webhookUrlProblem } from './check-webhook-url.ts';
import { explainFailure, judgeStatus } from './explain-failure.ts';
import { createGuardedConnector, type LookupAll } from './guarded-connector.ts';
import { keepHeaders, readAnswer } from './read-answer.ts';
import { createPublicLookup } from './public-lookup.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** A receiver has this long for everything: name, connection, answer. */
const DEFAULT_TIMEOUT_MS = 10_000;

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
  /** What a `Retry-After` of the answer asks for, from a second to a day; null when it asks for nothing. */
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
    // A connection each: none is held for a stranger afterwards, and none fails because he closed it just then.
    pipelining: 0,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: -1,
    connect: createGuardedConnector(policy, { timeoutMs, lookup, ...connection }),
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
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
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

/** Only the system knows the names of an operator's own network, and `localhost`. */
function lookupFor(policy: AddressPolicy): LookupAll {
  if (policy.reachesPrivateNetworks) return systemLookup;
  const publicLookup = createPublicLookup();
  return (hostname, options, callback) =>
    (/(^|\.)localhost\.?$/.test(hostname) ? systemLookup : publicLookup)(hostname, options, callback);
}

function unanswered(error: string): Omit<SendResult, 'durationMs'> {
  return { statusCode: null, error, retryAfterSeconds: null, responseHeaders: null, responseBody: null };
}
