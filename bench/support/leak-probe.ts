/**
 * Loaded into a process before its program (`--import`), so that whoever knows the socket `LEAK_PROBES/<pid>.sock` can
 * ask what the process holds after a garbage collection. It changes nothing of the program.
 */
import { EventEmitter, getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { isMainThread, Worker } from 'node:worker_threads';

/** Memory and resources of a process after a garbage collection. */
export interface Held {
  /** Bytes of the main thread's heap. */
  heap: number;
  /** Bytes outside of the heap that the heap holds: buffers among them. */
  buffers: number;
  /** Bytes of the heaps of its worker threads, after no collection of theirs. */
  threadHeaps: number;
  /** Resident bytes of the process, with all that is not V8's. */
  rss: number;
  /** Sockets, timers and other resources that keep the event loop alive. */
  handles: number;
  /** Listeners on every abort signal and every emitter. */
  listeners: number;
  /** Connections to PostgreSQL of the main thread. */
  connections: number;
  /** Statements that these connections have prepared. */
  prepared: number;
}

/** The probe as the inspected code finds it. */
interface Tools {
  getEventListeners: typeof getEventListeners;
  EventEmitter: typeof EventEmitter;
  Worker: object;
}

const folder = process.env.LEAK_PROBES;
if (folder && isMainThread) {
  const tools: Tools = { getEventListeners, EventEmitter, Worker };
  const session = new Session();
  session.connect();
  (globalThis as { leakProbe?: Tools }).leakProbe = tools;
  const server = createServer((_, response) => {
    measure(session).then(
      (held) => response.end(JSON.stringify(held)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(`${folder}/${process.pid}.sock`).unref();
}

async function measure(session: Session): Promise<Held> {
  await session.post('HeapProfiler.collectGarbage');
  await session.post('HeapProfiler.collectGarbage');
  const { heapUsed: heap, external: buffers, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const ofSignals = `signals => signals.reduce((sum, one) => sum + leakProbe.getEventListeners(one, 'abort').length, 0)`;
  // The driver keeps the texts of each connection's prepared statements, by name. All is counted in one walk, as each
  // walk collects garbage.
  const ofEmitters = `emitters => {
    const found = { listeners: 0, connections: 0, prepared: 0 };
    for (const one of emitters) {
      try { for (const name of one.eventNames()) found.listeners += one.listenerCount(name); } catch {}
      if (!one.parsedStatements || !one.stream || one.stream.destroyed) continue;
      found.connections += 1;
      found.prepared += Object.keys(one.parsedStatements).length;
    }
    return found;
  }`;
  const ofThreads = `threads => Promise.all(threads.map(one => one.getHeapStatistics().then(found => found.used_heap_size, () => 0)))
    .then(sizes => sizes.reduce((sum, size) => sum + size, 0))`;
  const signals = await query<number>(session, 'AbortSignal.prototype', ofSignals);
  const emitters = await query<Pick<Held, 'listeners' | 'connections' | 'prepared'>>(
    session,
    'leakProbe.EventEmitter.prototype',
    ofEmitters,
  );
  const threadHeaps = await query<number>(session, 'leakProbe.Worker.prototype', ofThreads);
  return { heap, buffers, rss, handles, threadHeaps, ...emitters, listeners: signals + emitters.listeners };
}

/** The value that a function makes of all living objects of a prototype. */
async function query<T>(session: Session, prototype: string, count: string): Promise<T> {
  const objectGroup = 'leak-probe';
  const { result } = await session.post('Runtime.evaluate', { expression: prototype, objectGroup });
  const prototypeObjectId = result.objectId!;
  // The types of Node.js say that it answers nothing.
  const found = (await session.post('Runtime.queryObjects', { prototypeObjectId, objectGroup })) as unknown;
  const { objects } = found as { objects: { objectId: string } };
  const answer = (await session.post('Runtime.callFunctionOn', {
    ...{ objectId: objects.objectId, objectGroup, returnByValue: true, awaitPromise: true },
    functionDeclaration: `function () { return (${count})(this); }`,
  })) as unknown as { exceptionDetails?: unknown; result: { value: T } };
  await session.post('Runtime.releaseObjectGroup', { objectGroup });
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
  return answer.result.value;
}
