import type { Logger } from 'pino';
import { exitProcess } from '../base/exit-process.ts';
import { SHUTDOWN_LIMIT_MS } from '../base/temporal/task-limits.ts';

/** As a shell names the end by SIGINT. */
const INTERRUPTED = 130;

/** A second Ctrl-C within this time is the first, which a supervisor has passed on. */
const SAME_SIGNAL_MS = 500;

/**
 * On SIGINT, SIGTERM or the end of the process that started it, stops this one in order. Told again, it goes on
 * stopping; but for a second Ctrl-C of somebody who has lost patience: what is under way is then cut off, as by a
 * crash.
 */
function stopWhenTold({
  log,
  stop,
  part,
}: {
  log: Logger;
  stop: () => Promise<void>;
  part: () => string | null;
}): void {
  let stoppingSince: number | null = null;
  const shutDown = (reason: string): void => {
    if (stoppingSince !== null) {
      if (reason === 'SIGINT' && performance.now() - stoppingSince > SAME_SIGNAL_MS) exitProcess(INTERRUPTED);
      return;
    }
    stoppingSince = performance.now();
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error({ part: part() }, 'did not stop in time');
      exitProcess(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    stop().then(
      () => endLogged(log, 0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        endLogged(log, 1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutDown(signal));
  process.on('disconnect', () => shutDown('the supervisor is gone'));
}

/** A process that has begun its work. */
interface Running {
  stop: () => Promise<void>;
  /** The part that stops now; null where that is not known. */
  stoppingPart?: () => string | null;
}

/**
 * Runs the main function of a process until it is told to stop, also before it has begun its work. Tells a supervisor
 * over IPC, where there is one, that it is ready. A start that fails is one logged line and exit code 1.
 *
 * @param start gives up what it waits for when `stopping` is aborted
 */
export async function runProcess(log: Logger, start: (stopping: AbortSignal) => Promise<Running>): Promise<void> {
  const stopping = new AbortController();
  let running: Running | null = null;
  const starting = start(stopping.signal).then((started) => (running = started));
  stopWhenTold({
    log,
    part: () => running?.stoppingPart?.() ?? null,
    async stop() {
      stopping.abort();
      // A process that did not even begin has nothing to be stopped.
      const started = await starting.catch(() => null);
      await started?.stop();
    },
  });
  try {
    await starting;
    process.send?.({ type: 'ready' });
  } catch (error) {
    if (stopping.signal.aborted) return;
    log.fatal({ err: error }, 'could not start');
    // The process does not wait for work that it had begun.
    endLogged(log, 1);
  }
}

/** A write of the log that the disk takes its time for ends before the process does. */
function endLogged(log: Logger, code: number): void {
  log.flush(() => exitProcess(code));
}
