import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import type { AddressPolicy } from './address-policy.ts';

/** A receiver has this long for everything: name, connection, answer. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** So much of an answer is read; the rest is thrown away with the connection. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface HttpSender {
  /** Sends once; never follows a redirect. Never throws: what went wrong is the result. */
  post(url: string, options: { headers: Record<string, string>; body: string }): Promise<SendResult>;
  close(): Promise<void>;
}

export interface SendResult {
  /** Null when there was no answer. */
  statusCode: number | null;
  /** In words for the store's people; null for an answer in 200–299. */
  error: string | null;
  durationMs: number;
}

class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError';
}

/**
 * Sends requests to addresses that strangers chose. The policy is asked three times: for a literal (no name is looked
 * up then), for every address a name resolves to, and for the address that the socket is connected to.
 */
export function createHttpSender(policy: AddressPolicy, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}): HttpSender {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy) });
  const agent = new Agent({
    // Unbounded here: a request must not wait in line while its time runs. `PLACES_PER_ENDPOINT` bounds what comes.
    connections: null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: -1,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !policy.allows(host)) return callback(notAllowed(host), null);
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        const address = socket.remoteAddress ?? '';
        if (policy.allows(address)) return callback(null, socket);
        socket.destroy();
        callback(notAllowed(address), null);
      });
    },
  });

  return {
    async post(url, { headers, body }) {
      const begun = performance.now();
      const durationMs = (): number => Math.round(performance.now() - begun);
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
        await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => undefined);
        return { statusCode: answer.statusCode, error: judge(answer.statusCode), durationMs: durationMs() };
      } catch (error) {
        return { statusCode: null, error: explain(error, timeoutMs), durationMs: durationMs() };
      }
    },
    close: () => agent.destroy(),
  };
}

function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !policy.allows(address));
      // One private address among public ones is enough: the next connection might choose it.
      if (refused) return callback(notAllowed(refused.address), []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function notAllowed(address: string): Error {
  return new AddressNotAllowedError(`the address ${address} is not a public one`);
}

function judge(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return `answered ${statusCode}: redirects are not followed`;
  return `answered ${statusCode}`;
}

const EXPLANATIONS: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before it answered',
  ENOTFOUND: 'has a host name that does not exist',
  EAI_AGAIN: 'has a host name that could not be looked up',
  UND_ERR_SOCKET: 'closed the connection before it answered',
};
const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

function explain(error: unknown, timeoutMs: number): string {
  const { name, code = '', message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || TIMEOUTS.includes(code)) return `did not answer within ${timeoutMs / 1000} s`;
  if (error instanceof AddressNotAllowedError) return `was not called: ${message}`;
  return EXPLANATIONS[code] ?? `could not be reached: ${message}`;
}
