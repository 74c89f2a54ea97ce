import { mkdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, ListenOptions } from 'node:net';
import { dirname } from 'node:path';

import { UserError } from './user-error.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

export interface PortChoice {
  /** The program that will listen there, for the message. */
  name: string;
  /** The port asked for; without it the remembered one, or else any free one, is taken. */
  wanted?: number | undefined;
  /** Where the chosen port is remembered, so that addresses stay the same from one start to the next. */
  file: string;
}

/**
 * A port of 127.0.0.1 that was free a moment ago. Another program may take it before it is used: the caller tries
 * again.
 * @throws UserError when the port asked for is in use
 */
export async function choosePort(choice: PortChoice): Promise<number> {
  if (choice.wanted !== undefined) {
    if (await isPortFree(choice.wanted)) return choice.wanted;
    throw new UserError(`Port ${choice.wanted}, wanted for ${choice.name}, is in use: stop what uses it.`);
  }
  const remembered = await readPort(choice.file);
  if (remembered !== undefined && (await isPortFree(remembered))) return remembered;
  const port = await findFreePort();
  await mkdir(dirname(choice.file), { recursive: true, mode: 0o700 });
  await writeFileAtomic(choice.file, String(port));
  return port;
}

/** Whether nothing listens on this port, neither on the loopback address nor on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  // Some systems let two programs listen when one names the address and the other does not: ask both ways.
  const loopback = await tryListen({ port, host: '127.0.0.1' });
  return loopback !== undefined && (await tryListen({ port })) !== undefined;
}

/** Whether something on 127.0.0.1 takes connections on this port. */
export async function acceptsConnections(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(1_000, () => {
      answer(false);
    });
    socket.once('connect', () => {
      answer(true);
    });
    socket.once('error', () => {
      answer(false);
    });
  });
}

async function findFreePort(): Promise<number> {
  const port = await tryListen({ port: 0, host: '127.0.0.1' });
  if (port === undefined) throw new UserError('No port of 127.0.0.1 is free: end some programs and start again.');
  return port;
}

async function readPort(file: string): Promise<number | undefined> {
  const port = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

async function tryListen(options: ListenOptions): Promise<number | undefined> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ ...options, exclusive: true }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
