import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';

/** All addresses of a name, as `dns.lookup` gives them with `all`. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError';
}

export class EndlessAnswerError extends Error {
  override name = 'EndlessAnswerError';
}

/** A connection serves this many requests before it is closed. */
export const ANSWERS_PER_CONNECTION = 10;
/**
 * The limit exceeds the largest useful answers of a receiver, with their headers and the handshake. This limit alone
 * bounds the bytes before the body: a status line has no end that the parser would insist on.
 */
const MAX_CONNECTION_BYTES = 1024 * 1024;
const LOOK_AGAIN_MS = 100;

export interface GuardedConnection {
  timeoutMs: number;
  lookup: LookupAll;
  /** That a connection may bring, in all. */
  maxBytes?: number;
  /** Certificates of authorities (PEM) instead of those that Node trusts. */
  ca?: string;
  /** A certificate of ours with its key (PEM), for a server that asks for one. */
  cert?: string;
  key?: string;
}

/**
 * Connects to addresses that strangers chose. The policy is asked three times: for a literal (no name is looked up
 * then), for every address a name resolves to, and for the address that the socket is connected to. The name is looked
 * up once a connection, so a name server that answers differently the next time wins nothing; a connection that is kept
 * leads to the address that was allowed.
 */
export function createGuardedConnector(
  policy: AddressPolicy,
  { timeoutMs, lookup, maxBytes = MAX_CONNECTION_BYTES, ...tls }: GuardedConnection,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup(policy, lookup),
    // With strangers the sender speaks one protocol, the simpler one.
    allowH2: false,
    ...tls,
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !policy.allows(host)) return callback(notAllowed(host), null);
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const address = socket.remoteAddress ?? '';
      if (policy.allows(address)) return callback(null, boundBytes(socket, maxBytes));
      socket.destroy();
      callback(notAllowed(address), null);
    });
  };
}

/** A connection serves a few requests, so what it brings is a few answers. */
function boundBytes<S extends Socket>(socket: S, maxBytes: number): S {
  const timer = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(new EndlessAnswerError('the answer has no end'));
  }, LOOK_AGAIN_MS);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

function guardedLookup(policy: AddressPolicy, lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !policy.allows(address));
      // A single private address among public ones is enough: the next connection might choose it.
      if (refused) return callback(notAllowed(refused.address), []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function notAllowed(address: string): Error {
  return new AddressNotAllowedError(`the address ${address} is not a public one`);
}
