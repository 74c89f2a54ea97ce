/**
 * Loaded into a process before its program (`--import`), so that whoever knows the socket `LEAK_PROBES/<pid>.sock` can
 * ask what the process holds after a garbage collection. It changes nothing of the program.
 */
import { EventEmitter, getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

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
  const { Worker } = await import('node:worker_threads');
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
  const signals = `signals => signals.reduce((sum, one) => sum + leakProbe.getEventListeners(one, 'abort').length, 0)`;
  const emitters = `emitters => emitters.reduce((sum, one) => {
    try { return sum + one.eventNames().reduce((count, name) => count + one.listenerCount(name), 0); } catch { return sum; }
  }, 0)`;
  // The driver keeps the texts of each connection's prepared statements, by name.
  const connections = 'emitters => emitters.filter(one => one.parsedStatements && one.stream && !one.stream.destroyed)';
  const prepared = `emitters => (${connections})(emitters).reduce((sum, one) => sum + Object.keys(one.parsedStatements).length, 0)`;
  const threads = `threads => Promise.all(threads.map(one => one.getHeapStatistics().then(found => found.used_heap_size, () => 0)))
    .then(sizes => sizes.reduce((sum, size) => sum + size, 0))`;
  const ask = (prototype: string, count: string): Promise<number> => query(session, prototype, count);
  return {
    ...{ heap, buffers, rss, handles },
    listeners:
      (await ask('AbortSignal.prototype', signals)) + (await ask('leakProbe.EventEmitter.prototype', emitters)),
    connections: await ask('leakProbe.EventEmitter.prototype', `emitters => (${connections})(emitters).length`),
    prepared: await ask('leakProbe.EventEmitter.prototype', prepared),
    threadHeaps: await ask('leakProbe.Worker.prototype', threads),
  };
}

/** A number that a function makes of all living objects of a prototype. */
async function query(session: Session, prototype: string, count: string): Promise<number> {
  const objectGroup = 'leak-probe';
  const { result } = await session.post('Runtime.evaluate', { expression: prototype, objectGroup });
  const prototypeObjectId = result.objectId!;
  // The types of Node.js say that it answers nothing.
  const found = (await session.post('Runtime.queryObjects', { prototypeObjectId, objectGroup })) as unknown;
  const { objects } = found as { objects: { objectId: string } };
  const answer = (await session.post('Runtime.callFunctionOn', {
    ...{ objectId: objects.objectId, objectGroup, returnByValue: true, awaitPromise: true },
    functionDeclaration: `function () { return (${count})(this); }`,
  })) as unknown as { exceptionDetails?: unknown; result: { value: number } };
  await session.post('Runtime.releaseObjectGroup', { objectGroup });
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
  return answer.result.value;
}
