import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../src/base/outgoing/address-policy.ts';
import { createHttpSender, type HttpSender, type SendResult } from '../../src/webhooks/http-sender.ts';
import { eventually } from '../support/eventually.ts';
import {
  afterRequest,
  floods,
  says,
  saysAndEnds,
  saysAndResets,
  startHostileReceiver,
  TEST_AUTHORITY,
  trickles,
  type Conduct,
  type HostileReceiver,
} from '../support/hostile-receivers.ts';

const TIMEOUT_MS = 300;
/** For receivers that answer: a busy machine may hold up the answer. */
const PATIENT_MS = 5_000;
/** The machine may be busy; without a bound the hanging ones would take for ever. */
const BOUND_MS = 10_000;

const TIMED_OUT = 'did not answer within 0.3 s';
const CLOSED = 'closed the connection before it answered';
const NOT_HTTP = 'did not answer in HTTP/1.1';
const TOO_LARGE = 'answered with headers that are too large';
const UNTRUSTED = 'has a certificate that no known authority vouches for';
const NO_TLS = 'does not speak TLS as it should';

const OK = 'HTTP/1.1 200 OK\r\n';
const PLAIN = `${OK}Content-Length: 2\r\n\r\nok`;
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

interface Behaviour {
  does: Conduct;
  /** Null: no answer. */
  status: number | null;
  error: string | null;
  body?: string;
  headers?: Record<string, string>;
  /** It lasts as long as our patience. */
  lasts?: true;
  https?: true;
  certificate?: string;
  deaf?: true;
}

const redirect = (status: number, location: string): Behaviour => ({
  does: saysAndEnds(`HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
  status,
  error: `answered ${status}: redirects are not followed`,
  headers: { location },
});

const BEHAVIOURS: Record<string, Behaviour> = {
  'takes the connection and never reads': {
    does: () => undefined,
    deaf: true,
    status: null,
    error: TIMED_OUT,
    lasts: true,
  },
  'reads and never answers': { does: () => undefined, status: null, error: TIMED_OUT, lasts: true },
  'hangs within the status line': { does: says('HTTP/1.1 2'), status: null, error: TIMED_OUT, lasts: true },
  'hangs within the headers': { does: says(`${OK}X-A: b\r\nX-`), status: null, error: TIMED_OUT, lasts: true },
  'hangs before the body': {
    does: says(`${OK}Content-Length: 2\r\n\r\n`),
    status: 200,
    error: null,
    body: '',
    lasts: true,
  },
  'trickles its status line': {
    does: trickles('', (n) => PLAIN[n] ?? '', 50),
    status: null,
    error: TIMED_OUT,
    lasts: true,
  },
  'trickles headers': { does: trickles(OK, (n) => `X-${n}: a\r\n`), status: null, error: TIMED_OUT, lasts: true },
  'trickles a body': { does: trickles(`${OK}\r\n`, () => '.'), status: 200, error: null, lasts: true },
  'trickles chunks of one byte': { does: trickles(CHUNKED, () => '1\r\n.\r\n'), status: 200, error: null, lasts: true },
  'floods headers': { does: floods(OK, 'X-A: b\r\n'.repeat(500)), status: null, error: TOO_LARGE },
  'floods a header': { does: floods(`${OK}X-A: `, 'a'.repeat(1_000)), status: null, error: TOO_LARGE },
  'floods a status line': {
    does: floods('HTTP/1.1 200 ', 'O'.repeat(65_536)),
    status: null,
    error: 'answered without end',
  },
  'floods a body': {
    does: floods(`${OK}\r\n`, Buffer.alloc(65_536, 'a')),
    status: 200,
    error: null,
    body: 'a'.repeat(1_024),
  },
  'floods a chunk’s extension': {
    does: floods(`${CHUNKED}1;a=`, 'a'.repeat(1_000)),
    status: 200,
    error: null,
    body: '',
  },
  'floods trailers': {
    does: floods(`${CHUNKED}1\r\na\r\n0\r\n`, 'X-A: b\r\n'.repeat(500)),
    status: 200,
    error: null,
    body: 'a',
  },
  'floods blank lines': { does: floods('', '\r\n'.repeat(32_768)), status: null, error: 'answered without end' },
  'floods informational answers': {
    does: trickles('', () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
    status: null,
    error: TIMED_OUT,
    lasts: true,
  },
  'says Continue, which was not asked': { does: says('HTTP/1.1 100 Continue\r\n\r\n'), status: null, error: NOT_HTTP },
  'switches protocols': {
    does: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: tcp\r\nConnection: Upgrade\r\n\r\n'),
    status: null,
    error: NOT_HTTP,
  },
  'declares 100 MB and sends little': {
    does: says(`${OK}Content-Length: 100000000\r\n\r\nlittle`),
    status: 200,
    error: null,
    body: 'little',
    lasts: true,
  },
  'declares more than it sends, and closes': {
    does: saysAndEnds(`${OK}Content-Length: 100\r\n\r\nshort`),
    status: 200,
    error: null,
    body: 'short',
  },
  'declares less than it sends': {
    does: saysAndEnds(`${OK}Content-Length: 2\r\n\r\nok and more`),
    status: 200,
    error: null,
    body: 'ok',
  },
  'declares a length below zero': { does: says(`${OK}Content-Length: -1\r\n\r\n`), status: null, error: NOT_HTTP },
  'declares two lengths': {
    does: says(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    status: null,
    error: NOT_HTTP,
  },
  'declares a length that no number holds': {
    does: says(`${OK}Content-Length: 99999999999999999999999999\r\n\r\nok`),
    status: null,
    error: NOT_HTTP,
  },
  'declares both a length and chunks': {
    does: says(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
    status: null,
    error: NOT_HTTP,
  },
  'sends garbage for chunks': { does: says(`${CHUNKED}zz\r\nok\r\n`), status: 200, error: null, body: '' },
  'sends a chunk of a size that no number holds': {
    does: says(`${CHUNKED}ffffffffffffffffff\r\nok`),
    status: 200,
    error: null,
  },
  'answers in HTTP/0.9': { does: saysAndEnds('<html>thanks</html>'), status: null, error: NOT_HTTP },
  'answers in HTTP/9.9': { does: saysAndEnds('HTTP/9.9 200 OK\r\n\r\n'), status: null, error: NOT_HTTP },
  'answers in HTTP/1.0': { does: saysAndEnds('HTTP/1.0 200 OK\r\n\r\nok'), status: 200, error: null, body: 'ok' },
  'is an SSH server': { does: saysAndEnds('SSH-2.0-OpenSSH_9.9\r\n'), status: null, error: NOT_HTTP },
  'greets before it is asked, as mail servers do': {
    does: (socket) => void socket.write('220 mail.example ESMTP\r\n'),
    status: null,
    error: NOT_HTTP,
  },
  'closes at once': { does: (socket) => void socket.end(), status: null, error: CLOSED },
  'closes after the request': { does: saysAndEnds(), status: null, error: CLOSED },
  'resets at once': { does: (socket) => void socket.resetAndDestroy(), status: null, error: CLOSED },
  'resets after the request': { does: saysAndResets(''), status: null, error: CLOSED },
  'resets within the status line': { does: saysAndResets('HTTP/1.1 20'), status: null, error: CLOSED },
  'resets within the headers': { does: saysAndResets(`${OK}X-A`), status: null, error: CLOSED },
  'resets within the body': {
    does: saysAndResets(`${OK}Content-Length: 9\r\n\r\nok`),
    status: 200,
    error: null,
    body: 'ok',
  },
  'closes within the headers': { does: saysAndEnds(`${OK}X-A: b\r\n`), status: null, error: CLOSED },
  'answers 204 with a body': {
    does: saysAndEnds('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok'),
    status: 204,
    error: null,
    body: '',
  },
  'answers 304': {
    does: saysAndEnds('HTTP/1.1 304 Not Modified\r\n\r\n'),
    status: 304,
    error: 'answered 304: redirects are not followed',
  },
  'answers with gzip that is broken': {
    does: saysAndEnds(`${OK}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n`, 'nope'),
    status: 200,
    error: null,
    body: 'nope',
  },
  'answers with a gzip bomb, which nobody unpacks': {
    does: saysAndEnds(`${OK}Content-Encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(30_000_000))),
    status: 200,
    error: null,
  },
  'answers with bytes that are no text': {
    does: saysAndEnds(`${OK}Content-Length: 5\r\n\r\n`, Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x62])),
    status: 200,
    error: null,
    body: 'a\uFFFD\uFFFD\uFFFDb',
  },
  'sends NUL in a header': { does: says(`${OK}X-A: a\0b\r\n\r\n`), status: null, error: NOT_HTTP },
  'sends a header without a colon': { does: says(`${OK}nonsense\r\n\r\n`), status: null, error: NOT_HTTP },
  'sends a space before a header’s colon': { does: says(`${OK}X-A : b\r\n\r\n`), status: null, error: NOT_HTTP },
  'sets cookies, which are not kept': {
    does: saysAndEnds(`${OK}Set-Cookie: session=secret\r\nSet-Cookie: b=secret\r\nContent-Length: 0\r\n\r\n`),
    status: 200,
    error: null,
    headers: { 'set-cookie': '(not kept)' },
  },
  'answers without a reason': {
    does: saysAndEnds('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'),
    status: 200,
    error: null,
  },
  'answers 000': {
    does: saysAndEnds('HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'),
    status: null,
    error: NOT_HTTP,
  },
  'answers 999': {
    does: saysAndEnds('HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n'),
    status: 999,
    error: 'answered 999',
  },
  'answers 9999': { does: saysAndEnds('HTTP/1.1 9999 Denied\r\n\r\n'), status: null, error: NOT_HTTP },
  'answers 410': {
    does: saysAndEnds('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'),
    status: 410,
    error: 'answered 410: it is gone',
  },
  'answers 500 with a page': {
    does: saysAndEnds('HTTP/1.1 500 Oops\r\nContent-Length: 26\r\n\r\n<html><h1>Oops</h1></html>'),
    status: 500,
    error: 'answered 500',
    body: '<html><h1>Oops</h1></html>',
  },
  'redirects by 301 to this machine': redirect(301, 'http://127.0.0.1:1/'),
  'redirects by 302 to cloud metadata': redirect(302, 'http://169.254.169.254/latest/meta-data'),
  'redirects by 303 to the world': redirect(303, 'https://example.com/'),
  'redirects by 307 to itself': redirect(307, '/again'),
  'redirects by 308 to a file': redirect(308, 'file:///etc/passwd'),
  'redirects without saying where': {
    does: saysAndEnds('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
    status: 302,
    error: 'answered 302: redirects are not followed',
  },
  'has a certificate in order (for comparison)': {
    does: saysAndEnds(PLAIN),
    https: true,
    certificate: 'valid',
    status: 200,
    error: null,
  },
  'has a certificate that has expired': {
    does: saysAndEnds(PLAIN),
    https: true,
    certificate: 'expired',
    status: null,
    error: 'has a certificate that has expired',
  },
  'has a certificate of the future': {
    does: saysAndEnds(PLAIN),
    https: true,
    certificate: 'early',
    status: null,
    error: 'has a certificate that is not valid yet',
  },
  'has a certificate of another host': {
    does: saysAndEnds(PLAIN),
    https: true,
    certificate: 'other-host',
    status: null,
    error: 'has a certificate of another host name',
  },
  'signed its certificate itself': {
    does: saysAndEnds(PLAIN),
    https: true,
    certificate: 'self-signed',
    status: null,
    error: UNTRUSTED,
  },
  'speaks plain HTTP on its TLS port': { does: saysAndEnds(PLAIN), https: true, status: null, error: NO_TLS },
  'answers a TLS greeting with an alert': {
    does: saysAndEnds(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
    https: true,
    status: null,
    error: NO_TLS,
  },
  'hangs in the TLS handshake': { does: () => undefined, https: true, status: null, error: TIMED_OUT, lasts: true },
  'trickles the TLS handshake': {
    does: trickles('\x16', () => '\x03'),
    https: true,
    status: null,
    error: TIMED_OUT,
    lasts: true,
  },
  'closes in the TLS handshake': { does: saysAndEnds(), https: true, status: null, error: CLOSED },
  'resets in the TLS handshake': { does: saysAndResets(''), https: true, status: null, error: CLOSED },
  'speaks TLS where plain HTTP was asked': { does: says(PLAIN), certificate: 'valid', status: null, error: CLOSED },
  'hangs after the TLS handshake': {
    does: () => undefined,
    https: true,
    certificate: 'valid',
    status: null,
    error: TIMED_OUT,
    lasts: true,
  },
};

describe('a receiver that', () => {
  /** Loses its patience soon, with a receiver that hangs. */
  let hasty: HttpSender;
  let patient: HttpSender;
  let receiver: HostileReceiver | null = null;
  const escaped: unknown[] = [];
  const note = (error: unknown) => void escaped.push(error);
  beforeAll(() => {
    process.on('unhandledRejection', note).on('uncaughtException', note);
    [hasty, patient] = [TIMEOUT_MS, PATIENT_MS].map((timeoutMs) =>
      createHttpSender(createAddressPolicy(['127.0.0.0/8']), {
        timeoutMs,
        ca: TEST_AUTHORITY,
        lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      }),
    ) as [HttpSender, HttpSender];
  });
  afterEach(async () => {
    await receiver?.close();
    receiver = null;
  });
  afterAll(async () => {
    await Promise.all([hasty.close(), patient.close()]);
    process.off('unhandledRejection', note).off('uncaughtException', note);
  });

  const post = (url: string, by = patient): Promise<SendResult> =>
    by.post(url, { headers: {}, body: '{"event":"invoice.created"}', environment: 'sandbox' });
  const urlOf = ({ https }: Behaviour) => `${https ? 'https' : 'http'}://receiver.test:${receiver!.port}/hook`;

  test('is one of more than thirty', () => {
    expect(Object.keys(BEHAVIOURS).length).toBeGreaterThanOrEqual(32);
  });

  test.each(Object.entries(BEHAVIOURS))('%s', async (_does, behaviour) => {
    receiver = await startHostileReceiver(behaviour.does, behaviour);
    const result = await post(urlOf(behaviour), behaviour.lasts ? hasty : patient);
    const { status, error, body, headers } = behaviour;
    expect({ status: result.statusCode, error: result.error }).toEqual({ status, error });
    expect(result.durationMs).toBeLessThan(BOUND_MS);
    // eslint-disable-next-line jest/no-conditional-expect -- a row without these does not say
    if (behaviour.lasts) expect(result.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 10);
    expect(result).toMatchObject({
      ...(body === undefined ? {} : { responseBody: body }),
      ...(headers === undefined ? {} : { responseHeaders: headers }),
    });
    expect((result.responseBody ?? '').length).toBeLessThanOrEqual(1_024);
    // The receiver saw a single connection, not a second try, and none that is left open.
    expect(receiver.connections).toBe(1);
    receiver.hear();
    await eventually(
      () => receiver!.open,
      (open) => open === 0,
      { withinMs: 3_000 },
    );
  });

  test.each([
    ['429 Too Many Requests', 'Retry-After: 120\r\n', 120],
    ['503 Unavailable', 'Retry-After: 0\r\n', 1],
    ['503 Unavailable', 'Retry-After: 99999999999999999999\r\n', 86_400],
    ['429 Too Many Requests', `Retry-After: ${new Date(Date.now() + 900_000_000).toUTCString()}\r\n`, 86_400],
    ['429 Too Many Requests', 'Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n', 1],
    ['429 Too Many Requests', 'Retry-After: soon\r\n', null],
    ['429 Too Many Requests', 'Retry-After: 5\r\nRetry-After: 6\r\n', null],
    ['429 Too Many Requests', '', null],
    ['500 Oops', 'Retry-After: 120\r\n', null],
    ['200 OK', 'Retry-After: 120\r\n', null],
  ])('answers %s with %j asks for %j seconds', async (status, header, seconds) => {
    receiver = await startHostileReceiver(saysAndEnds(`HTTP/1.1 ${status}\r\n${header}Content-Length: 0\r\n\r\n`));
    const result = await post(`http://receiver.test:${receiver.port}/`);
    expect([result.statusCode, result.retryAfterSeconds]).toEqual([Number(status.slice(0, 3)), seconds]);
  });

  test('closes a connection that it said it would keep is just called by another', async () => {
    receiver = await startHostileReceiver(
      afterRequest((socket) => {
        socket.write(`${OK}Connection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nok`);
        setTimeout(() => socket.destroy(), 5);
      }),
    );
    // It is found out the first time, and given a connection for each request then.
    for (const wait of [50, ...Array.from({ length: 20 }, (_, n) => n)]) {
      expect(await post(`http://receiver.test:${receiver.port}/`)).toMatchObject({ statusCode: 200, error: null });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    expect(receiver.connections).toBe(21);
  });

  test('is not there', async () => {
    receiver = await startHostileReceiver(() => undefined);
    const { port } = receiver;
    await receiver.close();
    expect(await post(`http://receiver.test:${port}/`)).toMatchObject({
      statusCode: null,
      error: 'refused the connection',
    });
  });

  test('fails a hundred times at once leaves nothing behind', async () => {
    receiver = await startHostileReceiver(says('HTTP/1.1 2'));
    const results = await Promise.all(
      Array.from({ length: 100 }, () => post(`http://receiver.test:${receiver!.port}/`, hasty)),
    );
    expect(new Set(results.map(({ error }) => error))).toEqual(new Set([TIMED_OUT]));
    await eventually(
      () => receiver!.open,
      (open) => open === 0,
      { withinMs: 3_000 },
    );
  });

  test('made nothing fail beside what it was told', () => {
    expect(escaped).toEqual([]);
  });
});
