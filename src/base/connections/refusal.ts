import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIMITS } from './limits.ts';

/** Why a connection, or what was sent on it, is not served; before there is a request that a route could answer. */
export interface Refusal {
  status: number;
  title: string;
  code: string;
  detail: string;
  retryAfterSeconds?: number;
}

export const REFUSALS = {
  malformed: {
    status: 400,
    title: 'Bad Request',
    code: 'malformed_request',
    detail: 'The request is not HTTP that could be read.',
  },
  late: {
    status: 408,
    title: 'Request Timeout',
    code: 'request_timeout',
    detail: `The request was not there in time: its head within ${LIMITS.headMs / 1_000} s, all of it within ${LIMITS.requestMs / 1_000} s.`,
  },
  largeHead: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'malformed_request',
    detail: `The head of a request has at most ${LIMITS.headers} fields and 16 kB.`,
  },
  full: {
    status: 503,
    title: 'Service Unavailable',
    code: 'too_many_connections',
    detail: 'There are too many connections. Nothing was changed: try again.',
    retryAfterSeconds: 1,
  },
  pipelined: {
    status: 503,
    title: 'Service Unavailable',
    code: 'too_many_requests_pipelined',
    detail: `More than ${LIMITS.pipelined} requests are under way on this connection. Nothing was changed: try again.`,
    retryAfterSeconds: 1,
  },
  stopping: {
    status: 503,
    title: 'Service Unavailable',
    code: 'stopping',
    detail: 'This process stops. Nothing was changed: try again.',
    retryAfterSeconds: 1,
  },
} satisfies Record<string, Refusal>;

/**
 * In the place of an answer, where nothing of one was sent. The connection ends with it, also where its peer does not
 * end its side; a request of which a part had come fails then, as one whose client went away.
 */
export function refuseSocket(socket: Duplex, refusal: Refusal): void {
  const { headers, body } = render(refusal);
  const head = [`HTTP/1.1 ${refusal.status} ${refusal.title}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  dropRest(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ends a connection on which something may still come, of which nothing is begun or finished. */
export function dropRest(socket: Duplex, lastWords = ''): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(lastWords);
  // The process reads the rest of the request: a connection that is ended with unread bytes may lose an answer that was
  // written before. But the rest does not reach the parser, which would go on with a request that was told it is not
  // served.
  let left = LIMITS.lingerBytes;
  socket.removeAllListeners('data');
  socket.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.destroy();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LIMITS.lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** In the order of the requests of its connection, which ends with it. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = render(refusal);
  response.writeHead(refusal.status, headers.flat()).end(body);
}

function render({ retryAfterSeconds, ...problem }: Refusal): { headers: [string, string][]; body: string } {
  const { title, status, detail, code } = problem;
  const requestId = randomUUID();
  const body = JSON.stringify({
    ...{ type: 'about:blank', title, status, detail, code },
    ...{ request_id: requestId, errors: [] },
  });
  return {
    headers: [
      ['Content-Type', 'application/problem+json'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['X-Request-Id', requestId],
      ...(retryAfterSeconds ? [['Retry-After', String(retryAfterSeconds)] as [string, string]] : []),
      ['Connection', 'close'],
    ],
    body,
  };
}
