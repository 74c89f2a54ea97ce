import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wiretap {
  /** The API's address, by way of the tap. */
  baseUrl: string;
  /** Every byte that was sent to the API, as it came. */
  sent: () => string;
  close(): Promise<void>;
}

/** Stands between a browser and the API: browsers do not show their own debuggers all that they send. */
export async function tapWire(targetUrl: string): Promise<Wiretap> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const api = connect(Number(new URL(targetUrl).port), '127.0.0.1');
    for (const socket of [client, api]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, api].forEach((end) => end.destroy()));
    }
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.pipe(api).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(chunks).toString('latin1'),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
