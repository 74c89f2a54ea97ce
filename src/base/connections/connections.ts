import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { dropRest, REFUSALS, refuseSocket, type Refusal } from './refusal.ts';

/** The open connections of a server, and which of them gives way when there are too many. */
export interface Connections {
  /** A new one. Where there are too many, the one that has made us wait longest goes; where none waits, the new one. */
  add(socket: Socket): void;
  /** @returns how many requests of its connection are under way with this one; null where it is not to be answered */
  begin(request: IncomingMessage, response: ServerResponse): number | null;
  /** Requests that still come on it are not begun. */
  ignore(socket: Socket): void;
  /**
   * The connection ends, and no request that still comes on it is begun or finished. The client is told why, where the
   * answer is taken for what it is.
   */
  refuse(socket: Socket, refusal: Refusal): void;
  /** From now on each connection ends with the newest of its answers. */
  drain(): void;
  /** The number of requests that are not answered to the end. */
  underWay(): number;
  /** Ends those between two requests, without a word. */
  endIdle(): void;
  /** Refuses requests that are not there yet. */
  refuseHalfSent(): void;
}

/** Is told what becomes of connections, for who counts them. */
export interface ConnectionWatch {
  opened(): void;
  closed(): void;
  /**
   * @param code of the problem that was told, or would have been; `gave_way` of an idle one, which ended for another
   */
  refused(code: string): void;
}

/** The connections of an address. */
interface Share {
  address: string;
  open: number;
  /** The members of `waiting` that are its own. */
  waiting: Set<Socket>;
}

interface Connection {
  share: Share;
  /** With their requests, oldest first. */
  answers: Map<ServerResponse, IncomingMessage>;
  /** Bytes that had come when its last answer was sent; null before the first. */
  restedAt: number | null;
  isIgnored: boolean;
}

export interface ConnectionsOptions {
  most: number;
  mostOfAnAddress: number;
  watch?: ConnectionWatch | undefined;
}

export function createConnections({ most, mostOfAnAddress, watch }: ConnectionsOptions): Connections {
  /** Without those that were refused, and are about to end. */
  const open = new Map<Socket, Connection>();
  const shares = new Map<string, Share>();
  /**
   * The connections that we wait for, and not they for us, longest first: idle, or with a request that is not all
   * there.
   */
  const waiting = new Set<Socket>();
  let draining = false;

  const startWaiting = (socket: Socket): void => {
    for (const set of [waiting, open.get(socket)!.share.waiting]) {
      // To the end.
      set.delete(socket);
      set.add(socket);
    }
  };
  const stopWaiting = (socket: Socket): void => {
    waiting.delete(socket);
    open.get(socket)?.share.waiting.delete(socket);
  };
  const forget = (socket: Socket): void => {
    const share = open.get(socket)?.share;
    if (!share) return;
    stopWaiting(socket);
    open.delete(socket);
    share.open -= 1;
    if (share.open === 0) shares.delete(share.address);
  };
  const refuse = (socket: Socket, refusal: Refusal): void => {
    const connection = open.get(socket);
    const canSay = connection !== undefined && canBeRefused(connection);
    if (connection) watch?.refused(refusal.code);
    forget(socket);
    if (canSay) refuseSocket(socket, refusal);
    else socket.destroy();
  };
  /** Nobody has read all of its body, and nobody will: it may be without end. */
  const leaveUnread = (socket: Socket): void => {
    forget(socket);
    dropRest(socket);
  };
  const isIdle = (socket: Socket): boolean => {
    const { answers, restedAt } = open.get(socket)!;
    return answers.size === 0 && socket.bytesRead === restedAt;
  };
  const giveWay = (socket: Socket): void => {
    if (!isIdle(socket)) return refuse(socket, REFUSALS.full);
    watch?.refused('gave_way');
    endIdle(socket);
  };
  /** A connection that is idle may end at any time, without a word. */
  const endIdle = (socket: Socket): void => {
    forget(socket);
    socket.destroy();
  };
  const longestWaiting = (newest: Socket, candidates: Set<Socket>): Socket | undefined => {
    for (const socket of candidates) {
      if (socket === newest) continue;
      const { answers } = open.get(socket)!;
      if (![...answers.values()].some(({ complete }) => complete)) return socket;
      // The request is all there, and its body is not read yet: the connection waits for us. Nobody looks at it again
      // before it is answered.
      stopWaiting(socket);
    }
    return undefined;
  };

  return {
    refuse,
    add(socket) {
      const address = socket.remoteAddress ?? 'unknown';
      const share = shares.get(address) ?? { address, open: 0, waiting: new Set() };
      shares.set(address, share);
      share.open += 1;
      open.set(socket, { share, answers: new Map(), restedAt: null, isIgnored: false });
      startWaiting(socket);
      watch?.opened();
      socket.once('close', () => {
        watch?.closed();
        forget(socket);
      });
      const isTooManyHere = share.open > mostOfAnAddress;
      if (!isTooManyHere && open.size <= most) return;
      const victim = longestWaiting(socket, isTooManyHere ? share.waiting : waiting);
      if (victim) giveWay(victim);
      else refuse(socket, REFUSALS.full);
    },
    begin(request, response) {
      const { socket } = request;
      const connection = open.get(socket);
      if (!connection || connection.isIgnored || !socket.writable) return null;
      const { answers } = connection;
      // A request behind the last answer of a connection would be worked on, and its own answer be lost.
      if (newestOf(connection)?.getHeader('Connection') === 'close') {
        connection.isIgnored = true;
        return null;
      }
      answers.set(response, request);
      if (draining) response.setHeader('Connection', 'close');
      if (!hasBody(request)) stopWaiting(socket);
      // So Node ends it with its last answer, which would be lost to whoever still sends.
      socket.destroySoon = () => (request.complete ? Socket.prototype.destroySoon.call(socket) : leaveUnread(socket));
      request.once('end', () => {
        if (answers.has(response)) stopWaiting(socket);
      });
      response.once('close', () => {
        answers.delete(response);
        if (answers.size > 0 || !open.has(socket)) return;
        if (!request.complete) return leaveUnread(socket);
        connection.restedAt = socket.bytesRead;
        startWaiting(socket);
        // The head of the answer was sent before it could say so. A client that does not end its side would hold up the
        // end of the process.
        if (draining) leaveUnread(socket);
      });
      return answers.size;
    },
    ignore(socket) {
      const connection = open.get(socket);
      if (connection) connection.isIgnored = true;
    },
    drain() {
      draining = true;
      for (const connection of open.values()) {
        const newest = newestOf(connection);
        if (newest && !newest.headersSent) newest.setHeader('Connection', 'close');
      }
    },
    underWay: () => [...open.values()].reduce((count, { answers }) => count + answers.size, 0),
    endIdle() {
      for (const socket of [...waiting]) if (isIdle(socket)) endIdle(socket);
    },
    refuseHalfSent() {
      for (const socket of [...waiting]) {
        if (canBeRefused(open.get(socket)!)) refuse(socket, REFUSALS.stopping);
      }
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function newestOf({ answers }: Connection): ServerResponse | undefined {
  return [...answers.keys()].at(-1);
}

/**
 * Whether a problem that is written now is not taken for a part of an answer, and true when it says that nothing was
 * changed: what reads a body does nothing before it has all of it, and what does not read it may have done it already.
 */
function canBeRefused({ answers }: Connection): boolean {
  return [...answers].every(
    ([answer, request]) => !answer.headersSent && !request.complete && request.readableFlowing !== null,
  );
}
