import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyStandardWebhook } from '../../../docs/examples/verify.ts';
import type { Chance } from './chance.ts';

/** A webhook as it came in, with what became of it. */
export interface Arrival {
  /** The path of the receiver. */
  path: string;
  /** `evt_` and the event's id. */
  webhookId: string;
  body: string;
  event: string;
  invoiceId: number | null;
  sequence: number;
  /** Milliseconds since 1970, as the next one. */
  at: number;
  answeredAt: number | null;
  /** Null where nothing was answered. */
  status: number | null;
  signatureIsRight: boolean;
  /** Signed within five minutes of the receiver's own clock, by Standard Webhooks; what is not is refused. */
  isOfItsTime: boolean;
}

/** The receivers of every store, with a ledger that nobody else writes. */
export interface Receivers {
  url: (path: string) => string;
  port: number;
  /** Adds a receiver: the secret of the signatures that it expects, and how often it fails. */
  add: (path: string, receiver: { secret: string; failsWith: number }) => void;
  arrivals: readonly Arrival[];
  stop: () => Promise<void>;
}

export async function startReceivers(chance: Chance): Promise<Receivers> {
  const arrivals: Arrival[] = [];
  const known = new Map<string, { secret: string; failsWith: number; chance: Chance }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const path = request.url ?? '';
      const receiver = known.get(path);
      if (!receiver) return void response.writeHead(404).end();
      const raw = Buffer.concat(chunks);
      const body = raw.toString('utf8');
      const { event, sequence, data } = JSON.parse(body) as {
        event: string;
        sequence: number;
        data: { invoice_id?: number };
      };
      const signature = `sha256=${createHmac('sha256', receiver.secret).update(body).digest('hex')}`;
      const arrival: Arrival = {
        ...{ path, body, event, sequence, at: Date.now(), answeredAt: null, status: null },
        webhookId: String(request.headers['webhook-id']),
        invoiceId: data.invoice_id ?? null,
        signatureIsRight: request.headers['x-service-signature'] === signature,
        isOfItsTime: verifyStandardWebhook(raw, request.headers, receiver.secret),
      };
      arrivals.push(arrival);
      if (!arrival.isOfItsTime) answer(response, arrival, 401);
      else if (receiver.chance.happens(receiver.failsWith)) fail(response, arrival, receiver.chance);
      else answer(response, arrival, 200);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    add: (path, receiver) => void known.set(path, { ...receiver, chance: chance.of(path) }),
    arrivals,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(response: ServerResponse, arrival: Arrival, status: number): void {
  arrival.status = status;
  response.writeHead(status).end();
  arrival.answeredAt = Date.now();
}

function fail(response: ServerResponse, arrival: Arrival, chance: Chance): void {
  if (chance.happens(0.3)) return void response.destroy();
  answer(response, arrival, chance.one([500, 503, 302]));
}
