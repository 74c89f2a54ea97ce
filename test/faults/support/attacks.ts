import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../src/base/connections/limits.ts';

export const ATTACKS = ['slowloris', 'trickle', 'oversized', 'headers', 'idle', 'share', 'pipelining'] as const;
export type AttackName = (typeof ATTACKS)[number];

/** The orders of an attacker. */
export interface Orders {
  attack: AttackName;
  port: number;
  /** The token of a store: an attacker may have one too. */
  token: string;
  /** The number of connections in all, each over once the API has ended it. */
  connections: number;
  perSecond: number;
  /** From when the last is connected to where the attacker gives up those that are left. */
  ms: number;
  /** Source addresses on loopback, by turns. */
  from: readonly string[];
}

/** The ends of the connections of a manner. */
export interface Report {
  manner: string;
  opened: number;
  /**
   * How many ended how: with the status that was the last word, `no word`, `left` by the attacker, or by what kept it
   * from connecting.
   */
  endings: Record<string, number>;
  /** The longest that the API held one which it has ended. */
  longestMs: number;
  /** The most connections of all manners of the attack at once. */
  mostAtOnce: number;
  /**
   * How late the attackers themselves were at most, who have what others leave of the machine: so late they saw an end.
   */
  lateMs: number;
}

/** A manner of an attack, and how the API is to end it. */
export interface Manner {
  name: string;
  /** Sent at once. */
  head: (token: string) => string;
  /** The bytes that the attacker goes on sending, for as long as the connection is there and takes them. */
  more?: { everyMs: number; bytes: Buffer };
  /** As `Report` names them. */
  endings: readonly string[];
  /** Held no longer. */
  withinMs: number;
}

/** For a busy machine: what has no limit of its own is ended at once. */
const SLACK_MS = 5_000;
/** 2,000 a second. */
const LEAVING_AT_ONCE = 40;
const LEAVING_EVERY_MS = 20;
const HEAD_MS = LIMITS.headMs + LIMITS.lookMs + SLACK_MS;
const REQUEST_MS = LIMITS.requestMs + LIMITS.lookMs + SLACK_MS;

const JSON_HEAD = 'Host: fatura\r\nContent-Type: application/json\r\n';
/** Nobody's: its body is read all the same, before anybody asks whose it is. */
const TO_NOBODY = 'POST /gateways/nobody/callbacks HTTP/1.1';
const GET = 'GET /healthz HTTP/1.1\r\nHost: fatura\r\n';
const fields = (count: number): string => Array.from({ length: count }, (_, number) => `X-${number}: y\r\n`).join('');
const toStore = (token: string): string => `POST /api/v1/customers HTTP/1.1\r\nAuthorization: Bearer ${token}`;

const LETTER = { everyMs: 250, bytes: Buffer.from('y') };
const BYTE = { everyMs: 1_000, bytes: Buffer.from(' ') };
/** 6 MB a second each. */
const STREAM = { everyMs: 10, bytes: Buffer.alloc(64 * 1024, ' ') };
const CHUNKS = { everyMs: 10, bytes: Buffer.from(`10000\r\n${' '.repeat(64 * 1024)}\r\n`) };

/** The manners take turns. docs/operations.md says under "Connections" how the API ends a connection. */
export const MANNERS: Record<AttackName, readonly Manner[]> = {
  slowloris: [
    { name: 'a head letter by letter', head: () => `${GET}X-Slow: `, more: LETTER },
    { name: 'a head field by field', head: () => GET, more: { everyMs: 1_000, bytes: Buffer.from('X-Slow: y\r\n') } },
    { name: 'nothing', head: () => '' },
  ].map((manner) => ({ ...manner, endings: ['408'], withinMs: HEAD_MS })),
  trickle: [
    { name: 'a body byte by byte, to nobody', head: () => `${TO_NOBODY}\r\n${JSON_HEAD}Content-Length: 50000\r\n\r\n` },
    {
      name: 'a body byte by byte, of a store',
      head: (token: string) => `${toStore(token)}\r\n${JSON_HEAD}Content-Length: 50000\r\n\r\n`,
    },
  ].map((manner) => ({ ...manner, more: BYTE, endings: ['408'], withinMs: REQUEST_MS })),
  oversized: [
    {
      name: 'a body that is declared too large, to nobody',
      head: () => `${TO_NOBODY}\r\n${JSON_HEAD}Content-Length: 9000000000\r\n\r\n`,
      ...{ more: STREAM, endings: ['413'], withinMs: SLACK_MS },
    },
    {
      name: 'a body that is declared too large, of a store',
      head: (token) => `${toStore(token)}\r\n${JSON_HEAD}Content-Length: 9000000000\r\n\r\n`,
      ...{ more: STREAM, endings: ['413'], withinMs: SLACK_MS },
    },
    {
      name: 'a body without end, to nobody',
      head: () => `${TO_NOBODY}\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`,
      ...{ more: CHUNKS, endings: ['413'], withinMs: SLACK_MS },
    },
    {
      name: 'a body without end, of a store',
      head: (token) => `${toStore(token)}\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`,
      ...{ more: CHUNKS, endings: ['413'], withinMs: SLACK_MS },
    },
    {
      name: 'a body without end, where none is read',
      head: () => `${GET}Transfer-Encoding: chunked\r\n\r\n`,
      // It is answered as if it had none.
      ...{ more: CHUNKS, endings: ['no word'], withinMs: SLACK_MS },
    },
  ],
  headers: [
    { name: 'too many fields', head: () => `${GET}${fields(LIMITS.headers)}\r\n` },
    { name: 'far too many fields', head: () => `${GET}${fields(1_500)}\r\n` },
    { name: 'a field that is too long', head: () => `${GET}X-Long: ${'y'.repeat(20_000)}\r\n\r\n` },
    { name: 'fields without end', head: () => GET, more: { everyMs: 10, bytes: Buffer.from(fields(200)) } },
  ].map((manner) => ({ ...manner, endings: ['431'], withinMs: SLACK_MS })),
  idle: [{ name: 'idle', head: () => `${GET}\r\n`, endings: ['left'], withinMs: 0 }],
  share: [
    {
      name: "idle, beyond an address's share",
      head: () => `${GET}\r\n`,
      endings: ['left', 'no word'],
      withinMs: Infinity,
    },
  ],
  pipelining: [
    {
      name: 'more requests than may be under way',
      head: () => `${GET}\r\n`.repeat(4 * LIMITS.pipelined),
      ...{ endings: ['503'], withinMs: SLACK_MS },
    },
  ],
};

/** The connections of a manner that are there, each with what gives it up. */
type Held = Map<Socket, () => void>;

/** Opens the connections that it is told to, and ends once all of them are over. */
export async function attack(orders: Orders): Promise<Report[]> {
  const begun = performance.now();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const manners = MANNERS[orders.attack].map((manner) => {
    const report: Report = { manner: manner.name, opened: 0, endings: {}, longestMs: 0, mostAtOnce: 0, lateMs: 0 };
    const held: Held = new Map();
    return { manner, report, held, timer: keepSending(manner, held) };
  });
  const atOnce = { now: 0, most: 0 };
  const opened: { isConnected: Promise<unknown>; isOver: Promise<void> }[] = [];
  for (let number = 0; number < orders.connections; number += 1) {
    const early = begun + (number * 1_000) / orders.perSecond - performance.now();
    if (early > 1) await sleep(early);
    const from = orders.from[number % orders.from.length]!;
    opened.push(hold(orders, { ...manners[number % manners.length]!, from, atOnce }));
  }
  await Promise.all(opened.map(({ isConnected }) => isConnected));
  const isOver = Promise.all(opened.map((one) => one.isOver));
  const timer = new AbortController();
  await Promise.race([isOver, sleep(orders.ms, undefined, { signal: timer.signal })]);
  timer.abort();
  await leave(manners.flatMap(({ held }) => [...held.values()]));
  await isOver;
  for (const { timer } of manners) clearInterval(timer);
  delay.disable();
  const lateMs = Math.round(delay.max / 1e6);
  return manners.map(({ report }) => ({ ...report, mostAtOnce: atOnce.most, lateMs }));
}

/** Not in one moment, as none of what attackers do is: see docs/faults.md. */
async function leave(those: readonly (() => void)[]): Promise<void> {
  for (const [index, end] of those.entries()) {
    end();
    if (index % LEAVING_AT_ONCE === LEAVING_AT_ONCE - 1) await sleep(LEAVING_EVERY_MS);
  }
}

/** A single timer for all of them, not one for each. */
function keepSending({ more }: Manner, held: Held): NodeJS.Timeout | undefined {
  if (!more) return undefined;
  return setInterval(() => {
    // Bytes that the API does not take are not to fill our memory.
    for (const socket of held.keys()) if (socket.writable && !socket.writableNeedDrain) socket.write(more.bytes);
  }, more.everyMs);
}

interface Holding {
  manner: Manner;
  report: Report;
  held: Held;
  from: string;
  atOnce: { now: number; most: number };
}

/** Holds a connection, from its beginning to its end. */
function hold({ port, token }: Orders, { manner, report, held, from, atOnce }: Holding) {
  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let isThere = false;
  let ending = 'no word';
  report.opened += 1;
  held.set(socket, () => {
    ending = 'left';
    socket.destroy();
  });
  const isConnected = new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.once('connect', () => {
      isThere = true;
      atOnce.now += 1;
      atOnce.most = Math.max(atOnce.most, atOnce.now);
      resolve();
    });
  });
  socket.setEncoding('latin1').on('data', (text: string) => {
    // An answer that keeps the connection is not what ends it.
    const last = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?\r\nConnection: (close|keep-alive)\r\n/g)].at(-1);
    if (last?.[2] === 'close') ending = last[1]!;
  });
  socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (!isThere) ending = `not connected: ${code ?? message}`;
  });
  socket.write(manner.head(token));
  const isOver = new Promise((resolve) => socket.once('close', resolve)).then(() => {
    held.delete(socket);
    if (isThere) atOnce.now -= 1;
    report.endings[ending] = (report.endings[ending] ?? 0) + 1;
    if (ending !== 'left') report.longestMs = Math.max(report.longestMs, Math.round(performance.now() - begun));
  });
  return { isConnected, isOver };
}
