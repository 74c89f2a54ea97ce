import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before several APIs: each request goes to the next of them. */
export interface Balancer {
  url: string;
  /** Ports of 127.0.0.1. */
  targets: number[];
  stop(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const targets: number[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const port = targets[(turn += 1) % targets.length];
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    // Nobody answered: whoever asked is not answered either.
    onward.on('error', () => outgoing.destroy());
    incoming.on('error', () => onward.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
