import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { API_VERSION, copy, createModes, newId, type Mode } from './stripe-server/account.ts';
import { ENDPOINTS, type Call, type Endpoint } from './stripe-server/endpoints.ts';
import { expanded } from './stripe-server/expand.ts';
import { invalidRequest, serverError, StripeFailure, unknownUrl } from './stripe-server/failure.ts';
import { createFaults, failureInstead, type Fault, type How } from './stripe-server/faults.ts';
import { createIdempotencyKeys, type IdempotencyKeys, type StoredAnswer } from './stripe-server/idempotency.ts';
import { createKeys } from './stripe-server/keys.ts';
import { parseForm, type RawParams } from './stripe-server/params.ts';
import { addCard } from './stripe-server/payment-methods.ts';
import { testCard } from './stripe-server/test-cards.ts';
import { deliver, signed } from './stripe-server/webhooks.ts';
import { createWorld, type StripeWorld } from './stripe-server/world.ts';

export interface StripeRequest {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** As they came: every value is a string, a list an object by its indices. */
  params: RawParams;
  /** The value of the `Stripe-Version` header. */
  version: string | null;
  /** Whether the answer is that of an earlier request with the same key. */
  replayed: boolean;
  /** The status of the answer, or `null` when there was none, or not yet. */
  status: number | null;
}

export interface StripeServer extends StripeWorld {
  url: string;
  stop(): Promise<void>;

  /** A key is live when it begins with `sk_live_` or `rk_live_`. `sk_test_fatura` and `sk_live_fatura` are known. */
  addKey(key: string): void;
  /** From now on 401: the key was rolled. */
  revokeKey(key: string): void;
  /** From now on 403 for everything. */
  restrictKey(key: string): void;
  restoreKey(key: string): void;

  failNext(fault: Fault): void;
  /** The numbers of instalments that the bank of any card offers. */
  setInstallments(counts: readonly number[]): void;
  /**
   * A card as the payer's browser registers it, by the name of a test card: the one way to have one in live mode, where
   * those names are unknown.
   * @returns its id
   */
  registerCard(testCardName: string, options?: { live?: boolean }): string;

  /** Oldest first, of both modes. */
  events: readonly Stripe.Event[];
  /** The events since the last time. */
  takeEvents(): Stripe.Event[];
  signed: typeof signed;
  deliver: typeof deliver;

  /** In the order in which they came; those that were dropped or hang are among them. */
  requests: readonly StripeRequest[];
  paymentIntents(): Stripe.PaymentIntent[];
  /** Those that moved money. */
  charges(): Stripe.Charge[];
  refunds(): Stripe.Refund[];
  disputes(): Stripe.Dispute[];
  customers(): Stripe.Customer[];
}

/**
 * Stripe on a free port of the loopback address, in memory: the endpoints that a gateway needs, with Stripe's checks,
 * idempotency keys, test cards and webhooks, and the faults between the two. It refuses requests that it does not know.
 */
export async function startStripeServer({ now = Date.now }: { now?: () => number } = {}): Promise<StripeServer> {
  const shared = { now, events: [] as Stripe.Event[], installments: [2, 3, 6, 12] };
  const modes = createModes(shared);
  const both = [modes.test, modes.live];
  const idempotency = new Map<Mode, IdempotencyKeys>(both.map((mode) => [mode, createIdempotencyKeys(now)]));
  const keys = createKeys(['sk_test_fatura', 'sk_live_fatura']);
  const faults = createFaults();
  const requests: StripeRequest[] = [];
  let taken = 0;

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      // A fault of this server itself, which a test must not take for one of Stripe's.
      const message = String(error instanceof Error ? error.stack : error);
      response.writeHead(599).end(JSON.stringify({ error: { type: 'server_of_the_tests', message } }));
    });
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { request, authorization, contentType } = await readRequest(incoming);
    requests.push(request);
    const how = faults.take(request.method, request.path);
    if (how === 'hang_before') return;
    if (how === 'drop_before') return void incoming.socket.destroy();
    const answer = await answerTo(request, { authorization, contentType, how });
    if (how === 'hang_after') return;
    if (how === 'drop_after') return void incoming.socket.destroy();
    request.status = answer.status;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function answerTo(
    request: StripeRequest,
    { authorization, contentType, how }: { authorization: string; contentType: string; how: How | undefined },
  ): Promise<StoredAnswer> {
    const requestId = newId('req');
    try {
      const key = keys.check(authorization);
      const mode = /^[sr]k_live_/.test(key) ? modes.live : modes.test;
      const form = request.path === '/v1/files' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
      if (request.method === 'POST' && !contentType.startsWith(form)) {
        throw invalidRequest(`Invalid request (check that your POST content type is ${form}).`);
      }
      const { endpoint, id } = findEndpoint(request);
      const version = request.version ?? API_VERSION;
      const call: Call = { mode, id, params: request.params, version };
      // Stripe heeds the header of a POST alone.
      const idempotencyKey = request.method === 'POST' ? request.idempotencyKey : null;
      if (idempotencyKey === null) return await work(endpoint, call, { requestId, idempotencyKey, how });
      const stored = idempotency.get(mode)!.begin(idempotencyKey, request.path, canonical(request.params));
      if (stored) {
        request.replayed = true;
        const headers = {
          'Idempotent-Replayed': 'true',
          'Original-Request': stored.requestId,
          'Request-Id': requestId,
        };
        return { ...stored, headers: { ...stored.headers, ...headers } };
      }
      const answer = await work(endpoint, call, { requestId, idempotencyKey, how });
      idempotency.get(mode)!.finish(idempotencyKey, answer);
      return answer;
    } catch (error) {
      return failed(error, requestId);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const all = <T>(read: (mode: Mode) => Map<string, T>): T[] =>
    both.flatMap((mode) => [...read(mode).values()].map(copy));

  return {
    ...createWorld(both),
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    addKey: (key) => keys.set(key, 'known'),
    revokeKey: (key) => keys.set(key, 'revoked'),
    restrictKey: (key) => keys.set(key, 'restricted'),
    restoreKey: (key) => keys.set(key, 'known'),
    failNext: faults.add,
    setInstallments: (counts) => void (shared.installments = [...counts]),
    registerCard(name, { live = false } = {}) {
      const card = testCard(name);
      if (!card) throw new Error(`Stripe has no test card ${name}, or this server does not know it`);
      return addCard(live ? modes.live : modes.test, card).id;
    },
    events: shared.events,
    takeEvents() {
      const events = shared.events.slice(taken);
      taken = shared.events.length;
      return events;
    },
    signed,
    deliver,
    requests,
    paymentIntents: () => all((mode) => mode.intents),
    charges: () => all((mode) => mode.charges).filter((charge) => charge.paid),
    refunds: () => all((mode) => mode.refunds),
    disputes: () => all((mode) => mode.disputes),
    customers: () => all((mode) => mode.customers),
  };
}

interface Read {
  request: StripeRequest;
  authorization: string;
  contentType: string;
}

async function readRequest(incoming: IncomingMessage): Promise<Read> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const { method = 'GET', headers } = incoming;
  const type = headers['content-type'] ?? '';
  const isInParts = type.startsWith('multipart/form-data');
  const form = method === 'POST' && !isInParts ? Buffer.concat(chunks).toString('utf8') : search.slice(1);
  const header = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const request: StripeRequest = {
    method,
    path: pathname,
    idempotencyKey: header('idempotency-key'),
    params: isInParts ? await readParts(Buffer.concat(chunks), type) : parseForm(form),
    version: header('stripe-version'),
    replayed: false,
    status: null,
  };
  // A POST without parameters comes without a type.
  const contentType = form === '' && !isInParts ? 'application/x-www-form-urlencoded' : type;
  return { request, authorization: headers.authorization ?? '', contentType };
}

/** A form in parts; of a file its name, type and size. */
async function readParts(body: Buffer, type: string): Promise<RawParams> {
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
  const params: RawParams = {};
  for (const [name, value] of form) {
    params[name] = typeof value === 'string' ? value : { name: value.name, type: value.type, size: String(value.size) };
  }
  return params;
}

function findEndpoint({ method, path }: StripeRequest): { endpoint: Endpoint; id: string } {
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === method ? endpoint.path.exec(path) : null;
    if (match) return { endpoint, id: match[1] ?? '' };
  }
  throw unknownUrl(method, path);
}

/** Does what is asked, or fails as a fault wants it to. */
async function work(
  endpoint: Endpoint,
  call: Call,
  { requestId, idempotencyKey, how }: { requestId: string; idempotencyKey: string | null; how: How | undefined },
): Promise<StoredAnswer> {
  const headers = {
    'Content-Type': 'application/json',
    'Request-Id': requestId,
    'Stripe-Version': call.version,
    ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
  };
  try {
    if (typeof how === 'object' && 'delayMs' in how) await sleep(how.delayMs);
    const instead = how === '500_before' ? serverError() : failureInstead(how);
    if (instead) throw instead;
    call.mode.cause = { id: requestId, idempotency_key: idempotencyKey };
    const result = expanded(call.mode, endpoint.answer(call), expandOf(call.params));
    if (how === '500_after') throw serverError();
    return { status: 200, body: JSON.stringify(result, null, 2), headers, requestId };
  } catch (error) {
    const answer = failed(error, requestId);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
}

function failed(error: unknown, requestId: string): StoredAnswer {
  if (!(error instanceof StripeFailure)) throw error;
  const headers = { 'Content-Type': 'application/json', 'Request-Id': requestId, ...error.headers };
  const body = { error: { ...error.error, request_log_url: `https://dashboard.stripe.com/logs/${requestId}` } };
  return { status: error.status, body: JSON.stringify(body, null, 2), headers, requestId };
}

function expandOf({ expand }: RawParams): string[] {
  return typeof expand === 'object' ? Object.values(expand).filter((path) => typeof path === 'string') : [];
}

/** The same text for the same parameters, in whatever order they came. */
function canonical(params: RawParams): string {
  return JSON.stringify(params, (_key, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
