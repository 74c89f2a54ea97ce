import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../src/base/outgoing/address-policy.ts';
import { createHttpSender } from '../../src/webhooks/http-sender.ts';
import { eventually } from '../support/eventually.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}
const receiver = (handler: RequestListener) => listen(createServer(handler));
/** Has the time that every receiver has, unless a test is about its end: a busy machine is no receiver's fault. */
const sender = (allowed: string[], timeoutMs?: number) => {
  const made = createHttpSender(createAddressPolicy(allowed), timeoutMs === undefined ? {} : { timeoutMs });
  closers.push(() => made.close());
  return made;
};
const post = (url: string, { allowed = ['127.0.0.0/8', '::1/128'], timeoutMs }: PostOptions = {}) =>
  sender(allowed, timeoutMs).post(url, { headers: {}, body: '{}', environment: 'sandbox' });
interface PostOptions {
  allowed?: string[];
  timeoutMs?: number;
}

describe('the answers of a receiver', () => {
  test.each([200, 201, 202, 204, 299])('%i is success', async (status) => {
    const port = await receiver((_, response) => response.writeHead(status).end());
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ statusCode: status, error: null });
  });

  test.each([301, 302, 307, 308, 400, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
    const port = await receiver((_, response) => response.writeHead(status, { Location: '/elsewhere' }).end());
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
      statusCode: status,
      error: expect.stringContaining(String(status)),
    });
  });

  test('a redirect is not followed', async () => {
    const paths: string[] = [];
    const port = await receiver((request, response) => {
      paths.push(request.url!);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    await post(`http://127.0.0.1:${port}/first`);
    expect(paths).toEqual(['/first']);
  });

  test('an answer without end is cut off, and its status counts', async () => {
    const port = await receiver((_, response) => {
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    });
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ statusCode: 200, error: null });
  });

  test('a body that never comes after the headers is a status all the same', async () => {
    const port = await receiver(
      (_, response) => void response.writeHead(200, { 'Content-Length': '10' }).flushHeaders(),
    );
    const { statusCode, durationMs } = await post(`http://127.0.0.1:${port}`, { timeoutMs: 2_000 });
    expect(statusCode).toBe(200);
    expect(durationMs).toBeLessThan(8_000);
  });

  test('a receiver that never answers fails when its time is over, in words', async () => {
    const port = await receiver(() => undefined);
    const { statusCode, error, durationMs } = await post(`http://127.0.0.1:${port}`, { timeoutMs: 500 });
    expect({ statusCode, error }).toEqual({ statusCode: null, error: 'did not answer within 0.5 s' });
    expect(durationMs).toBeGreaterThanOrEqual(490);
    expect(durationMs).toBeLessThan(5_000);
  });

  test('receivers that close, refuse, talk nonsense or have no name are told apart in words', async () => {
    const closing = await listen(createTcpServer((socket) => socket.destroy()));
    const nonsense = await listen(createTcpServer((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n')));
    const gone = await listen(createTcpServer());
    await closers.pop()!();
    expect((await post(`http://127.0.0.1:${closing}`)).error).toBe('closed the connection before it answered');
    expect((await post(`http://127.0.0.1:${nonsense}`)).error).toBe('did not answer in HTTP/1.1');
    expect((await post(`http://127.0.0.1:${gone}`)).error).toBe('refused the connection');
    expect((await post('http://nobody.invalid')).error).toMatch(/host name/);
  });
});

describe('a connection to a receiver', () => {
  const countConnections = async (handler: RequestListener) => {
    const server = createServer(handler);
    const seen = { connections: 0, open: 0, port: await listen(server) };
    server.on('connection', (socket) => {
      seen.connections += 1;
      seen.open += 1;
      socket.once('close', () => (seen.open -= 1));
    });
    return seen;
  };
  const answer: RequestListener = (request, response) => void request.resume().on('end', () => response.end('ok'));
  const times = async (count: number, work: () => Promise<{ error: string | null }>) => {
    for (let n = 0; n < count; n += 1) expect(await work()).toMatchObject({ error: null });
  };
  const poster = (port: number) => {
    const made = sender(['127.0.0.0/8']);
    return () => made.post(`http://127.0.0.1:${port}`, { headers: {}, body: '{}', environment: 'sandbox' });
  };

  test('serves ten requests that follow each other, and is not kept when none follows', async () => {
    const seen = await countConnections(answer);
    const postOne = poster(seen.port);
    await times(10, postOne);
    expect(seen.connections).toBe(1);
    await times(11, postOne);
    expect(seen.connections).toBe(3);
    await eventually(
      () => seen.open,
      (open) => open === 0,
      { withinMs: 3_000 },
    );
  });

  test('is one for each request that is under way, and no more', async () => {
    const seen = await countConnections(answer);
    const postOne = poster(seen.port);
    for (let round = 0; round < 3; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, postOne));
      expect(results.map(({ error }) => error)).toEqual(Array(8).fill(null));
    }
    expect(seen.connections).toBe(8);
  });

  test('is not used again when the receiver closed it, said or unsaid', async () => {
    const closing = await countConnections((_, response) => response.writeHead(200, { Connection: 'close' }).end());
    await times(5, poster(closing.port));
    expect(closing.connections).toBe(5);
    const hasty = await countConnections((request, response) => {
      answer(request, response);
      response.once('finish', () => setTimeout(() => request.socket.destroy(), 5));
    });
    const postOne = poster(hasty.port);
    await times(1, postOne);
    await eventually(
      () => hasty.open,
      (open) => open === 0,
    );
    await times(5, postOne);
    expect(hasty.connections).toBe(6);
  });
});

describe('where webhooks may go', () => {
  const publicOnly = createAddressPolicy([]);

  test.each(['8.8.8.8', '200.160.2.3', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('%s may be called', (address) => {
    expect(publicOnly.allows(address)).toBe(true);
  });

  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'cloud metadata'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['0.0.0.0', 'this host'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['::1', 'loopback'],
    ['::', 'unspecified'],
    ['fe80::1', 'link-local'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
    ['::ffff:169.254.169.254', 'IPv4-mapped metadata'],
    ['64:ff9b::a00:1', 'NAT64 of a private address'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['not an address', 'no address'],
    ['', 'nothing'],
  ])('%s may not (%s)', (address) => {
    expect(publicOnly.allows(address)).toBe(false);
  });

  test('a network that is listed may be called all the same', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', '::1/128']);
    expect(policy.allows('10.1.2.3')).toBe(true);
    expect(policy.allows('10.2.0.1')).toBe(false);
    expect(policy.allows('::1')).toBe(true);
    expect(policy.allows('::ffff:10.1.2.3')).toBe(true);
    expect(() => createAddressPolicy(['10.1.0.0'])).toThrow(/WEBHOOK_ALLOWED_NETWORKS/);
  });

  test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '017700000001', '[::ffff:127.0.0.1]'])(
    'a receiver at http://%s is not even connected to',
    async (host) => {
      let connections = 0;
      const server = createServer();
      server.on('connection', () => (connections += 1));
      const port = await listen(server);
      const { statusCode, error } = await post(`http://${host}:${port}/`, { allowed: [] });
      expect(statusCode).toBeNull();
      expect(error).toMatch(/^was not called: (the address .* is not a public one|localhost is not a public name)$/);
      expect(connections).toBe(0);
    },
  );
});
