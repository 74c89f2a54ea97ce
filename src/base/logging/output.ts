import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { DestinationStream } from 'pino';

const STDOUT = 1;
/** Lines that wait for whoever reads them; beyond that they are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
/** A write that failed is tried again this soon, and then later and later. */
const AGAIN_MS = { least: 10, most: 500 };
/** The end of the process waits no longer for a reader. */
const READER_PATIENCE_MS = 1_000;
/** A write that takes longer never returns. A busy disk takes seconds for some writes. */
const STUCK_MS = 10_000;
const LOOK_AGAIN_MS = 5;
const NOTHING = Buffer.alloc(0);

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void;

/**
 * Standard output, for a log that no work waits for: on a full disk, on a pipe that nobody reads or that is closed,
 * lines are lost, and the process goes on. Pino's own destination ends the process where the disk is full, waits in
 * `write` where a pipe is full, and never ends flushing where either is so at the end.
 */
export function openOutput(): DestinationStream & { flush(then?: () => void): void } {
  const fd = openWithoutWaiting();
  const put = fd === null ? writeInThread : writeTo(fd);
  let waiting: Buffer[] = [];
  /** The bytes that are written now, or were and had no room. */
  let batch: Buffer = NOTHING;
  /** The bytes of both. */
  let keptBytes = 0;
  let writingSince: number | null = null;
  let isResting = false;
  let restMs = AGAIN_MS.least;
  let dropped = 0;

  const pump = (): void => {
    if (isResting || writingSince !== null || keptBytes === 0) return;
    if (batch.length === 0) {
      batch = Buffer.concat(waiting);
      waiting = [];
    }
    writingSince = performance.now();
    put(batch, (error, bytes) => {
      writingSince = null;
      // A pipe that is closed is never opened again.
      const done = error?.code === 'EPIPE' ? batch.length : bytes;
      batch = batch.subarray(done);
      keptBytes -= done;
      if (error) return rest();
      restMs = AGAIN_MS.least;
      if (batch.length === 0) tellOfDropped();
      pump();
    });
  };
  const rest = (): void => {
    isResting = true;
    setTimeout(() => {
      isResting = false;
      pump();
    }, restMs).unref();
    restMs = Math.min(restMs * 2, AGAIN_MS.most);
  };
  /** Calls `then` once no write is under way, or once that write never returns. */
  const flush = (then?: () => void): void => {
    if (writingSince === null || performance.now() - writingSince > STUCK_MS) then?.();
    else setTimeout(flush, LOOK_AGAIN_MS, then);
  };
  const tellOfDropped = (): void => {
    if (dropped === 0) return;
    const line = { level: 40, time: Date.now(), lines: dropped, msg: 'log lines were lost' };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    waiting.unshift(bytes);
    keptBytes += bytes.length;
    dropped = 0;
  };
  process.once('exit', () => {
    // The end of a process waits for its threads, and would wait for this write for ever.
    if (writingSince !== null && performance.now() - writingSince > STUCK_MS) process.kill(process.pid, 'SIGKILL');
    tellOfDropped();
    writeLast(fd ?? STDOUT, Buffer.concat(writingSince === null ? [batch, ...waiting] : waiting));
  });

  return {
    flush,
    write(line) {
      const bytes = Buffer.from(line);
      if (keptBytes + bytes.length > MOST_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(bytes);
      keptBytes += bytes.length;
      pump();
    },
  };
}

/**
 * Where somebody reads at the other end, a write that finds no room must fail: one that waits for it in a thread keeps
 * the process from ending. A pipe or a terminal is opened anew, as others may write to it too and want to wait.
 *
 * @returns null for a file and the like, whose writes take their time and return
 */
function openWithoutWaiting(): number | null {
  const kind = fstatSync(STDOUT);
  // A socket cannot be opened anew; Node makes it so by itself.
  if (kind.isSocket()) return process.stdout.fd;
  if (!kind.isFIFO() && !isatty(STDOUT)) return null;
  try {
    return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return kind.isFIFO() ? process.stdout.fd : null;
  }
}

function writeInThread(batch: Buffer, then: Written): void {
  write(STDOUT, batch, 0, batch.length, null, (error, bytes) => then(error, error ? 0 : bytes));
}

function writeTo(fd: number) {
  return (batch: Buffer, then: Written): void => {
    let bytes: number;
    try {
      bytes = writeSync(fd, batch);
    } catch (error) {
      return then(error as NodeJS.ErrnoException, 0);
    }
    then(null, bytes);
  };
}

/** A reader that is only slow has some time to make room. */
function writeLast(fd: number, rest: Buffer): void {
  const end = performance.now() + READER_PATIENCE_MS;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let from = 0; from < rest.length;) {
    try {
      from += writeSync(fd, rest, from);
    } catch (error) {
      // Nobody is left to be told.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) return;
      Atomics.wait(clock, 0, 0, AGAIN_MS.least);
    }
  }
}
