import type { Logger } from 'pino';

/** How long a process may take to finish what it has begun before it ends all the same. */
const SHUTDOWN_LIMIT_MS = 25_000;

/**
 * Keeps a process until SIGINT, SIGTERM or the end of the process that started it, then stops it in order. Tells a
 * supervisor over IPC, where there is one, that it is ready.
 */
export function runUntilStopped({ log, stop }: { log: Logger; stop: () => Promise<void> }): void {
  let stopping = false;
  const shutDown = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutDown(signal));
  process.on('disconnect', () => shutDown('the supervisor is gone'));
  process.send?.({ type: 'ready' });
}

/** Runs the main function of a process; a start that fails is one logged line and exit code 1. */
export async function runProcess(log: Logger, start: () => Promise<{ stop: () => Promise<void> }>): Promise<void> {
  try {
    const { stop } = await start();
    runUntilStopped({ log, stop });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.exitCode = 1;
    process.disconnect?.();
  }
}
