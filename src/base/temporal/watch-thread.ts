import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel, type MessagePort, type Worker as Thread } from 'node:worker_threads';

/** The data with which a watched thread is started. */
export interface WatchOfThread {
  /** An activation that takes longer is ended, and fails its workflow's task. */
  limitMs: number;
  /** Since when the thread works on an activation, by `process.hrtime`, which is that of all threads. 0: on none. */
  busySince: BigInt64Array<SharedArrayBuffer>;
  /** Tells the thread that the watch has ended what it worked on. */
  ended: MessagePort;
}

/** A late look ends an activation by a fifth of the limit later. */
const LOOKS_PER_LIMIT = 5;
/** A thread that runs code stops at once. Else it has come to an end meanwhile, or gets no processor. */
const STOPS_WITHIN_MS = 1_000;

/**
 * Starts a thread of workflows, and ends what it works on for longer than the limit. The thread itself goes on.
 *
 * The limit of `node:vm` starts a thread for each call that it watches. This watch costs nothing until a limit is
 * passed: the thread says in shared memory since when it works, and the debugger of V8 ends the work. Where the
 * debugger refuses, the rejection ends the process: a thread in a loop would hold all its runs for ever.
 *
 * @param start starts the thread with the given data
 */
export function startWatchedThread(
  start: (watch: WatchOfThread, ports: MessagePort[]) => Thread,
  limitMs: number,
): Thread {
  const busySince = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  const thread = start({ limitMs, busySince, ended: port2 }, [port2]);
  let isLooking = false;
  /** The stamp of the work that was ended last. The thread keeps it until it hears of the end. */
  let endedSince = 0n;
  const look = async (): Promise<void> => {
    const since = Atomics.load(busySince, 0);
    const isNew = !isLooking && since !== 0n && since !== endedSince;
    if (!isNew || process.hrtime.bigint() - since < BigInt(limitMs) * 1_000_000n) return;
    isLooking = true;
    try {
      const isEnded = await endWork(thread, () => Atomics.load(busySince, 0) === since);
      if (!isEnded) return;
      endedSince = since;
      port1.postMessage(undefined);
    } finally {
      isLooking = false;
    }
  };
  const looks = setInterval(() => void look(), limitMs / LOOKS_PER_LIMIT).unref();
  thread.once('exit', () => {
    clearInterval(looks);
    port1.close();
  });
  return thread;
}

/**
 * Stops a thread where it is, by the protocol of V8's debugger, and ends what it does there if that is still what is
 * to end. A thread that is ended without being stopped first may have gone on to something else meanwhile.
 */
async function endWork(thread: Thread, isStillThere: () => boolean): Promise<boolean> {
  const session = new Session();
  session.connect();
  const over = new AbortController();
  const gone = once(thread, 'exit', { signal: over.signal }).then(() => undefined);
  gone.catch(() => undefined);
  try {
    const attached = new Promise<string>((resolve) => {
      session.on('NodeWorker.attachedToWorker', ({ params }) => {
        // `workerId` counts those of this session.
        if (params.workerInfo.title.startsWith(`[worker ${thread.threadId}]`)) resolve(params.sessionId);
      });
    });
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const sessionId = await Promise.race([attached, gone]);
    if (sessionId === undefined) return false;
    const hasStopped = new Promise<boolean>((resolve) => {
      session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
        const { method } = JSON.parse(params.message) as { method?: string };
        if (method === 'Debugger.paused') resolve(true);
      });
    });
    const order = (id: number, method: string, params: object = {}): Promise<void> =>
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
    await order(1, 'Debugger.enable');
    await order(2, 'Debugger.pause');
    const stopped = await Promise.race([hasStopped, gone, delay(STOPS_WITHIN_MS, false)]);
    const terminateOnResume = stopped === true && isStillThere();
    await order(3, 'Debugger.resume', { terminateOnResume });
    return terminateOnResume;
  } finally {
    session.disconnect();
    over.abort();
  }
}
