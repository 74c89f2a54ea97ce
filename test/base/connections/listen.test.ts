import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { LIMITS, mostConnections } from '../../../src/base/connections/limits.ts';
import { listen, type Listener, type ListenOptions } from '../../../src/base/connections/listen.ts';
import { eventually } from '../../support/eventually.ts';

const QUICK = { ...LIMITS, headMs: 300, requestMs: 600, lookMs: 50, silenceMs: 800 };
/** More than the system keeps for a connection. */
const LARGE_BYTES = 40_000_000;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Bytes on a connection, as no HTTP client would send them. */
interface Wire {
  socket: Socket;
  said: () => string;
  /** All that came, once the server has ended the connection. */
  whole: Promise<string>;
}

describe('a server for clients that are slow or hostile', () => {
  let listener: Listener;
  const wires: Wire[] = [];
  const held: ServerResponse[] = [];
  const sent: ServerResponse[] = [];
  /** Requests that reached the handler, and those that are over, each with whether all of it had come. */
  const begun: string[] = [];
  const over: string[] = [];
  afterEach(async () => {
    for (const { socket } of wires.splice(0)) socket.destroy();
    held.length = 0;
    sent.length = 0;
    begun.length = 0;
    over.length = 0;
    await listener.close(0);
  });

  const answer: RequestListener = (request, response) => {
    begun.push(request.url!);
    request.once('close', () => over.push(`${request.url} ${request.complete ? 'whole' : 'cut off'}`));
    // A request that fails for a part of its body fails with an error, which the framework takes.
    request.on('error', () => undefined);
    if (request.url === '/held') return void held.push(response);
    if (request.url === '/large') return void sent.push(response.end(Buffer.alloc(LARGE_BYTES)));
    request.resume();
    request.once('end', () => response.end(`read ${request.url}`));
  };
  const start = async (options: Partial<ListenOptions> = {}): Promise<void> => {
    listener = await listen(answer, { port: 0, host: '127.0.0.1', most: 50, mostOfAnAddress: 50, ...options });
  };
  const dial = async (first = '', { from = '127.0.0.1', isRead = true } = {}): Promise<Wire> => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: from });
    let said = '';
    socket.setEncoding('utf8');
    if (isRead) socket.on('data', (text: string) => (said += text));
    // Whether it was reset or ended makes no difference to what was said.
    socket.on('error', () => undefined);
    const whole = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
    await once(socket, 'connect');
    socket.write(first);
    const wire = { socket, said: () => said, whole };
    wires.push(wire);
    return wire;
  };
  /** Its request is with the handler, which does not answer. */
  const dialHeld = async (): Promise<Wire> => {
    const wire = await dial(GET.replace('/ ', '/held '));
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    return wire;
  };
  const ends = (text: string): { status: number; code: string; retryAfter: boolean } => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^Content-Type: application\/problem\+json$/m);
    expect(head).toMatch(/^Connection: close$/m);
    const problem = JSON.parse(body) as { status: number; code: string; request_id: string; errors: unknown[] };
    expect(problem).toMatchObject({ type: 'about:blank', request_id: expect.any(String), errors: [] });
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} `));
    return { status: problem.status, code: problem.code, retryAfter: /^Retry-After: \d+$/m.test(head) };
  };

  test.each([
    ['that says nothing', ''],
    ['whose head stops', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['whose body stops', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'],
    ['whose chunks stop', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('a connection %s is answered 408 in time', async (_, bytes) => {
    await start({ limits: QUICK });
    const wire = await dial(bytes);
    expect(ends(await wire.whole)).toMatchObject({ status: 408, code: 'request_timeout' });
  });

  test('a head that is trickled has no more time than one that stops', async () => {
    await start({ limits: QUICK });
    const wire = await dial('GET / HTTP/1.1\r\nHost: x\r\n');
    const trickle = setInterval(() => wire.socket.write('X: y\r\n'), 20);
    expect(ends(await wire.whole).status).toBe(408);
    clearInterval(trickle);
  });

  test('a head of more than 100 fields or 16 kB is answered 431, and one of 100 is served', async () => {
    await start();
    const fields = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('');
    const many = await dial(`GET / HTTP/1.1\r\nHost: x\r\n${fields(100)}\r\n`);
    expect(ends(await many.whole)).toMatchObject({ status: 431, code: 'malformed_request' });
    const long = await dial(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`);
    expect(ends(await long.whole)).toMatchObject({ status: 431, code: 'malformed_request' });
    const right = await dial(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields(98)}\r\n`);
    expect(await right.whole).toMatch(/^HTTP\/1.1 200 OK/);
  });

  test('16 requests that do not wait for answers are under way at once; the next is answered 503, in order', async () => {
    await start();
    const wire = await dial(GET.replace('/ ', '/held ') + GET.repeat(40));
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    held[0]!.end('first');
    const text = await wire.whole;
    const answers = text.split('HTTP/1.1 ').slice(1);
    expect(answers.map((one) => one.slice(0, 3))).toEqual([...Array.from({ length: 16 }, () => '200'), '503']);
    expect(text).toMatch(/too_many_requests_pipelined/);
    expect(answers[0]).toMatch(/first$/);
  });

  test('where there are too many, the one that was waited for longest gives way', async () => {
    await start({ most: 3 });
    const [silent, half] = [await dial(), await dial('GET / HTTP/1.1\r\n')];
    const idle = await dial(GET);
    await eventually(idle.said, (text) => text.endsWith('read /'));
    const oneMore = async (gone: Wire): Promise<string> => {
      const next = await dial(GET);
      await eventually(next.said, (text) => text.endsWith('read /'));
      return gone.whole;
    };
    const refusal = { status: 503, code: 'too_many_connections', retryAfter: true };
    expect(ends(await oneMore(silent))).toEqual(refusal);
    expect(ends(await oneMore(half))).toEqual(refusal);
    // Nothing is said to one that waits for nothing.
    expect(await oneMore(idle)).toMatch(/^HTTP\/1.1 200 OK[^]*read \/$/);
  });

  test('an observer of connections is told of each that comes, goes or is refused, and why', async () => {
    let open = 0;
    const refused: string[] = [];
    const watch = {
      opened: () => (open += 1),
      closed: () => (open -= 1),
      refused: (code: string) => refused.push(code),
    };
    await start({ most: 2, watch, limits: { ...LIMITS, headMs: 300, lookMs: 50 } });
    const areOpen = (count: number) =>
      eventually(
        () => open,
        (seen) => seen === count,
      );
    const idle = await dial(GET);
    await eventually(idle.said, (text) => text.endsWith('read /'));
    const busy = await dial(GET.replace('/ ', '/held ').repeat(17));
    await eventually(
      () => refused,
      ([code]) => code === 'too_many_requests_pipelined',
    );
    busy.socket.destroy();
    await areOpen(1);
    const saidTo = async (first: string) => (await dial(first)).whole;
    const fields = Array.from({ length: 101 }, (_, i) => `X-${i}: y\r\n`).join('');
    await saidTo(`GET / HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);
    await saidTo('no HTTP\r\n\r\n');
    await saidTo('GET / HTTP/1.1\r\n');
    await areOpen(1);
    expect(refused.slice(1)).toEqual(['malformed_request', 'malformed_request', 'request_timeout']);
    const [first, second] = [await dial(GET.replace('/ ', '/held ')), await dial(GET.replace('/ ', '/held '))];
    await idle.whole;
    await eventually(
      () => held.length,
      (count) => count === LIMITS.pipelined + 2,
    );
    await saidTo(GET);
    expect(refused.slice(4)).toEqual(['gave_way', 'too_many_connections']);
    await areOpen(2);
    for (const { socket } of [first, second]) socket.destroy();
    await areOpen(0);
  });

  test('where all of them have a request under way, the new one is answered 503; and is served once there is room', async () => {
    await start({ most: 2 });
    const busy = [await dial(GET.replace('/ ', '/held ')), await dial(GET.replace('/ ', '/held '))];
    await eventually(
      () => held.length,
      (count) => count === 2,
    );
    const refused = await dial(GET);
    expect(ends(await refused.whole)).toEqual({ status: 503, code: 'too_many_connections', retryAfter: true });
    for (const response of held) response.end('done');
    for (const { said } of busy) await eventually(said, (text) => text.endsWith('done'));
    const next = await dial(GET);
    await eventually(next.said, (text) => text.endsWith('read /'));
  });

  test('an address that has its share gives way itself, and to nobody else’s harm', async () => {
    await start({ mostOfAnAddress: 2 });
    const other = await dial('', { from: '127.0.0.2' });
    const [first, second] = [await dial(), await dial()];
    const third = await dial(GET);
    await eventually(third.said, (text) => text.endsWith('read /'));
    expect(ends(await first.whole)).toMatchObject({ status: 503, code: 'too_many_connections' });
    expect([other.socket.closed, second.socket.closed]).toEqual([false, false]);
  });

  describe('a request that was refused is not carried out, whatever still comes', () => {
    const HALF = 'POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc';
    const REST = 'def';
    const cutOff = () =>
      eventually(
        () => over,
        (urls) => urls.includes('/half cut off'),
      );
    const isHalfThere = () =>
      eventually(
        () => begun,
        (urls) => urls.includes('/half'),
      );
    /** Sends it before it knows that it was refused. */
    const goesOn = ({ socket }: Wire, bytes: string): void => void socket.once('data', () => socket.write(bytes));

    test('where there are too many connections', async () => {
      await start({ most: 1 });
      const wire = await dial(HALF);
      goesOn(wire, REST);
      await isHalfThere();
      const next = await dial(GET);
      expect(ends(await wire.whole)).toMatchObject({ status: 503, code: 'too_many_connections' });
      await eventually(next.said, (text) => text.endsWith('read /'));
      await cutOff();
      expect(over).not.toContain('/half whole');
    });

    test('where the process stops', async () => {
      await start();
      const wire = await dial(HALF);
      goesOn(wire, REST);
      await isHalfThere();
      await listener.close(20_000);
      expect(ends(await wire.whole)).toMatchObject({ status: 503, code: 'stopping' });
      await cutOff();
      expect(over).not.toContain('/half whole');
    });

    test('where it is late', async () => {
      await start({ limits: QUICK });
      const wire = await dial(HALF);
      goesOn(wire, REST);
      expect(ends(await wire.whole)).toMatchObject({ status: 408 });
      await cutOff();
      expect(over).not.toContain('/half whole');
    });

    test('where it is the first of a connection that was opened beforehand, and crosses the refusal', async () => {
      await start({ limits: QUICK });
      const wire = await dial();
      goesOn(wire, `${HALF}${REST}`);
      expect(ends(await wire.whole)).toMatchObject({ status: 408 });
      const next = await dial(GET);
      await eventually(next.said, (text) => text.endsWith('read /'));
      expect(begun).toEqual(['/']);
    });

    test('where it comes behind one with too many fields', async () => {
      await start();
      const fields = Array.from({ length: 100 }, (_, i) => `X-${i}: y\r\n`).join('');
      const wire = await dial(`GET / HTTP/1.1\r\nHost: x\r\n${fields}\r\n${HALF}${REST}`);
      expect(ends(await wire.whole)).toMatchObject({ status: 431 });
      expect(begun).toEqual([]);
    });

    test('and one that may be carried out already, as it needs no body, is not told that it was not', async () => {
      await start({ most: 1 });
      const wire = await dial(HALF.replace('/half', '/held'));
      await eventually(
        () => held.length,
        (count) => count === 1,
      );
      const next = await dial(GET);
      expect(await wire.whole).toBe('');
      await eventually(next.said, (text) => text.endsWith('read /'));
    });
  });

  test('an answer that is given before the body is there ends its connection, whatever still comes', async () => {
    await start();
    const early = await dial('POST /held HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    const streaming = setInterval(() => early.socket.write('3\r\ndef\r\n'), 20);
    held[0]!.end('early');
    expect(await early.whole).toMatch(/early$/);
    clearInterval(streaming);
  });

  test('a client that still sends its body may read the answer', async () => {
    await start();
    const { socket } = await dial('POST /held HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', {
      isRead: false,
    });
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    held[0]!.setHeader('Connection', 'close').end('early');
    // The first of them would be answered with a reset, if nobody read it.
    let sends = 0;
    await eventually(
      () => socket.write('3\r\ndef\r\n') && (sends += 1),
      (count) => count === 5,
    );
    let said = '';
    socket.on('data', (text: string) => (said += text));
    await once(socket, 'close');
    expect(said).toMatch(/^Connection: close\r$[^]*early$/m);
  });

  test('a connection whose body came at once, and which nobody read, is kept', async () => {
    await start();
    const wire = await dial('POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc');
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    held[0]!.end('early');
    await eventually(wire.said, (text) => text.endsWith('early'));
    wire.socket.write(GET);
    await eventually(wire.said, (text) => text.endsWith('read /'));
  });

  test('a refused client that sends more than the largest body all the same is cut off', async () => {
    await start();
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.resume().write('nonsense\r\n\r\n');
    await once(socket, 'end');
    const stream = (): void => {
      // As fast as it is taken.
      while (socket.writable && socket.write(Buffer.alloc(100_000)));
    };
    socket.on('drain', stream);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    stream();
    await closed;
    expect(socket.bytesWritten).toBeLessThan(LARGE_BYTES);
  });

  test('an answer that nobody reads is given up', async () => {
    await start({ limits: QUICK });
    const asked = await dial(GET.replace('/ ', '/large '), { isRead: false });
    const given = await eventually(
      () => sent[0],
      (response) => response !== undefined,
    );
    await once(given!, 'close');
    expect(given!.writableFinished).toBe(false);
    asked.socket.resume();
    await asked.whole;
    expect(asked.socket.bytesRead).toBeLessThan(LARGE_BYTES);
  });

  test('the server ends a refused client that does not end its side', async () => {
    await start();
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    socket.resume().write('nonsense\r\n\r\n');
    await once(socket, 'end');
    // Bytes into a connection that is gone are answered with a reset.
    const reset = once(socket, 'error');
    const writing = setInterval(() => socket.write('more'), 50);
    expect((await reset)[0]).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
    clearInterval(writing);
  });

  test('once it drains, each answer is the last of its connection, and those under way are finished', async () => {
    await start();
    const [slow, idle, half] = [
      await dial(GET.replace('/ ', '/held ')),
      await dial(GET),
      await dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'),
    ];
    await eventually(idle.said, (text) => text.endsWith('read /'));
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    listener.drain();
    idle.socket.write(GET);
    expect(await idle.whole).toMatch(/Connection: keep-alive[^]*Connection: close/);
    const closed = listener.close(20_000);
    expect(ends(await half.whole)).toEqual({ status: 503, code: 'stopping', retryAfter: true });
    held[0]!.end('finished');
    expect(await slow.whole).toMatch(/Connection: close[^]*finished$/);
    await closed;
  });

  test('where it closes, those that the system has connected and Node has not yet taken are answered, not reset', async () => {
    await start();
    // The system connects each in this very turn of the loop: Node calls it in `nextTick`, as an address needs no name
    // looked up.
    const connecting = Array.from({ length: 5 }, () => dial(GET));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const closed = listener.close(5_000);
    const texts = await Promise.all(connecting.map(async (wire) => (await wire).whole));
    for (const text of texts) expect(text).toMatch(/Connection: close[^]*read \/$/);
    expect(await closed).toBe(0);
  });

  test('where it closes, a connection that is idle ends at once, and without a word', async () => {
    await start();
    const wire = await dial(GET);
    await eventually(wire.said, (text) => text.endsWith('read /'));
    const since = performance.now();
    expect(await listener.close(20_000)).toBe(0);
    // The process waits for a request that is half sent.
    expect(performance.now() - since).toBeLessThan(10_000);
    expect((await wire.whole).match(/HTTP/g)).toHaveLength(1);
  });

  test('where it closes, what is not answered in time is cut off, and counted', async () => {
    await start();
    const wire = await dialHeld();
    expect(await listener.close(50)).toBe(1);
    expect(await wire.whole).toBe('');
  });

  test('where it closes, an answer that was made is sent to its end, however late it is read', async () => {
    await start();
    const wire = await dial(GET.replace('/ ', '/large '), { isRead: false });
    await eventually(
      () => sent.length,
      (count) => count === 1,
    );
    const closed = listener.close(20_000);
    await eventually(
      () =>
        dial().then(
          ({ socket }) => void socket.destroy(),
          ({ code }: NodeJS.ErrnoException) => code,
        ),
      (became) => became === 'ECONNREFUSED',
    );
    expect(sent[0]!.writableFinished).toBe(false);
    let bytes = 0;
    wire.socket.on('data', (text: string) => (bytes += text.length));
    await wire.whole;
    expect(bytes).toBeGreaterThan(LARGE_BYTES);
    expect(await closed).toBe(0);
  });

  test('once it drains, an answer that began before ends its connection, also of a client that does not end its side', async () => {
    await start();
    const wire = await dialHeld();
    held[0]!.write('first');
    await eventually(wire.said, (text) => text.includes('first'));
    wire.socket.on('end', () => undefined).allowHalfOpen = true;
    const closed = listener.close(20_000);
    // Later than whatever is half sent is refused.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const since = performance.now();
    held[0]!.end('last');
    expect(await closed).toBe(0);
    expect(performance.now() - since).toBeLessThan(LIMITS.lingerMs + 1_500);
    expect(wire.said()).toMatch(/Connection: keep-alive[^]*last/);
  });

  test('once it drains, all that were begun on one connection are answered, and none is begun behind them', async () => {
    await start();
    const heldGet = GET.replace('/ ', '/held ');
    const wire = await dial(heldGet + heldGet);
    await eventually(
      () => held.length,
      (count) => count === 2,
    );
    listener.drain();
    wire.socket.write(GET.replace('/ ', '/behind '));
    const other = await dial(GET);
    expect(await other.whole).toMatch(/read \/$/);
    for (const response of held) response.end('done');
    const answers = (await wire.whole).split('HTTP/1.1 ').slice(1);
    expect(answers.map((text) => [/^Connection: (.*)$/m.exec(text)?.[1], text.endsWith('done')])).toEqual([
      ['keep-alive', true],
      ['close', true],
    ]);
    expect(begun).not.toContain('/behind');
  });
});

test.each([
  [1_000_000, 20_000],
  [Infinity, 20_000],
  [1_024, 874],
  [128, 32],
])('with %d open files allowed, %d are for connections', (files, most) => {
  expect(mostConnections(files)).toBe(most);
});
