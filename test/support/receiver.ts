import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertEventMatchesDocument } from './document-check.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  body: string;
  event: string;
  data: Record<string, unknown>;
  sequence: number;
  receivedAt: Date;
}

export interface Receiver {
  url: string;
  received: ReceivedWebhook[];
  /** The received events of an invoice by their sequence: which of two deliveries arrives first is nobody's promise. */
  eventsOf(invoiceId: number): string[];
  /** The status codes of the next answers, one each; after them 200. */
  answerNext(...statuses: number[]): void;
  /** From now on every request is handled so. */
  behave(handler: ((response: ServerResponse) => void) | null): void;
  /** @throws Error where an event came that the OpenAPI document does not describe */
  close(): Promise<void>;
}

/** A webhook receiver on loopback that remembers what it got, by the clock that it is given. */
export async function startReceiver({ now }: { now: () => Promise<Date> }): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const misfits: unknown[] = [];
  let behaviour: ((response: ServerResponse) => void) | null = null;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const parsed = JSON.parse(body) as { event: string; data: Record<string, unknown>; sequence: number };
        const { event, data, sequence } = parsed;
        try {
          assertEventMatchesDocument(parsed);
        } catch (error) {
          misfits.push(error);
        }
        const { headers, url: path = '' } = request;
        received.push({ path, headers, body, event, data, sequence, receivedAt: await now() });
        if (behaviour) return behaviour(response);
        response.statusCode = statuses.shift() ?? 200;
        response.end('thanks');
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    eventsOf: (invoiceId) =>
      received
        .filter((webhook) => webhook.data.invoice_id === invoiceId)
        .sort((a, b) => a.sequence - b.sequence)
        .map((webhook) => webhook.event),
    answerNext: (...next) => void statuses.push(...next),
    behave(handler) {
      behaviour = handler;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      if (misfits.length > 0) throw new AggregateError(misfits, String(misfits[0]));
    },
  };
}
