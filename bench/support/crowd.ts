import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { now } from './receiver.ts';

/** How the receivers of a store answer. */
export type Manner = 'well' | 'fails' | 'hangs';

/** The receivers of many stores, each on an address of its own within the loopback's network. */
export interface Crowd {
  /** The receiver of a store that behaves in this manner. */
  urlOf: (store: number, manner: Manner) => string;
  /** When each event of an invoice came in: milliseconds since 1970, finer than a millisecond. */
  arrivals: ReadonlyMap<number, number[]>;
  forget: () => void;
  stop: () => Promise<void>;
}

export async function startCrowd(): Promise<Crowd> {
  const arrivals = new Map<number, number[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = now();
      if (request.url!.startsWith('/hangs')) return;
      if (request.url!.startsWith('/fails')) response.statusCode = 500;
      response.end();
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { invoice_id: number } };
      arrivals.set(data.invoice_id, [...(arrivals.get(data.invoice_id) ?? []), at]);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (store, manner) => `http://127.${1 + (store >> 16)}.${(store >> 8) & 255}.${store & 255}:${port}/${manner}`,
    arrivals,
    forget: () => arrivals.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
