import { createHash, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import type { AddressPolicy } from '../../base/outgoing/address-policy.ts';
import { explainFailure } from '../../base/outgoing/explain-failure.ts';
import { createGuardedConnector } from '../../base/outgoing/guarded-connector.ts';
import { lookupFor } from '../../base/outgoing/public-lookup.ts';
import { readRetryAfter } from '../../base/outgoing/read-retry-after.ts';
import { GatewayAccountError, GatewayUnavailableError } from '../payment-gateway.ts';
import { readToken } from './bank-answers.ts';
import type { PixAccess } from './pix-settings.ts';

/** Activities have a minute, and some of them make several calls. */
const TIMEOUT_MS = 10_000;
/** A page of a hundred Pix has some 60 kB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_CONNECTION_BYTES = 32 * 1024 * 1024;
/** A connection ends between two calls, long before its bytes do. */
const MOST_CALLS_PER_CONNECTION = 100;
const KEPT_FOR_MS = 10_000;
/** Connections to a bank at one time, for one account. */
const MOST_CONNECTIONS = 8;
/** Accounts whose connections and tokens are kept; beyond them a call makes its own anew. */
const MOST_ACCOUNTS = 500;
/** A token is not used in its last seconds, which a slow request may outlast. */
const TOKEN_MARGIN_MS = 30_000;
/** The bank is left alone for this long after a 429 that does not say. */
const RATE_LIMIT_PAUSE_SECONDS = 5;

/** The bank refuses a request. The refusal is for the caller to judge. */
export class BankRefusal extends Error {
  override name = 'BankRefusal';
  readonly status: number;
  /** The last part of its type: `CobOperacaoInvalida`. */
  readonly type: string;
  /** The violated properties: `cob.valor.original`. */
  readonly properties: string[];
  /**
   * The bank's own words, which may quote a payer: they decide, and are neither logged nor kept.
   */
  readonly words: string;

  constructor(status: number, problem: Problem) {
    const type = problem.type?.split('/').at(-1) ?? 'no type';
    const properties = (problem.violacoes ?? []).flatMap(({ propriedade }) => propriedade ?? []);
    super(`The bank answered ${status}, ${[type, ...properties].join(', ')}.`);
    this.status = status;
    this.type = type;
    this.properties = properties;
    const reasons = (problem.violacoes ?? []).map(({ razao = '' }) => razao);
    this.words = [problem.title ?? '', problem.detail ?? '', ...reasons].join(' ');
  }
}

/** RFC 7807, as the Central Bank's `Problema`. */
interface Problem {
  type?: string;
  title?: string;
  detail?: string;
  violacoes?: { razao?: string; propriedade?: string }[];
}

/** The bank cannot be connected to as its settings say. */
export class BankConnectionError extends GatewayUnavailableError {
  override name = 'BankConnectionError';
  /** The system's word, such as `ERR_TLS_CERT_ALTNAME_INVALID`. */
  readonly code: string;
  /** In words: `has a certificate of another host name`. */
  readonly why: string;

  constructor(error: unknown) {
    const why = explainFailure(error, TIMEOUT_MS);
    super(`The bank ${why}.`);
    this.code = (error as NodeJS.ErrnoException).code ?? '';
    this.why = why;
  }
}

export type Method = 'GET' | 'PUT' | 'PATCH' | 'POST';

/** A store's access to its bank. */
export interface PixApi {
  /**
   * Makes a call. All calls but `POST` are idempotent by the protocol: a `PUT` names the thing that it makes.
   *
   * @param path below the base address, its parts encoded
   * @returns the answer's JSON; null for 404, and for an answer without a body
   * @throws BankRefusal for another 4xx; GatewayAccountError where the access is refused; GatewayUnavailableError
   */
  call(method: Method, path: string, body?: object): Promise<unknown>;
  /** Asks for a token, whether or not one is kept. @throws as `call` */
  authenticate(): Promise<void>;
}

interface Connection {
  agent: Agent;
  token: { value: Promise<string>; until: number } | null;
}

/** Opens the access to banks, and keeps their connections and tokens while they are used. */
export function createPixApis(policy: AddressPolicy): (access: PixAccess) => PixApi {
  const lookup = lookupFor(policy);
  const connections = new LRUCache<string, Connection>({
    max: MOST_ACCOUNTS,
    dispose: ({ agent }) => void agent.close().catch(() => undefined),
  });

  const connect = ({ certificate: cert, privateKey: key, serverCa }: PixAccess): Connection => ({
    agent: new Agent({
      connections: MOST_CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: KEPT_FOR_MS,
      maxRequestsPerClient: MOST_CALLS_PER_CONNECTION,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: createGuardedConnector(policy, {
        ...{ timeoutMs: TIMEOUT_MS, lookup, maxBytes: MAX_CONNECTION_BYTES, cert, key },
        ...(serverCa === null ? {} : { ca: serverCa }),
      }),
    }),
    token: null,
  });

  return (access) => {
    const id = createHash('sha256').update(JSON.stringify(access)).digest('base64url');
    const connectionOf = (): Connection => {
      const known = connections.get(id);
      if (known) return known;
      const made = connect(access);
      connections.set(id, made);
      return made;
    };
    const tokenOf = (connection: Connection): Promise<string> => {
      if (connection.token && connection.token.until > Date.now()) return connection.token.value;
      const asked = fetchToken(access, connection.agent);
      // Until it is there, whoever needs one waits for the same.
      const token = { value: asked.then(({ value }) => value), until: Date.now() + TIMEOUT_MS };
      connection.token = token;
      asked.then(
        ({ until }) => (token.until = until),
        () => {
          if (connection.token === token) connection.token = null;
        },
      );
      return token.value;
    };
    const send = async (method: Method, path: string, body?: object): Promise<Answer> => {
      const connection = connectionOf();
      const token = await tokenOf(connection);
      const answer = await ask(connection.agent, `${access.baseUrl}${path}`, {
        method,
        headers: { ...access.extraHeaders, ...JSON_HEADERS, authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (answer.status === 401) connection.token = null;
      return answer;
    };

    return {
      async call(method, path, body) {
        try {
          const first = await send(method, path, body);
          // A token may end before its time.
          const answer = first.status === 401 ? await send(method, path, body) : first;
          return judge(answer);
        } catch (error) {
          throw certificateFailure(error, access) ?? error;
        }
      },
      async authenticate() {
        const connection = connectionOf();
        connection.token = null;
        await tokenOf(connection);
      },
    };
  };
}

/** A bank that is not reached with a certificate that has ended: no retry mends that, as it may another failure. */
function certificateFailure(error: unknown, { certificate }: PixAccess): GatewayAccountError | null {
  const hasEnded = new Date(new X509Certificate(certificate).validTo) <= new Date();
  if (!hasEnded || !(error instanceof BankConnectionError)) return null;
  return new GatewayAccountError('key_refused', 'The store’s certificate has ended.');
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

interface Answer {
  status: number;
  json: unknown;
  retryAfterSeconds: number | null;
}

async function ask(
  agent: Agent,
  url: string,
  options: { method: Method; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { statusCode: status, headers, body } = await request(url, { ...options, dispatcher: agent, signal });
    const text = await body.text();
    const retryAfterSeconds = readRetryAfter({ statusCode: status, header: headers['retry-after'] }, new Date());
    return { status, json: parse(text), retryAfterSeconds };
  } catch (error) {
    throw new BankConnectionError(error);
  }
}

/** Undefined for a text that is no JSON, as a proxy's page of an error. */
function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function judge({ status, json, retryAfterSeconds }: Answer): unknown {
  if (status >= 200 && status < 300) {
    if (json === undefined) throw new GatewayUnavailableError(`The bank answered ${status} with what is no JSON.`);
    return json;
  }
  if (status === 404) return null;
  if (status === 401) throw new GatewayAccountError('key_refused', 'The bank refuses the token of the store.');
  if (status === 403) {
    throw new GatewayAccountError('permission_missing', 'The store’s access at its bank may not do this.');
  }
  if (status === 429) {
    const pause = { retryAfterSeconds: retryAfterSeconds ?? RATE_LIMIT_PAUSE_SECONDS };
    throw new GatewayUnavailableError('The bank asks to be left alone (429).', pause);
  }
  if (status >= 400 && status < 500 && status !== 408) throw new BankRefusal(status, json ?? {});
  throw new GatewayUnavailableError(`The bank failed (${status}).`, { retryAfterSeconds });
}

/** RFC 6749, section 4.4, over mutual TLS (RFC 8705). */
async function fetchToken(access: PixAccess, agent: Agent): Promise<{ value: string; until: number }> {
  const { tokenUrl, clientId, clientSecret, secretInBody, scope, extraHeaders } = access;
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope === null ? {} : { scope }) });
  const headers: Record<string, string> = {
    ...extraHeaders,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (secretInBody || clientSecret === null) {
    form.set('client_id', clientId);
    if (clientSecret !== null) form.set('client_secret', clientSecret);
  } else {
    const [user, password] = [clientId, clientSecret].map(encodeURIComponent);
    headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  const answer = await ask(agent, tokenUrl, { method: 'POST', headers, body: form.toString() });
  const { status, json } = answer;
  if (status === 400 || status === 401 || status === 403) {
    const { error } = (json ?? {}) as { error?: string };
    const failure = error === 'invalid_scope' ? 'permission_missing' : 'key_refused';
    throw new GatewayAccountError(failure, `The bank gives the store no token (${status}).`);
  }
  if (status === 404 || status === 405) throw new BankRefusal(status, {});
  const { access_token, expires_in } = readToken(judge(answer));
  return { value: access_token, until: Date.now() + Math.max(1_000, expires_in * 1_000 - TOKEN_MARGIN_MS) };
}
