import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import { withSignal } from '../base/concurrency/with-signal.ts';
import { startLoop } from '../base/time/wakeable-loop.ts';
import { ensureSchedules, type ScheduleSettings } from './ensure-schedules.ts';

const RETRY_MS = 30_000;

/**
 * Sees to it once, when a worker begins, that the schedules are there and as they are set; while Temporal does not take
 * them, again and again. Payments do not wait for it.
 *
 * @param connect opens a connection for one try; one that is opened by its first call does not hold up the end
 */
export function keepSchedules(
  connect: () => Connection | Promise<Connection>,
  {
    namespace,
    settings,
    log,
    retryMs = RETRY_MS,
  }: { namespace: string; settings: ScheduleSettings; log: Logger; retryMs?: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isDone = false;
  const loop = startLoop({
    everyMs: retryMs,
    async round() {
      if (isDone) return;
      const connection = await connect();
      try {
        await withSignal(stopping.signal, (signal) =>
          connection.withAbortSignal(signal, () => ensureSchedules(connection, namespace, settings)),
        );
        isDone = true;
      } finally {
        await connection.close();
      }
    },
    onError(error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the schedules could not be made; it is tried again');
    },
  });
  return {
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}
