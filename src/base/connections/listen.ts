import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createConnections, type Connections, type ConnectionWatch } from './connections.ts';
import { LIMITS } from './limits.ts';
import { REFUSALS, refuseRequest, type Refusal } from './refusal.ts';

export interface Listener {
  port: number;
  /** From now on each answer is the last of its connection, so that clients go elsewhere. */
  drain(): void;
  /**
   * Takes what has connected, and then nothing new, and answers what was asked.
   *
   * @returns how many requests were cut off, as they were not answered to the end in this time
   */
  close(patienceMs: number): Promise<number>;
}

export interface ListenOptions {
  port: number;
  host?: string;
  /** Connections at once. */
  most: number;
  /** The limit for an address. */
  mostOfAnAddress: number;
  watch?: ConnectionWatch;
  /** Other times, for tests. */
  limits?: typeof LIMITS;
}

/** A request that has begun to come when the process stops is waited for this long. */
const HALF_SENT_MS = 2_000;
/**
 * When the process stops, it takes connections that the system has made for at most this long, until none comes in a
 * turn of Node's loop.
 */
const TAKING_MS = 2_000;
/** In a turn that takes longer one may have come after the system was asked. */
const SHORT_TURN_MS = 1;
/** Connections that are refused are told so; beyond as many the system is asked to drop them. */
const REFUSED_AT_ONCE = 64;

/** An HTTP server on which no client, however slow or hostile, holds more than its share for longer than its time. */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listener> {
  const { port, host, most, mostOfAnAddress, watch, limits = LIMITS } = options;
  const connections = createConnections({ most, mostOfAnAddress, watch });
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.lookMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    answerWith(handler, { connections, watch }),
  );
  // Counted by ourselves: Node leaves out what is beyond, and says nothing.
  server.maxHeadersCount = 0;
  // A connection is not ended for its age: balancers use theirs for long.
  server.maxRequestsPerSocket = 0;
  server.timeout = limits.silenceMs;
  server.maxConnections = most + REFUSED_AT_ONCE;
  // Node's own, at `close`, cuts off an answer that was made and is not all sent: `connections` ends those that are
  // idle.
  server.closeIdleConnections = () => undefined;
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('clientError', answerBrokenRequest(connections));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: limits.backlog }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => connections.drain(),
    close: (patienceMs) => close(server, connections, patienceMs),
  };
}

function answerWith(
  handler: RequestListener,
  { connections, watch }: { connections: Connections; watch: ConnectionWatch | undefined },
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const underWay = connections.begin(request, response);
    // The connection is about to end.
    if (underWay === null) return;
    const refusal = refusalOfRequest(request, underWay);
    if (!refusal) return void handler(request, response);
    connections.ignore(request.socket);
    watch?.refused(refusal.code);
    refuseRequest(response, refusal);
  };
}

function refusalOfRequest({ rawHeaders }: IncomingMessage, underWay: number): Refusal | null {
  if (underWay > LIMITS.pipelined) return REFUSALS.pipelined;
  return rawHeaders.length / 2 > LIMITS.headers ? REFUSALS.largeHead : null;
}

/**
 * A request that is no HTTP, or not in time, reaches no route; it gets a problem all the same, and the connection ends.
 */
function answerBrokenRequest(connections: Connections) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    connections.refuse(socket as Socket, refusalOf(error));
  };
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return REFUSALS.largeHead;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? REFUSALS.late : REFUSALS.malformed;
}

async function close(server: Server, connections: Connections, patienceMs: number): Promise<number> {
  let cutOff = 0;
  const rest = setTimeout(() => {
    cutOff = connections.underWay();
    server.closeAllConnections();
  }, patienceMs);
  connections.drain();
  await takeConnected(server, Math.min(TAKING_MS, patienceMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.endIdle();
  const halfSent = setTimeout(() => connections.refuseHalfSent(), Math.min(HALF_SENT_MS, patienceMs));
  await closed;
  clearTimeout(halfSent);
  clearTimeout(rest);
  return cutOff;
}

/**
 * Takes those that the system has connected: it resets them where the server closes, though their requests are on their
 * way. Node takes one in a turn of its loop. A connection that comes after the system was asked in the last turn is
 * reset: it is a short turn, unless the time was up.
 */
async function takeConnected(server: Server, withinMs: number): Promise<void> {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count).on('drop', count);
  const end = performance.now() + withinMs;
  // The rest of this turn, in which the system was asked before.
  await nextTurn();
  for (let isQuiet = false; !isQuiet && performance.now() < end;) {
    const before = taken;
    const since = performance.now();
    await nextTurn();
    isQuiet = taken === before && performance.now() - since < SHORT_TURN_MS;
  }
  server.off('connection', count).off('drop', count);
}
