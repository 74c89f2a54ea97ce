import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** The conduct of a receiver on a connection. */
export type Conduct = (socket: Socket) => void;

export interface HostileReceiver {
  port: number;
  /** Connections that were ever made to it. */
  readonly connections: number;
  /** That ever came. */
  readonly bytes: number;
  /** Those that are open. */
  readonly open: number;
  /** A deaf one begins to read, without which it does not notice that it was left. */
  hear(): void;
  close(): Promise<void>;
}

/** A server below HTTP, which does to each connection what it is told. */
export async function startHostileReceiver(
  conduct: Conduct,
  { certificate, deaf = false }: { certificate?: string; deaf?: boolean } = {},
): Promise<HostileReceiver> {
  let connections = 0;
  let bytes = 0;
  const sockets = new Set<Socket>();
  const server: Server = certificate
    ? createTlsServer(credentials(certificate))
    : createServer({ pauseOnConnect: deaf });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => (bytes += socket.bytesRead));
    conduct(socket);
    if (!deaf) socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    get bytes() {
      return bytes;
    },
    get open() {
      return sockets.size;
    },
    hear() {
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const certificates = new URL('../webhooks/certificates/', import.meta.url);

/** The authority that the tests' sender trusts. */
export const TEST_AUTHORITY = readFileSync(new URL('ca.pem', certificates), 'utf8');

function credentials(name: string): { cert: Buffer; key: Buffer } {
  const read = (file: string) => readFileSync(new URL(file, certificates));
  return { cert: read(`${name}.pem`), key: read('receiver.key') };
}

/** Once the request has begun to come, does this. */
export function afterRequest(act: Conduct): Conduct {
  return (socket) => void socket.once('data', () => act(socket));
}

/** Answers with these bytes, and then keeps the connection open. */
export function says(...parts: (string | Buffer)[]): Conduct {
  return afterRequest((socket) => {
    for (const part of parts) socket.write(part);
  });
}

/** Answers with these bytes and closes. */
export function saysAndEnds(...parts: (string | Buffer)[]): Conduct {
  return afterRequest((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });
}

/** Answers with these bytes and resets the connection; what is on its way then may be lost. */
export function saysAndResets(text: string): Conduct {
  return afterRequest((socket) => {
    socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50));
  });
}

/** After a beginning, a piece each few milliseconds, without end. */
export function trickles(beginning: string, piece: (n: number) => string, everyMs = 10): Conduct {
  return afterRequest((socket) => {
    socket.write(beginning);
    let n = 0;
    const timer = setInterval(() => socket.write(piece(n++)), everyMs);
    socket.once('close', () => clearInterval(timer));
  });
}

/** After a beginning, the piece as fast as it is taken, without end. */
export function floods(beginning: string, piece: string | Buffer): Conduct {
  return afterRequest((socket) => {
    socket.write(beginning);
    const flood = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', flood);
    };
    flood();
  });
}
