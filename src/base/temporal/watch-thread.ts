import { on } from 'node:events';
import { Session } from 'node:inspector/promises';
import { MessageChannel, Worker as Thread, type MessagePort } from 'node:worker_threads';

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
 * @param module the thread's first module, whose `workerData` is a `WatchOfThread`
 */
export function startWatchedThread(module: URL, limitMs: number): Thread {
  const busySince = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  const workerData: WatchOfThread = { limitMs, busySince, ended: port2 };
  const thread = new Thread(module, { workerData, transferList: [port2] });
  const exited = new AbortController();
  let isLooking = false;
  /** The stamp of the work that was ended last. The thread keeps it until it hears of the end. */
  let endedSince = 0n;
  const look = async (): Promise<void> => {
    const since = Atomics.load(busySince, 0);
    const isNew = !isLooking && since !== 0n && since !== endedSince;
    if (!isNew || process.hrtime.bigint() - since < BigInt(limitMs) * 1_000_000n) return;
    isLooking = true;
    try {
      const isEnded = await endWork(thread, () => Atomics.load(busySince, 0) === since, exited.signal);
      if (!isEnded) return;
      endedSince = since;
      port1.postMessage(undefined);
    } catch (error) {
      if (!exited.signal.aborted) throw error;
    } finally {
      isLooking = false;
    }
  };
  const looks = setInterval(() => void look(), limitMs / LOOKS_PER_LIMIT).unref();
  thread.once('exit', () => {
    clearInterval(looks);
    port1.close();
    exited.abort();
  });
  return thread;
}

/**
 * Stops a thread where it is, by the protocol of V8's debugger, and ends what it does there if that is still what is
 * to end. A thread that is ended without being stopped first may have gone on to something else meanwhile.
 *
 * @returns whether it was ended
 */
async function endWork(thread: Thread, isStillThere: () => boolean, exited: AbortSignal): Promise<boolean> {
  const session = new Session();
  session.connect();
  const attach = async (): Promise<string> => {
    for await (const [{ params }] of on(session, 'NodeWorker.attachedToWorker', { signal: exited })) {
      const { sessionId, workerInfo } = params as { sessionId: string; workerInfo: { title: string } };
      // `workerId` counts those of this session.
      if (workerInfo.title.startsWith(`[worker ${thread.threadId}]`)) return sessionId;
    }
    throw exited.reason;
  };
  const hear = async (isIt: (message: { id?: number; method?: string }) => boolean, signal: AbortSignal) => {
    for await (const [{ params }] of on(session, 'NodeWorker.receivedMessageFromWorker', { signal })) {
      if (isIt(JSON.parse((params as { message: string }).message) as object)) return;
    }
  };
  try {
    const [sessionId] = await Promise.all([
      attach(),
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }),
    ]);
    const order = (id: number, method: string, params: object = {}): Promise<void> =>
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
    const late = AbortSignal.any([exited, AbortSignal.timeout(STOPS_WITHIN_MS)]);
    const [hasStopped] = await Promise.all([
      hear(({ method }) => method === 'Debugger.paused', late).then(
        () => true,
        () => false,
      ),
      order(1, 'Debugger.enable'),
      order(2, 'Debugger.pause'),
    ]);
    const terminateOnResume = hasStopped && isStillThere();
    // Until the debugger is off, a thread that did not stop would stop later, where nobody lets it go on.
    await Promise.all([
      hear(({ id }) => id === 4, exited),
      order(3, 'Debugger.resume', { terminateOnResume }),
      order(4, 'Debugger.disable'),
    ]);
    return terminateOnResume;
  } finally {
    session.disconnect();
  }
}
