import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it came in; the moment is milliseconds since 1970, finer than a millisecond. */
export interface Arrival {
  event: string;
  invoiceId: number;
  at: number;
}

export interface Receiver {
  url: string;
  /** Answers after three to five seconds. */
  slowUrl: string;
  /** Takes connections and never answers. */
  deadUrl: string;
  /** How many events came in. */
  count: () => number;
  /** When an event of an invoice first came in; waits for it. */
  arrival: (event: string, invoiceId: number) => Promise<number>;
  /** When it was answered; waits for it. */
  answered: (event: string, invoiceId: number) => Promise<void>;
  /** When it came in, if it did. */
  arrivedAt: (event: string, invoiceId: number) => number | undefined;
  forget: () => void;
  stop: () => Promise<void>;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** By the invoice, so that answers to requests that came together do not come together. */
const slowMs = (invoiceId: number): number => 3_000 + (invoiceId % 9) * 250;

/** The receiver of every store, in this process: it reads what it is sent and answers 200. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const done = new Set<string>();
  const waitingForEnd = new Map<string, () => void>();
  let count = 0;
  const healthy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = now();
      const { event, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        event: string;
        data: { invoice_id: number };
      };
      const key = `${event} ${data.invoice_id}`;
      const answer = (): void => {
        response.end();
        done.add(key);
        waitingForEnd.get(key)?.();
        waitingForEnd.delete(key);
      };
      if (request.url === '/slow') setTimeout(answer, slowMs(data.invoice_id));
      else answer();
      count += 1;
      if (arrivals.has(key)) return;
      arrivals.set(key, at);
      waiting.get(key)?.(at);
      waiting.delete(key);
    });
  });
  const dead = createServer(() => undefined);
  const [url, deadUrl] = [await listen(healthy), await listen(dead)];
  return {
    url,
    slowUrl: `${url}slow`,
    deadUrl,
    count: () => count,
    arrival(event, invoiceId) {
      const key = `${event} ${invoiceId}`;
      const at = arrivals.get(key);
      return at === undefined ? new Promise((resolve) => waiting.set(key, resolve)) : Promise.resolve(at);
    },
    async answered(event, invoiceId) {
      const key = `${event} ${invoiceId}`;
      if (done.has(key)) return;
      await new Promise<void>((resolve) => waitingForEnd.set(key, resolve));
    },
    arrivedAt: (event, invoiceId) => arrivals.get(`${event} ${invoiceId}`),
    forget() {
      arrivals.clear();
      done.clear();
    },
    async stop() {
      for (const server of [healthy, dead]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
