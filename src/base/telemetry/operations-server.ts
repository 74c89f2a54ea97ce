import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { listen } from '../connections/listen.ts';
import { isReady, type Readiness } from './readiness.ts';

export interface OperationsAddress {
  host: string;
  /** 0: any that is free. */
  port: number;
}

export interface OperationsServer {
  port: number;
  close(): Promise<void>;
}

/** A few programs ask, each over one connection. */
const MOST_CONNECTIONS = 64;
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Answers operators and their programs on a port that the public does not reach: whether a process is alive, whether it
 * should get work, and its metrics.
 */
export async function serveOperations(
  address: OperationsAddress,
  { readiness, readMetrics, log }: { readiness: Readiness; readMetrics: () => Promise<string>; log: Logger },
): Promise<OperationsServer> {
  const answerTo = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (path === '/readyz') {
      const report = await readiness.read();
      return sendJson(response, isReady(report) ? 200 : 503, report);
    }
    if (path === '/metrics') {
      const text = await readMetrics();
      response.writeHead(200, { 'Content-Type': TEXT_FORMAT }).end(text);
      return;
    }
    sendJson(response, 404, { status: 'not_found' });
  };
  const listener = await listen(
    (request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return sendJson(response, 405, { status: 'not_allowed' });
      answerTo(path, response).catch((error: unknown) => {
        log.error({ err: error, path }, 'operators were not answered');
        sendJson(response, 500, { status: 'failed' });
      });
    },
    { ...address, most: MOST_CONNECTIONS, mostOfAnAddress: MOST_CONNECTIONS },
  );
  const { port } = listener;
  log.info({ port, host: address.host }, 'operators are served');
  return { port, close: async () => void (await listener.close(0)) };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
